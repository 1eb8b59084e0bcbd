// expect: TRUE
#include <assert.h>
#include <string.h>
int main(void) {
  char a[8] = "a";
  assert(strcat(a, "bc") == a && strcmp(a, "abc") == 0);
  assert(strncat(a, "defg", 2) == a && strcmp(a, "abcde") == 0);
}
// SPDX-License-Identifier: Apache-2.0
