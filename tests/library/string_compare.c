// expect: TRUE
#include <assert.h>
#include <string.h>
#include <strings.h>
int main(void) {
  assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("", "") == 0);
  assert(strncmp("abc", "abd", 2) == 0 && strncmp("a", "ab", 2) < 0);
  assert(strcasecmp("AbC", "aBc") == 0 && strncasecmp("ABx", "aby", 2) == 0);
  assert(strcoll("a", "b") < 0);
  char to[4];
  assert(strxfrm(to, "ab", sizeof to) == 2 && strcmp(to, "ab") == 0);
}
// SPDX-License-Identifier: Apache-2.0
