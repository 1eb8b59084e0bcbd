// SPDX-License-Identifier: Apache-2.0
// A bit-field lies over an address, in an element of an array that an input chooses.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy auto
// lp64-only
#include <assert.h>
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

struct cell {
  int tag;
  int *address;
};

struct bits {
  unsigned low : 20;
  unsigned middle : 12;
  unsigned high;
};

static struct cell cells[2];

int main(void) {
  struct cell *cell = &cells[__VERIFIER_nondet_bool()];
  cell->address = malloc(4);
  unsigned kept = ((struct bits *)&cell->address)->low;
  free(cell->address);
  cell->address = malloc(4);
  assert(((struct bits *)&cell->address)->low != kept);
  return 0;
}
