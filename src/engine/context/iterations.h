/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the iterations of loops on the way to a node, which --unwind bounds. An iteration with an
 * undecided branch counts in full. One that constants decide counts only a fraction, so that a loop
 * over a large array does not need a large bound, but an endless loop still reaches every bound.
 * Nested calls of one function count like iterations of a loop. */
#ifndef ENGINE_CONTEXT_ITERATIONS_H
#define ENGINE_CONTEXT_ITERATIONS_H

#include "base/map.h"
#include "base/vector.h"
#include "semantics/machine.h"

/* What the iterations of a loop count. */
#define UNITS_PER_ITERATION 256u
enum { UNITS_PER_DECIDED_ITERATION = 1, UNITS_PER_CALL = 8 };

/* A loop that a frame of a thread is in. */
struct loop_rounds {
  uint32_t thread, depth, head; /* depth: of the frame, from 1 */
  uint32_t function;            /* of the frame */
  uint32_t is_library;          /* is that a function of the library? */
  uint32_t units, turns;        /* turns: iterations, decided or not */
  uint32_t is_undecided; /* a choice of the current iteration; no bool, as entries are interned */
};

struct iterations {
  struct listener listener;       /* first: it watches the machine take a step */
  const uint64_t *undecided;      /* the number of undecided choices so far */
  uint64_t seen_undecided;        /* at the last look */
  uint32_t most;                  /* units that a loop may have; UINT32_MAX: any number */
  bool is_beyond;                 /* some loop has more in the step being taken */
  VECTOR(struct loop_rounds) now; /* while a step is taken: sorted by thread, depth, head */
  struct interner *known;         /* what was kept, by number */
  struct arena *arena;
  struct map loops; /* of functions, where they were needed */
};

/* The largest counts of any loop; turns: of any loop of the user. */
struct iteration_count {
  uint32_t units, turns;
};

void iterations_init(struct iterations *iterations, const uint64_t *undecided, uint32_t most);
void iterations_release(struct iterations *iterations);
/* Continues from kept iterations; 0: from none. The machine has to tell the listener of the step.
 */
void iterations_begin_step(struct iterations *iterations, uint32_t kept);
/* Ends a step of one thread that led to `state`: the number under which its iterations are kept,
 * and the largest counts. */
uint32_t iterations_end_step(struct iterations *iterations, const struct state *state,
                             struct iteration_count *most);
/* Of kept iterations: the loop with the most turns among those that exceed these counts; NULL: none
 * does. */
const struct loop_rounds *iterations_find_beyond(const struct iterations *iterations, uint32_t kept,
                                                 struct iteration_count most);
/* Does every loop have at least as many iterations in `more` as in `less`? */
bool iterations_include(const struct iterations *iterations, uint32_t more, uint32_t less);

#endif
