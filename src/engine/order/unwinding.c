/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds of loops. */
#include "engine/order/unwinding.h"

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

struct loops *unwinding_loops(struct unwinding *unwinding, struct arena *arena,
                              const struct function *function) {
  struct loops **loops = &unwinding->loops[function->number];
  if (!*loops)
    *loops = loops_create(arena, function);
  return *loops;
}
