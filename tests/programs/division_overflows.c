// expect: FALSE(overflow)
// properties: overflow
#include <limits.h>

int main(void) {
  int x = INT_MIN, y = -1;
  return x / y;
}
// SPDX-License-Identifier: Apache-2.0
