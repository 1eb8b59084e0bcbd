// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char from[3] = "ab", to[8];
  memcpy(to, from, 5);
}
// SPDX-License-Identifier: Apache-2.0
