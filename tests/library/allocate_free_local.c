// expect: FALSE(memory)
#include <stdlib.h>
int main(void) {
  int x;
  free(&x);
}
// SPDX-License-Identifier: Apache-2.0
