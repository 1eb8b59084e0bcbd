// expect: TRUE
#include <assert.h>
#include <string.h>
#include <strings.h>
int main(void) {
  assert(memcmp("abc", "abd", 2) == 0 && memcmp("abc", "abd", 3) < 0);
  assert(memcmp("\xff", "\1", 1) > 0 && bcmp("ab", "ab", 2) == 0);
}
// SPDX-License-Identifier: Apache-2.0
