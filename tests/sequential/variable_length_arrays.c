/* Arrays whose size is known when they come into being. */
#include <stdio.h>
#include <string.h>

static int sum(int n, int array[n]) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += array[i];
  return total;
}

static int primes_below(int n) {
  char composite[n];
  memset(composite, 0, sizeof composite);
  int count = 0;
  for (int i = 2; i < n; i++) {
    if (composite[i])
      continue;
    count++;
    for (int j = 2 * i; j < n; j += i)
      composite[j] = 1;
  }
  return count;
}

static int nested(int depth) {
  int here[depth + 1];
  for (int i = 0; i <= depth; i++)
    here[i] = i * depth;
  return sum(depth + 1, here) + (depth > 0 ? nested(depth - 1) : 0);
}

int main(void) {
  for (int n = 1; n < 6; n++) {
    int squares[n];
    for (int i = 0; i < n; i++)
      squares[i] = i * i;
    printf("%d %d\n", (int)sizeof squares, sum(n, squares));
  }
  printf("%d %d\n", primes_below(100), primes_below(200));
  printf("%d\n", nested(8));
  int n = 3;
  int fixed[n++];
  printf("%d %d\n", (int)(sizeof fixed / sizeof *fixed), n);
  char name[n + 2];
  strcpy(name, "vla-s");
  printf("%s %d\n", name, (int)sizeof name);
  int rounds = 0;
again:;
  int scratch[rounds + 1];
  scratch[rounds] = rounds;
  if (rounds++ < 3)
    goto again;
  printf("%d\n", scratch[rounds - 1]);
  return primes_below(50);
}
// SPDX-License-Identifier: Apache-2.0
