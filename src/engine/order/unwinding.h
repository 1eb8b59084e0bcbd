/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: how often loops are repeated and functions call themselves before an
 * execution is cut off. Each loop and each recursive function has its own bound. A bound grows only
 * if executions are cut off there, along Fibonacci's numbers: so the work for smaller bounds stays
 * a fraction of the whole. */
#ifndef ENGINE_ORDER_UNWINDING_H
#define ENGINE_ORDER_UNWINDING_H

#include "analysis/loops.h"
#include "base/map.h"
#include "program/program.h"

struct loop_bounds {
  unsigned first; /* of loops whose bound never grew */
  unsigned largest;
  struct map grown; /* by key */
};

/* The key of the loop with this head; NO_LOOP: of the function's calls of itself. */
#define NO_LOOP UINT32_MAX
static inline uint64_t loop_bounds_key(const struct function *function, uint32_t head) {
  return (uint64_t)function->number << 32 | head;
}

unsigned loop_bounds_get(const struct loop_bounds *bounds, uint64_t key);
/* To the next of 1, 2, 3, 5, 8, … */
void loop_bounds_grow(struct loop_bounds *bounds, uint64_t key);

enum { MOST_ITERATIONS = 100000 };

struct unwinding {
  const struct loop_bounds *bounds;
  unsigned most_iterations; /* of loops whose exits are all decided; up to MOST_ITERATIONS */
  bool is_truncated;        /* some such loop was cut off, and more iterations are possible */
  struct loops **loops;     /* per function, made on demand */
};

struct loops *unwinding_loops(struct unwinding *unwinding, struct arena *arena,
                              const struct function *function);

#endif
