/* SPDX-License-Identifier: Apache-2.0 */
/* Under-approximation and widening (section 3.4 and figure 5 of the paper): uses the formula of
 * schedule recording, with a control literal for each thread selection that forbids it. At first,
 * all selections but one after each switch are forbidden, which leaves one interleaving. If there
 * is no error, the selections in the unsatisfiable core are allowed, and the formula is solved
 * again. If the core contains none, no interleaving has an error. */
#include "engine/engine.h"

#include "engine/context/bounds.h"
#include "engine/context/solving.h"
#include "solver/solver.h"

struct widening {
  struct approach approach; /* first */
  VECTOR(bool) allowed;     /* by position in encoding.selections */
  VECTOR(bool) is_begun;    /* by number of switches: is a first selection allowed? */
  uint64_t iterations, literals, cores, core_literals;
};

static void forget_allowed(struct approach *approach) {
  struct widening *widening = (struct widening *)approach;
  widening->allowed.count = widening->is_begun.count = 0;
}

/* Of the new selections, allows the first one after each switch. */
static void note_selections(struct widening *widening, const struct encoding *encoding) {
  while (widening->allowed.count < encoding->selections.count) {
    uint32_t index = encoding->selections.items[widening->allowed.count].index;
    vector_ensure(&widening->is_begun, index);
    vector_push(&widening->allowed, !widening->is_begun.items[index]);
    widening->is_begun.items[index] = true;
  }
  if (widening->literals < encoding->selections.count)
    widening->literals = encoding->selections.count;
}

/* Allows the selections whose prohibition is in the core; false: there are none. */
static bool allow_core(struct widening *widening, const struct encoding *encoding) {
  size_t count = 0;
  for (size_t i = 0; i < encoding->selections.count; i++)
    if (!widening->allowed.items[i] &&
        solver_failed(encoding->solver, -encoding->selections.items[i].literal)) {
      widening->allowed.items[i] = true;
      count++;
    }
  widening->cores++;
  widening->core_literals += count;
  return count != 0;
}

static enum status solve_widening(struct approach *approach, struct encoding *encoding,
                                  int some_error, bool *satisfiable) {
  struct widening *widening = (struct widening *)approach;
  VECTOR(int) assumptions = {0};
  enum status status;
  note_selections(widening, encoding);
  do {
    assumptions.count = 0;
    vector_push(&assumptions, some_error);
    for (size_t i = 0; i < encoding->selections.count; i++)
      if (!widening->allowed.items[i])
        vector_push(&assumptions, -encoding->selections.items[i].literal);
    widening->iterations++;
    status = solver_check(encoding->solver, assumptions.items, assumptions.count, satisfiable);
  } while (status == STATUS_OK && !*satisfiable && allow_core(widening, encoding));
  vector_release(&assumptions);
  return status;
}

static void run_widen(const struct task *task, struct result *result) {
  struct widening widening = {.approach = {solve_widening, forget_allowed}};
  solving_run(task, &widening.approach, result);
  result_add_statistic(result, "iterations", (double)widening.iterations);
  result_add_statistic(result, "control literals", (double)widening.literals);
  result_add_statistic(result, "cores", (double)widening.cores);
  vector_release(&widening.allowed);
  vector_release(&widening.is_begun);
}

const struct engine engine_widen = {
    .name = "widen",
    .summary = "context-bounded: starts from one interleaving and widens it on demand",
    .is_symbolic = true,
    .uses = "por solver contexts unwind",
    .models = MODEL_BIT(MEMORY_SC),
    .decisions = bounds_decisions,
    .is_wanted = bounds_are_wanted,
    .run = run_widen,
};
