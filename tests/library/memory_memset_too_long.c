// expect: FALSE(memory)
#include <string.h>
int main(void) {
  int x[2];
  memset(x, 0, sizeof x + 1);
}
// SPDX-License-Identifier: Apache-2.0
