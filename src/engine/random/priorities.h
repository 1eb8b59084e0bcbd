/* SPDX-License-Identifier: Apache-2.0 */
/* Probabilistic concurrency testing: a schedule by priorities, after Burckhardt, Kothari,
 * Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding
 * Bugs" (ASPLOS 2010). Every thread gets a random priority when it is first seen; the ready thread
 * with the highest one moves. At d - 1 random steps of the execution the thread that moved gets a
 * priority below all others. A violation that takes d ordering constraints among n threads and k
 * steps is found by an execution with probability 1 / (n * k^(d-1)) at least.
 *
 * Deviation: a thread that has moved many times in a row also gets the lowest priority, since it
 * may be waiting in a loop for one with a lower priority. */
#ifndef ENGINE_RANDOM_PRIORITIES_H
#define ENGINE_RANDOM_PRIORITIES_H

#include "base/vector.h"
#include "semantics/run.h"

struct priorities {
  struct scheduler scheduler; /* first: for run_options */
  uint64_t random;
  VECTOR(uint64_t) of_thread;   /* by number of the thread; 0: none yet */
  VECTOR(uint64_t) changes;     /* steps after which a priority changes */
  uint64_t steps, steps_in_row; /* all so far; latest ones of the same thread */
  uint64_t lowest;              /* lowest priority given so far */
};

/* Begins an execution of about `length` steps; `depth` is d. */
void priorities_begin(struct priorities *priorities, uint64_t seed, unsigned depth,
                      uint64_t length);
void priorities_release(struct priorities *priorities);

#endif
