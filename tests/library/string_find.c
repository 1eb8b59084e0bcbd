// expect: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>
int main(void) {
  const char *s = "banana";
  assert(strchr(s, 'n') == s + 2 && strrchr(s, 'n') == s + 4 && strchr(s, 'x') == NULL);
  assert(strchr(s, 0) == s + 6 && index(s, 'a') == s + 1 && rindex(s, 'a') == s + 5);
  assert(strstr(s, "nan") == s + 2 && strstr(s, "nab") == NULL && strcasestr(s, "NA") == s + 2);
  assert(strspn(s, "ab") == 2 && strcspn(s, "n") == 2 && strpbrk(s, "xn") == s + 2);
  assert(strchrnul(s, 'x') == s + 6);
}
// SPDX-License-Identifier: Apache-2.0
