// expect: TRUE
// properties: reach
#include <assert.h>
#include <stdlib.h>
int main(void) {
  unsigned a = 7, b = 7;
  assert(rand_r(&a) == rand_r(&b) && a == b);
  srand48(5);
  long first = lrand48();
  srand48(5);
  assert(lrand48() == first && first >= 0);
}
// SPDX-License-Identifier: Apache-2.0
