// expect: FALSE(memory)
/* Only EOF and values of unsigned char may be asked for. */
#include <ctype.h>
int main(void) {
  volatile int c = 1000;
  return isalpha(c);
}
// SPDX-License-Identifier: Apache-2.0
