// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(7);
  int first = rand();
  srand(8);
  assert(first == rand());
}
// SPDX-License-Identifier: Apache-2.0
