/* SPDX-License-Identifier: Apache-2.0 */
/* Schedule recording (section 3.3 of the paper): the solver selects the thread that runs after each
 * effective context switch, so one query covers every interleaving up to the bounds. The formula
 * for more switches contains that for fewer, so it is solved each time the bound grows. */
#include "engine/engine.h"

#include "engine/context/bounds.h"
#include "engine/context/solving.h"
#include "solver/solver.h"

static enum status solve_all(struct approach *approach, struct encoding *encoding, int some_error,
                             bool *satisfiable) {
  (void)approach;
  return solver_check(encoding->solver, &some_error, 1, satisfiable);
}

static void forget_nothing(struct approach *approach) { (void)approach; }

static void run_schedule(const struct task *task, struct result *result) {
  struct approach approach = {solve_all, forget_nothing};
  solving_run(task, &approach, result);
}

const struct engine engine_schedule = {
    .name = "schedule",
    .summary = "context-bounded: encodes the choice of threads in one formula",
    .is_symbolic = true,
    .uses = "por solver contexts unwind",
    .models = MODEL_BIT(MEMORY_SC),
    .decisions = bounds_decisions,
    .is_wanted = bounds_are_wanted,
    .run = run_schedule,
};
