// SPDX-License-Identifier: Apache-2.0
// Half of an address goes through a pipe.
// expect: FALSE(reach)
// properties: reach
// engines: explicit auto
// lp64-only
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
  int tag;
  int *address;
} cell;

static int ends[2];

static uint32_t send(void) {
  uint32_t half = 0;
  write(ends[1], &cell.address, sizeof half);
  read(ends[0], &half, sizeof half);
  return half;
}

int main(void) {
  if (pipe(ends))
    return 0;
  cell.address = malloc(4);
  uint32_t kept = send();
  free(cell.address);
  cell.address = malloc(4);
  assert(send() != kept);
  return 0;
}
