/* SPDX-License-Identifier: Apache-2.0 */
/* Schedule recording (section 3.3 of the paper): the solver selects the thread that runs after each
 * effective context switch, so one query covers every interleaving up to the bounds. The formula
 * for more switches contains that for fewer, so it is solved each time the bound grows. */
#include "engine/engine.h"

#include "engine/context/bounds.h"
#include "engine/context/solving.h"
#include "solver/solver.h"

static enum status solve(struct approach *approach, struct encoding *encoding, int some_error,
                         bool *satisfiable) {
  (void)approach;
  return solver_check(encoding->solver, &some_error, 1, satisfiable);
}

static void restart(struct approach *approach) { (void)approach; }

static void run(const struct task *task, struct result *result) {
  struct approach approach = {solve, restart};
  solving_run(task, &approach, result);
}

const struct engine engine_schedule = {
    .name = "schedule",
    .summary = "context-bounded: encodes the choice of threads in one formula",
    .is_symbolic = true,
    .covers = bounds_covers,
    .run = run,
};
