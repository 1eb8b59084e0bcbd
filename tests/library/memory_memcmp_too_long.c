// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char a[2] = "a", b[2] = "a";
  return memcmp(a, b, 3);
}
// SPDX-License-Identifier: Apache-2.0
