/* Cases inside a loop inside a switch. */
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
  int rounds = (count + 7) / 8;
  switch (count % 8) {
  case 0:
    do {
      *to++ = *from++;
    case 7:
      *to++ = *from++;
    case 6:
      *to++ = *from++;
    case 5:
      *to++ = *from++;
    case 4:
      *to++ = *from++;
    case 3:
      *to++ = *from++;
    case 2:
      *to++ = *from++;
    case 1:
      *to++ = *from++;
    } while (--rounds > 0);
  }
}

/* A coroutine: the state is the case to resume at. */
static int next(int *state, int *i) {
  switch (*state) {
  case 0:
    for (*i = 0; *i < 3; ++*i) {
      *state = 1;
      return *i * 10;
    case 1:;
    }
    *state = 2;
    return 777;
  case 2:;
  }
  return -1;
}

int main(void) {
  const char text[] = "abcdefghijklmnopqrstuvwxyz";
  for (int n = 1; n < 26; n += 4) {
    char buffer[32] = {0};
    copy(buffer, text, n);
    printf("%d %s\n", n, buffer);
  }
  int state = 0, i, value;
  while ((value = next(&state, &i)) >= 0)
    printf("%d ", value);
  printf("\n");
  return state;
}
// SPDX-License-Identifier: Apache-2.0
