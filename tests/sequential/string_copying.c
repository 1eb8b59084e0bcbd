/* The copying and joining functions of <string.h>. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static void dump(const char *name, const char *bytes, int n) {
  printf("%s:", name);
  for (int i = 0; i < n; i++)
    printf(" %02x", (unsigned char)bytes[i]);
  printf("\n");
}

int main(void) {
  char a[12], b[12];
  memset(a, '#', sizeof a);
  strcpy(a, "hello");
  dump("strcpy", a, 12);
  memset(a, '#', sizeof a);
  strncpy(a, "hi", 6);
  dump("strncpy", a, 12);
  strncpy(a, "abcdefghijk", 4);
  dump("strncpy", a, 12);
  strcpy(b, "ab");
  strcat(b, "cd");
  strncat(b, "efghi", 3);
  dump("strncat", b, 8);
  printf("%d %d %d\n", (int)strlen(b), (int)strnlen(b, 3), (int)strlen(""));
  char *end = stpcpy(a, "stp");
  *end++ = '+';
  stpcpy(end, "cpy");
  printf("%s\n", a);
  memset(b, 'x', sizeof b);
  end = stpncpy(b, "yz", 5);
  printf("%d\n", (int)(end - b));
  dump("stpncpy", b, 7);
  char c[8];
  char *after = mempcpy(c, "1234", 4);
  *after = '\0';
  printf("%s\n", c);
  after = memccpy(b, "key=value", '=', 9);
  *after = '\0';
  printf("%s %d\n", b, memccpy(b, "abc", 'z', 3) == NULL);
  memmove(c + 1, c, 4);
  dump("memmove", c, 5);
  memmove(c, c + 2, 3);
  dump("memmove", c, 5);
  return (int)strlen(strcat(strcpy(a, "one"), "two"));
}
// SPDX-License-Identifier: Apache-2.0
