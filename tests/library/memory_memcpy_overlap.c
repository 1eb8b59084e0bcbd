// expect: FALSE(memory)
#include <string.h>
int main(void) {
  char buffer[8] = "abcdefg";
  memcpy(buffer + 1, buffer, 4);
}
// SPDX-License-Identifier: Apache-2.0
