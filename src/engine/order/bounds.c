/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds that grow like Fibonacci's numbers: what was done before stays a fraction of the whole. */
#include "engine/order/bounds.h"

unsigned loop_bounds_get(const struct loop_bounds *bounds, uint64_t key) {
  uint64_t bound;
  return map_get(&bounds->grown, key, &bound) ? (unsigned)bound : bounds->first;
}

void loop_bounds_grow(struct loop_bounds *bounds, uint64_t key) {
  unsigned bound = loop_bounds_get(bounds, key), before = 1, next = 2;
  while (next <= bound) {
    unsigned sum = before + next;
    before = next;
    next = sum;
  }
  map_set(&bounds->grown, key, next);
  if (next > bounds->largest)
    bounds->largest = next;
}
