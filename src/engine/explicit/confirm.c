/* The path to the candidate is followed by a trail. If its formula has no model, the symbols in the
 * core of the refutation are what the search has to keep. */
#include "engine/explicit/confirm.h"

#include "engine/trail.h"
#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

struct confirming {
  struct threading *threading;
  const struct reach *reach;
  struct result *result;
  VECTOR(uint32_t) path; /* numbers of states, the last first */
  struct trail trail;
  VECTOR(const struct edge *) needed; /* sources of what has to be known */
};

static void script_of(struct confirming *confirming, uint32_t number) {
  const struct reach *reach = confirming->reach;
  struct answers *answers = &confirming->threading->answers;
  size_t end = number + 1 < reach->nodes.count ? reach->nodes.items[number + 1].first_answer
                                               : reach->answers.count;
  answers_begin(answers);
  for (size_t i = reach->nodes.items[number].first_answer; i < end; i++)
    vector_push(&answers->digits, (struct digit){reach->answers.items[i], UINT64_MAX});
}

static void record_steps(struct confirming *confirming, uint32_t from, uint32_t thread,
                         uint32_t steps) {
  struct threading *threading = confirming->threading;
  if (from != NO_STATE)
    store_load(threading->store, threading->state, from);
  for (uint32_t i = 0; i < steps; i++) {
    threading_step(threading, thread);
    vector_push(&confirming->trail.steps, thread);
  }
}

/* As the search went there. The last step's answers are still in threading.answers. */
static void record(struct confirming *confirming) {
  struct threading *threading = confirming->threading;
  VECTOR(struct digit) last = {0};
  for (size_t i = 0; i < threading->answers.next; i++)
    vector_push(&last, threading->answers.digits.items[i]);
  trail_begin_recording(&confirming->trail, &threading->machine);
  uint32_t from = NO_STATE;
  for (size_t i = confirming->path.count; i-- > 0;) {
    uint32_t number = confirming->path.items[i];
    const struct reach_node *node = &confirming->reach->nodes.items[number];
    script_of(confirming, number);
    if (from == NO_STATE)
      threading_start(threading);
    else
      record_steps(confirming, from, node->thread, node->steps);
    from = number;
  }
  answers_begin(&threading->answers);
  for (size_t i = 0; i < last.count; i++)
    vector_push(&threading->answers.digits, (struct digit){last.items[i].value, UINT64_MAX});
  if (from == NO_STATE)
    threading_start(threading);
  else if (threading->error_thread != NO_THREAD)
    record_steps(confirming, from, threading->error_thread, threading->error_steps);
  trail_end_recording(&confirming->trail, &threading->machine);
  vector_release(&last);
}

static void need_source(const struct term *variable, void *context) {
  struct confirming *confirming = context;
  vector_push(&confirming->needed, confirming->trail.context.symbols.items[variable->value].source);
}

/* Keeps more symbols; false if all of them were kept already. */
static bool keep_sources(struct confirming *confirming) {
  struct map *precision = &confirming->threading->data->context.precision;
  size_t before = precision->count;
  for (size_t i = 0; i < confirming->needed.count; i++)
    map_set(precision, (uintptr_t)confirming->needed.items[i], 1);
  confirming->needed.count = 0;
  return precision->count > before;
}

static enum confirmation refine(struct confirming *confirming) {
  if (keep_sources(confirming))
    return CONFIRM_REFINED;
  /* What the refutation needs is kept already, but was lost on the way: keep all there is. */
  for (size_t i = 0; i < confirming->trail.context.symbols.count; i++)
    vector_push(&confirming->needed, confirming->trail.context.symbols.items[i].source);
  if (keep_sources(confirming))
    return CONFIRM_REFINED;
  snprintf(confirming->result->reason, sizeof confirming->result->reason,
           "an error that needs impossible values, which the search cannot tell apart");
  return CONFIRM_UNDECIDED;
}

static enum confirmation execute(struct confirming *confirming, struct solver *solver) {
  return trail_execute(&confirming->trail, &confirming->threading->machine, solver,
                       confirming->result)
             ? CONFIRM_REAL
             : CONFIRM_UNDECIDED;
}

static void need_core(struct confirming *confirming, const struct solver *solver,
                      const int *literals) {
  for (size_t i = 0; i < confirming->trail.constraints.count; i++)
    if (solver_failed(solver, literals[i]))
      value_variables(confirming->trail.constraints.items[i], need_source, confirming);
}

static enum confirmation solve_with(struct confirming *confirming, struct solver *solver) {
  VECTOR(int) literals = {0};
  for (size_t i = 0; i < confirming->trail.constraints.count; i++)
    vector_push(&literals, solver_literal(solver, confirming->trail.constraints.items[i]));
  bool satisfiable = false, is_unclear = confirming->needed.count > 0;
  enum status status = solver_check(solver, literals.items, literals.count, &satisfiable);
  enum confirmation confirmation = CONFIRM_UNDECIDED;
  if (status != STATUS_OK) {
    snprintf(confirming->result->reason, sizeof confirming->result->reason, "%s",
             solver_reason(solver));
  } else if (satisfiable) {
    confirmation = is_unclear ? refine(confirming) : execute(confirming, solver);
  } else {
    confirming->needed.count = 0;
    need_core(confirming, solver, literals.items);
    confirmation = refine(confirming);
  }
  vector_release(&literals);
  return confirmation;
}

static enum confirmation decide(struct confirming *confirming) {
  if (confirming->trail.contradicts) {
    confirming->needed.count = 0;
    return refine(confirming);
  }
  const struct data *data = confirming->threading->data;
  struct solver *solver = solver_create(data->backend);
  solver_set_limits(solver, data->limits);
  enum confirmation confirmation = solve_with(confirming, solver);
  bool is_float = solver_status(solver) == STATUS_UNSUPPORTED && strcmp(data->backend, "z3") != 0;
  solver_destroy(solver);
  if (!is_float)
    return confirmation;
  solver = solver_create("z3");
  solver_set_limits(solver, data->limits);
  confirmation = solve_with(confirming, solver);
  solver_destroy(solver);
  return confirmation;
}

enum confirmation confirm_candidate(struct threading *threading, const struct reach *reach,
                                    struct result *result) {
  struct confirming confirming = {.threading = threading, .reach = reach, .result = result};
  for (uint32_t at = threading->error_from; at != NO_STATE; at = reach->nodes.items[at].parent)
    vector_push(&confirming.path, at);
  record(&confirming);
  trail_follow(&confirming.trail, &threading->machine);
  for (size_t i = 0; i < confirming.trail.beyond.count; i++)
    value_variables(confirming.trail.beyond.items[i], need_source, &confirming);
  enum confirmation confirmation = decide(&confirming);
  trail_release(&confirming.trail);
  vector_release(&confirming.path);
  vector_release(&confirming.needed);
  return confirmation;
}
