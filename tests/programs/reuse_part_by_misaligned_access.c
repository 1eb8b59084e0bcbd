// SPDX-License-Identifier: Apache-2.0
// Eight bytes are read that are half number, half address.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy auto
// lp64-only
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct {
  int tag, number;
  int *address;
} cell;

static uint64_t read_across(void) { return *(uint64_t *)&cell.number; }

int main(void) {
  cell.address = malloc(4);
  uint64_t kept = read_across();
  free(cell.address);
  cell.address = malloc(4);
  assert(read_across() != kept);
  return 0;
}
