// SPDX-License-Identifier: Apache-2.0
// A narrow compare-exchange on half of an address in a structure.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy auto
// lp64-only
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static struct {
  int tag;
  int *address;
} cell;

int main(void) {
  cell.address = malloc(4);
  uint32_t expected = *(uint32_t *)&cell.address;
  free(cell.address);
  cell.address = malloc(4);
  assert(!__atomic_compare_exchange_n((uint32_t *)&cell.address, &expected, 0, 0, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST));
  return 0;
}
