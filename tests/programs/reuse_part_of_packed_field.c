// SPDX-License-Identifier: Apache-2.0
// An address that is not aligned is cut by an access to the same structure as numbers.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy auto
// lp64-only
#include <assert.h>
#include <stdlib.h>

struct __attribute__((packed)) packet {
  short kind;
  int *address;
};

struct __attribute__((packed)) view {
  short kind;
  unsigned low, high;
};

static struct packet packet;

int main(void) {
  packet.address = malloc(sizeof(int));
  unsigned kept = ((struct view *)&packet)->low;
  free(packet.address);
  packet.address = malloc(sizeof(int));
  assert(((struct view *)&packet)->low != kept);
  return 0;
}
