/* The path is followed by a trail. */
#include "engine/impact/confirm.h"

#include "engine/trail.h"
#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

static void record(struct locations *locations, const struct art *tree, const struct route *route,
                   struct trail *trail) {
  uint32_t from = NO_LOCATION;
  trail_begin_recording(trail, &locations->machine);
  for (size_t i = 0; i < route->moments.count; i++) {
    const struct moment *moment = &route->moments.items[i];
    locations_repeat(locations, from, moment->action);
    for (uint32_t j = 0; j < moment->action->steps; j++)
      vector_push(&trail->steps, moment->action->thread);
    if (moment->node != NO_NODE)
      from = tree->nodes.items[moment->node].location;
  }
  trail_end_recording(trail, &locations->machine);
}

static bool solve(const struct locations *locations, const struct trail *trail,
                  struct result *result, const char *backend) {
  struct solver *solver = solver_create(backend);
  solver_set_limits(solver, &locations->task->limits);
  for (size_t i = 0; i < trail->constraints.count; i++)
    solver_assert(solver, trail->constraints.items[i]);
  bool satisfiable = false, is_real = false;
  enum status status = solver_check(solver, NULL, 0, &satisfiable);
  if (status != STATUS_OK)
    snprintf(result->reason, sizeof result->reason, "%s", solver_reason(solver));
  else if (satisfiable)
    is_real = trail_execute(trail, &locations->machine, solver, result);
  else
    snprintf(result->reason, sizeof result->reason, "an error could not be confirmed");
  solver_destroy(solver);
  if (status == STATUS_UNSUPPORTED && strcmp(backend, "z3") != 0)
    return solve(locations, trail, result, "z3");
  return is_real;
}

bool confirm_error(struct locations *locations, const struct art *tree, const struct route *route,
                   struct result *result) {
  struct trail trail = {0};
  const struct task *task = locations->task;
  bool is_real = false;
  record(locations, tree, route, &trail);
  trail_follow(&trail, &locations->machine);
  if (trail.contradicts)
    snprintf(result->reason, sizeof result->reason, "an error could not be confirmed");
  else
    is_real = solve(locations, &trail, result, task->solver ? task->solver : "sat");
  trail_release(&trail);
  return is_real;
}
