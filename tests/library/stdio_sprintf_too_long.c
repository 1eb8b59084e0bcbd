// expect: FALSE(memory)
#include <stdio.h>
int main(void) {
  char buffer[4];
  sprintf(buffer, "%d", 12345);
}
// SPDX-License-Identifier: Apache-2.0
