// expect: UNKNOWN(more than 16 random numbers from a seed that was set before at tests/library/random_long_sequence.c:11)
// properties: reach
// engines: explicit
/* More numbers than are remembered: not an error. */
#include <assert.h>
#include <stdlib.h>
static int last(void) {
  int number = 0;
  srand(7);
  for (int i = 0; i < 18; i++)
    number = rand();
  return number;
}
int main(void) {
  int first = last();
  assert(first == last());
}
// SPDX-License-Identifier: Apache-2.0
