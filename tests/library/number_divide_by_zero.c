// expect: FALSE(division)
#include <stdlib.h>
int main(void) {
  volatile int zero = 0;
  return div(1, zero).quot;
}
// SPDX-License-Identifier: Apache-2.0
