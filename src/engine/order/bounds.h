/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/order: how often each loop is repeated, and each function calls itself, before
 * an execution is cut off. Each has a bound of its own, which grows only if executions are cut off
 * there. */
#ifndef ENGINE_ORDER_BOUNDS_H
#define ENGINE_ORDER_BOUNDS_H

#include "base/map.h"
#include "program/program.h"

struct loop_bounds {
  unsigned first; /* of those that never grew */
  unsigned largest;
  struct map grown; /* by key */
};

/* The loop with this head; NO_LOOP: calls of the function by itself. */
#define NO_LOOP UINT32_MAX
static inline uint64_t loop_bounds_key(const struct function *function, uint32_t head) {
  return (uint64_t)function->number << 32 | head;
}

unsigned loop_bounds_get(const struct loop_bounds *bounds, uint64_t key);
/* To the next of 1, 2, 3, 5, 8, … */
void loop_bounds_grow(struct loop_bounds *bounds, uint64_t key);

#endif
