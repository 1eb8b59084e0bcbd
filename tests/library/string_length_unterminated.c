// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char text[3] = {'a', 'b', 'c'};
  return (int)strlen(text);
}
// SPDX-License-Identifier: Apache-2.0
