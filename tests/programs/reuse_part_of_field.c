// SPDX-License-Identifier: Apache-2.0
// Half of an address is read at a fixed place of a structure, and nothing else looks at addresses.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy schedule widen impact random auto
// lp64-only
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int tag;
  int *address;
};

static struct node node;

static uint32_t low(const struct node *of) { return *(const uint32_t *)&of->address; }

int main(void) {
  int *old = malloc(sizeof *old);
  node.address = old;
  uint32_t kept = low(&node);
  node.address = NULL;
  free(old);
  node.address = malloc(sizeof *old);
  assert(low(&node) != kept);
  return 0;
}
