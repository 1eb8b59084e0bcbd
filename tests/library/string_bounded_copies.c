// expect: TRUE
/* The BSD functions. */
#include <assert.h>
#include <stddef.h>
#include <string.h>
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
int main(void) {
  char a[4];
  assert(strlcpy(a, "abcdef", sizeof a) == 6 && strcmp(a, "abc") == 0);
  assert(strlcpy(a, "x", sizeof a) == 1 && strlcat(a, "yz1", sizeof a) == 4);
  assert(strcmp(a, "xyz") == 0);
}
// SPDX-License-Identifier: Apache-2.0
