// expect: TRUE
#include <assert.h>
#include <string.h>
int main(void) {
  assert(strlen("") == 0 && strlen("abc") == 3);
  assert(strnlen("abc", 2) == 2 && strnlen("abc", 9) == 3);
}
// SPDX-License-Identifier: Apache-2.0
