/* Comparisons: only the sign of the result counts. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
  static const char *const words[] = {"", "a", "A", "abc", "ABC", "abd", "ab", "\xff", "abcdefgh"};
  enum { N = sizeof words / sizeof *words };
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      printf("%d%d%d%d ", sign(strcmp(words[i], words[j])), sign(strncmp(words[i], words[j], 2)),
             sign(strcasecmp(words[i], words[j])), sign(strncasecmp(words[i], words[j], 3)));
    printf("\n");
  }
  printf("%d %d\n", sign(memcmp("a\0b", "a\0c", 3)), sign(memcmp("a\0b", "a\0c", 2)));
  printf("%d %d\n", sign(memcmp("\x80", "\x7f", 1)), memcmp("x", "y", 0));
  printf("%d\n", sign(strcoll("pear", "peach")));
  printf("%d\n", strncmp("same", "same", 100));
  char buffer[8];
  printf("%d %s\n", (int)strxfrm(buffer, "abc", sizeof buffer), buffer);
  return strcmp("equal", "equal") == 0;
}
// SPDX-License-Identifier: Apache-2.0
