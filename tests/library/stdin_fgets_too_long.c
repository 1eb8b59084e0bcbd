// expect: FALSE(memory)
// properties: memory
#include <stdio.h>
int main(void) {
  char line[1];
  fgets(line, 2, stdin);
}
// SPDX-License-Identifier: Apache-2.0
