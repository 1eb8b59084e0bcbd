/* SPDX-License-Identifier: Apache-2.0 */
/* What schedule and widen have in common: the formula grows level by level, and after each level it
 * is asked whether an error is passed; how, is what tells them apart. */
#ifndef ENGINE_CONTEXT_SOLVING_H
#define ENGINE_CONTEXT_SOLVING_H

#include "engine/context/encoding.h"

struct approach {
  /* Can `some_error` hold? With STATUS_OK *satisfiable is the answer, and the solver has a model.
   */
  enum status (*solve)(struct approach *approach, struct encoding *encoding, int some_error,
                       bool *satisfiable);
  /* The formula is made anew: what was kept of the last one is gone. */
  void (*restart)(struct approach *approach);
};

/* Runs the task; statistics that both have are added to the result. */
void solving_run(const struct task *task, struct approach *approach, struct result *result);

#endif
