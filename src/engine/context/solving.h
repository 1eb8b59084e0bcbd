/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of schedule and widen: the formula grows level by level, and after each level a
 * query asks whether an error is reachable. They differ in the query. */
#ifndef ENGINE_CONTEXT_SOLVING_H
#define ENGINE_CONTEXT_SOLVING_H

#include "engine/context/encoding.h"

struct approach {
  /* Can `some_error` hold? With STATUS_OK *satisfiable is the answer, and the solver has a model.
   */
  enum status (*solve)(struct approach *approach, struct encoding *encoding, int some_error,
                       bool *satisfiable);
  /* The formula is built again: forgets what belongs to the last one. */
  void (*restart)(struct approach *approach);
};

/* Runs the task; adds the statistics that both approaches have. */
void solving_run(const struct task *task, struct approach *approach, struct result *result);

#endif
