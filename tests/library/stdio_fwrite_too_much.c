// expect: FALSE(memory)
#include <stdio.h>

char text[3];

int main(void) {
  fwrite(text, 1, 4, stdout);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
