// expect: TRUE
// properties: reach
// engines: explicit
#include <assert.h>
#include <stdlib.h>
static int sum(unsigned seed) {
  srand(seed);
  return rand() / 2 + rand() / 2;
}
int main(void) {
  int first = sum(7);
  sum(8);
  assert(first == sum(7));
}
// SPDX-License-Identifier: Apache-2.0
