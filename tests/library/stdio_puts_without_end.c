// expect: FALSE(memory)
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  puts(text);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
