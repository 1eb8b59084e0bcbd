/* SPDX-License-Identifier: Apache-2.0 */
/* Records the ends of paths. */
#include "engine/order/checks.h"

void outcomes_leave_out_where(struct order_run *run, const struct thread_path *path,
                              const struct term *condition, const struct edge *edge,
                              const char *what) {
  struct incompleteness left_out = {.condition = order_and(run->terms, path->guard, condition),
                                    .node = path->node,
                                    .what = what,
                                    .edge = run->site ? run->site : edge};
  if (!term_is_false(left_out.condition))
    vector_push(&run->outcomes.incomplete, left_out);
}

void outcomes_leave_out(struct order_run *run, const struct thread_path *path,
                        const struct edge *edge, const char *what) {
  outcomes_leave_out_where(run, path, always(run->terms), edge, what);
}

void outcomes_end(struct order_run *run, struct thread_path *path, const struct edge *edge,
                  const char *what) {
  outcomes_leave_out(run, path, edge, what);
  path->guard = never(run->terms);
}

void outcomes_cut_off(struct order_run *run, const struct thread_path *path, uint64_t bound,
                      bool decided) {
  vector_push(&run->outcomes.incomplete, (struct incompleteness){.condition = path->guard,
                                                                 .node = path->node,
                                                                 .unwinding = true,
                                                                 .decided = decided,
                                                                 .bound = bound});
}

void outcomes_assume(struct order_run *run, struct thread_path *path,
                     const struct term *condition) {
  condition = symbols_decide(&run->symbols, path->guard, condition);
  if (term_is_true(condition))
    return;
  if (path->atomic_depth) {
    const struct term *violated = order_not(run->terms, condition);
    struct impossible impossible = {order_and(run->terms, path->guard, violated), path->node};
    vector_push(&run->outcomes.impossible, impossible);
    if (!map_get(&run->knowledge->assuming, path->section, NULL)) {
      map_set(&run->knowledge->assuming, path->section, 1);
      run->knowledge->changed = true;
    }
  }
  path->guard = order_and(run->terms, path->guard, condition);
}

void outcomes_check(struct order_run *run, struct thread_path *path, const struct term *holds,
                    enum property property, bool fatal) {
  holds = symbols_decide(&run->symbols, path->guard, holds);
  if (term_is_true(holds))
    return;
  if (!order_run_checks(run, property)) {
    if (fatal)
      outcomes_assume(run, path, holds);
    return;
  }
  struct possible_error error = {order_and(run->terms, path->guard, order_not(run->terms, holds)),
                                 path->thread};
  if (!term_is_false(error.condition))
    vector_push(&run->outcomes.errors, error);
  path->guard = order_and(run->terms, path->guard, holds);
}

void outcomes_note_stop(struct order_run *run, const struct term *condition, size_t first_event,
                        bool is_wait) {
  if (run->memory_model != MEMORY_RC11 || term_is_false(condition) ||
      !order_run_checks(run, PROPERTY_DEADLOCK))
    return;
  struct order_stop stop = {condition, (uint32_t)first_event, (uint32_t)run->log.events.count,
                            is_wait};
  vector_push(&run->endings.stops, stop);
}

void outcomes_add_choice(struct order_run *run, const struct thread_path *path,
                         const struct edge *edge, const struct term *guard,
                         const struct term *value) {
  vector_push(&run->outcomes.choices, (struct choice){path->thread, edge, guard, value});
}
