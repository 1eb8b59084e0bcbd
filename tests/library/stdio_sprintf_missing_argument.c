// expect: FALSE(memory)
#include <stdio.h>
int main(void) {
  char buffer[16];
  sprintf(buffer, "%d %d", 1);
}
// SPDX-License-Identifier: Apache-2.0
