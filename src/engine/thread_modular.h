/* SPDX-License-Identifier: Apache-2.0 */
/* Thread-modular proofs: invariants of pairs of threads (engine/pairs.h), valid for any number of
 * threads. The invariants are relations between symbols that the comparisons of the program
 * suggest, alone (`modular`) or together with intervals (`explicit`). */
#ifndef ENGINE_THREAD_MODULAR_H
#define ENGINE_THREAD_MODULAR_H

#include "engine/engine.h"

struct thread_modular_plan {
  bool has_boxes;        /* ranges of symbols, too, … */
  bool uses_thresholds;  /* … which stop at constants of the program where they are widened */
  uint32_t most_numbers; /* that a cell may hold before it becomes symbolic; 0: the default */
};

/* The properties that can be proven. */
property_set thread_modular_covers(void);
/* Of these, the ones to be proven without the others: what does not overflow takes ranges of
 * values, which may not be found although the assertions hold. */
property_set thread_modular_asks_first(void);
/* Proves the task's properties, all of which it covers, or says UNKNOWN; never FALSE. */
void thread_modular_prove(const struct task *task, const struct thread_modular_plan *plan,
                          struct result *result);

#endif
