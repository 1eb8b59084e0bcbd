// expect: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  char text[] = "abcabc";
  assert(memchr(text, 'c', 6) == text + 2 && memchr(text, 'c', 2) == NULL);
  assert(memrchr(text, 'a', 6) == text + 3 && rawmemchr(text, 'b') == text + 1);
  assert(memmem(text, 6, "ca", 2) == text + 2 && memmem(text, 6, "x", 1) == NULL);
  char to[4] = "";
  assert(memccpy(to, "xyz", 'y', 3) == to + 2 && mempcpy(to, "a", 1) == to + 1);
}
// SPDX-License-Identifier: Apache-2.0
