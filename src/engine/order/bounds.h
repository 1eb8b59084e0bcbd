/* Inside engine/order: how often each loop goes round, and each function calls itself, before an
 * execution is cut off. Each has a bound of its own, which grows only if executions are cut off
 * there. */
#ifndef ENGINE_ORDER_BOUNDS_H
#define ENGINE_ORDER_BOUNDS_H

#include "base/map.h"
#include "program/program.h"

struct bounds {
  unsigned first; /* of those that never grew */
  unsigned largest;
  struct map grown; /* by key */
};

/* The loop with this head; NO_LOOP: calls of the function by itself. */
#define NO_LOOP UINT32_MAX
static inline uint64_t bounds_key(const struct function *function, uint32_t head) {
  return (uint64_t)function->number << 32 | head;
}

unsigned bounds_get(const struct bounds *bounds, uint64_t key);
/* To the next of 1, 2, 3, 5, 8, … */
void bounds_grow(struct bounds *bounds, uint64_t key);

#endif
