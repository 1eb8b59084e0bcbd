// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char from[8] = "", to[4];
  memcpy(to, from, sizeof from);
}
// SPDX-License-Identifier: Apache-2.0
