/* SPDX-License-Identifier: Apache-2.0 */
/* Locations and boxes as an analysis, and what is made of its fixed point. */
#include "engine/explicit/interval.h"

#include "analysis/reuse.h"
#include "base/text.h"
#include "engine/explicit/box.h"
#include "engine/explicit/reach.h"
#include "explore/confirm.h"

#include <stdio.h>

enum {
  JOINS_BEFORE_WIDENING = 3,
  JOINS_BEFORE_GIVING_UP = 40, /* thresholds: then a range grows to all numbers */
  NARROWINGS = 3,
  MOST_CANDIDATES = 8, /* errors that are tried to be confirmed */
};

/* A kept state. */
struct interval_state {
  uint32_t location;
  struct box box;
  bool is_reached;  /* narrowing may find that it is not */
  uint32_t joins;   /* that changed the box */
  bool is_expanded; /* its successors are those of the box as it is */
  uint32_t parent;  /* the state from which it was first reached; NO_STATE: the start … */
  const struct action *action; /* … and how */
};

struct interval_search {
  struct cpa cpa; /* first: the analysis is the intervals */
  const struct task *task;
  struct result *result;
  struct cells cells;
  struct entailment entailment;
  struct locations locations;
  struct thresholds thresholds;
  VECTOR(struct interval_state) states;
  struct map by_location; /* number of the state */
  struct reach reach;
  /* The state under construction: */
  uint32_t location;
  struct box box;
  uint32_t parent;
  const struct action *action;
  bool without_claims;
  const char *limit;
  uint64_t attempts, looks;
};

property_set interval_covers(void) {
  return (property_set)1 << PROPERTY_REACH | (property_set)1 << PROPERTY_SPEC |
         (property_set)1 << PROPERTY_ABORT | (property_set)1 << PROPERTY_MEMORY |
         (property_set)1 << PROPERTY_LOCK | (property_set)1 << PROPERTY_OVERFLOW |
         (property_set)1 << PROPERTY_DIVISION;
}

static void unknown(struct interval_search *in, const char *reason) {
  in->result->verdict = VERDICT_UNKNOWN;
  snprintf(in->result->reason, sizeof in->result->reason, "%s", reason);
}

/* What holds before an action: the box, and what the action assumes. */
static void add_premises(const struct interval_search *in, const struct box *box, uint32_t location,
                         const struct action *action, struct premises *premises) {
  premises->count = 0;
  if (box)
    box_add_facts(box, &in->locations, location, premises);
  for (size_t i = 0; i < action->facts.count; i++)
    vector_push(premises, action->facts.items[i]);
}

static bool is_possible(struct interval_search *in, const struct box *box, uint32_t location,
                        const struct action *action) {
  struct premises premises = {0};
  add_premises(in, box, location, action, &premises);
  bool possible = entailment_allows(&in->entailment, &premises, &premises);
  vector_release(&premises);
  return possible;
}

static void note_constants(struct interval_search *in, const struct action *action) {
  const struct cell_bounds *bounds[2] = {&action->own, &action->others};
  for (size_t i = 0; i < action->facts.count; i++)
    thresholds_add(&in->thresholds, action->facts.items[i]);
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < bounds[i]->count; j++)
      thresholds_add(&in->thresholds, bounds[i]->items[j].term);
}

/* Must the search begin anew, or end? */
static bool is_void(struct interval_search *in) {
  if (in->looks++ % 16 == 0 && !in->limit)
    limits_check(&in->task->limits, &in->limit);
  return in->limit || in->cells.grew || in->locations.has_too_many ||
         locations_violate_claim(&in->locations);
}

/* The state behind an action that is possible. */
static void take_action(struct interval_search *in, const struct box *box, uint32_t parent,
                        const struct action *action) {
  static const struct answers no_answers; /* paths are kept here, not by the algorithm */
  if (action->outcome != OUTCOME_STEPPED || !is_possible(in, box, action->move.from, action))
    return;
  note_constants(in, action);
  in->location = action->to;
  in->parent = parent;
  in->action = action;
  box_transfer(box, &in->locations, action, &in->box);
  struct cpa_step step = {action->move, &no_answers};
  bool fresh;
  step.move.from = parent;
  reach_arrive(&in->reach, &step, &fresh);
}

static enum cpa_answer initial(struct cpa *cpa, struct reach *reach) {
  struct interval_search *in = (struct interval_search *)cpa;
  (void)reach;
  for (size_t i = 0; i < in->locations.starts.count && !is_void(in); i++)
    take_action(in, NULL, NO_STATE, &in->locations.starts.items[i]);
  return is_void(in) ? CPA_STOP : CPA_GO_ON;
}

static enum cpa_answer transfer(struct cpa *cpa, uint32_t from, struct reach *reach) {
  struct interval_search *in = (struct interval_search *)cpa;
  (void)reach;
  if (in->states.items[from].is_expanded)
    return CPA_GO_ON;
  in->states.items[from].is_expanded = true;
  struct box box = {0};
  uint32_t at = in->states.items[from].location;
  box_copy(&box, &in->states.items[from].box);
  locations_get(&in->locations, at);
  for (size_t i = 0; i < in->locations.list.items[at].stands.count; i++)
    for (size_t j = 0;
         j < in->locations.list.items[at].stands.items[i].actions.count && !is_void(in); j++)
      take_action(in, &box, from, &in->locations.list.items[at].stands.items[i].actions.items[j]);
  box_release(&box);
  return is_void(in) ? CPA_STOP : CPA_GO_ON;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as cpa.h has it. */
static bool postponed(struct cpa *cpa, uint32_t *number) {
  (void)cpa, (void)number;
  return false;
}

static uint32_t partition(struct cpa *cpa) { return ((struct interval_search *)cpa)->location; }

static bool covers(struct cpa *cpa, uint32_t old) {
  struct interval_search *in = (struct interval_search *)cpa;
  return in->states.items[old].location == in->location &&
         box_includes(&in->states.items[old].box, &in->box);
}

static bool merge(struct cpa *cpa, uint32_t old) {
  struct interval_search *in = (struct interval_search *)cpa;
  struct interval_state *state = &in->states.items[old];
  if (state->location != in->location)
    return false;
  struct box before = {0};
  box_copy(&before, &state->box);
  box_join(&state->box, &in->box);
  if (state->joins++ >= JOINS_BEFORE_WIDENING)
    box_widen(&state->box, &before, &in->locations, state->location,
              state->joins < JOINS_BEFORE_GIVING_UP ? &in->thresholds : NULL);
  state->is_expanded = false;
  box_release(&before);
  return true;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as cpa.h has it. */
static bool is_kept(struct cpa *cpa, uint32_t *number) {
  (void)cpa, (void)number;
  return false; /* `covers` finds it */
}

static uint32_t keep(struct cpa *cpa, bool *fresh) {
  struct interval_search *in = (struct interval_search *)cpa;
  uint32_t number = (uint32_t)in->states.count;
  vector_push(&in->states, (struct interval_state){.location = in->location,
                                                   .is_reached = true,
                                                   .parent = in->parent,
                                                   .action = in->action});
  box_copy(&in->states.items[number].box, &in->box);
  map_set(&in->by_location, in->location, number);
  *fresh = true;
  return number;
}

static uint32_t priority(struct cpa *cpa, const struct cpa_step *step) {
  (void)cpa, (void)step;
  return 0;
}

static const struct cpa_ops operators = {
    .name = "interval",
    .initial = initial,
    .transfer = transfer,
    .postponed = postponed,
    .partition = partition,
    .covers = covers,
    .merge = merge,
    .is_kept = is_kept,
    .keep = keep,
    .priority = priority,
};

/* Calls `visit` with every action and the state it starts from (NULL: the start of the program). */
static void visit_actions(struct interval_search *in,
                          void (*visit)(struct interval_search *in,
                                        const struct interval_state *from,
                                        const struct action *action, void *context),
                          void *context) {
  for (size_t i = 0; i < in->locations.starts.count; i++)
    visit(in, NULL, &in->locations.starts.items[i], context);
  for (size_t n = 0; n < in->states.count; n++) {
    const struct standpoint *at = &in->locations.list.items[in->states.items[n].location];
    for (size_t i = 0; in->states.items[n].is_reached && i < at->stands.count; i++)
      for (size_t j = 0; j < at->stands.items[i].actions.count; j++)
        visit(in, &in->states.items[n], &at->stands.items[i].actions.items[j], context);
  }
}

/* New boxes while those they are computed from stay as they are. */
struct narrowing_round {
  struct interval_state *fresh; /* by number of the state */
};

static void narrow_by(struct interval_search *in, const struct interval_state *from,
                      const struct action *action, void *context) {
  struct narrowing_round *round = context;
  uint64_t to;
  if (action->outcome != OUTCOME_STEPPED ||
      !is_possible(in, from ? &from->box : NULL, action->move.from, action) ||
      !map_get(&in->by_location, action->to, &to))
    return;
  struct interval_state *state = &round->fresh[to];
  box_transfer(from ? &from->box : NULL, &in->locations, action, &in->box);
  if (state->is_reached)
    box_join(&state->box, &in->box);
  else
    box_copy(&state->box, &in->box);
  state->is_reached = true;
}

/* Once more without widening: what that gave away needlessly comes back. */
static void narrow(struct interval_search *in) {
  struct narrowing_round round = {
      memory_allocate_zeroed((in->states.count + 1) * sizeof *round.fresh)};
  visit_actions(in, narrow_by, &round);
  for (size_t i = 0; i < in->states.count; i++) {
    struct interval_state *state = &in->states.items[i];
    bool is_smaller = round.fresh[i].is_reached && box_includes(&state->box, &round.fresh[i].box);
    if (is_smaller)
      box_copy(&state->box, &round.fresh[i].box);
    state->is_reached &= round.fresh[i].is_reached;
    box_release(&round.fresh[i].box);
  }
  memory_release(round.fresh);
}

struct candidate_list {
  VECTOR(const struct interval_state *) from;
  VECTOR(const struct action *) actions;
};

static void find_errors(struct interval_search *in, const struct interval_state *from,
                        const struct action *action, void *context) {
  struct candidate_list *list = context;
  bool fails = action->outcome == OUTCOME_VIOLATION || action->outcome == OUTCOME_UNSUPPORTED ||
               action->outcome == OUTCOME_LIMIT;
  if (!fails || !is_possible(in, from ? &from->box : NULL, action->move.from, action))
    return;
  vector_push(&list->from, from);
  vector_push(&list->actions, action);
}

/* Checking the proof, with an entailment of its own. */
struct interval_check {
  struct entailment entailment;
  struct premises premises, goals;
  bool holds;
};

static void check_action(struct interval_search *in, const struct interval_state *from,
                         const struct action *action, void *context) {
  struct interval_check *check = context;
  uint64_t to;
  if (!check->holds)
    return;
  add_premises(in, from ? &from->box : NULL, action->move.from, action, &check->premises);
  if (!entailment_allows(&check->entailment, &check->premises, &check->premises) ||
      action->outcome == OUTCOME_EXITED || action->outcome == OUTCOME_PRUNED)
    return;
  check->holds = action->outcome == OUTCOME_STEPPED && map_get(&in->by_location, action->to, &to) &&
                 in->states.items[to].is_reached;
  if (!check->holds)
    return;
  struct premises behind = {0};
  box_add_facts(&in->states.items[to].box, &in->locations, action->to, &behind);
  check->goals.count = 0;
  for (size_t i = 0; i < behind.count; i++)
    vector_push(&check->goals, action_said_before(&in->locations, action, behind.items[i]));
  check->holds = entailment_implies_all(&check->entailment, &check->premises, &check->goals);
  vector_release(&behind);
}

/* Are the boxes closed under every action, and does none fail? Of every state reached the actions
 * must be known. */
static bool is_proof_right(struct interval_search *in) {
  struct interval_check check = {.holds = true};
  entailment_init(&check.entailment, in->cells.context.terms, in->entailment.session.backend,
                  &in->task->limits);
  for (size_t i = 0; i < in->states.count; i++)
    check.holds &= !in->states.items[i].is_reached ||
                   in->locations.list.items[in->states.items[i].location].is_known;
  visit_actions(in, check_action, &check);
  entailment_release(&check.entailment);
  vector_release(&check.premises);
  vector_release(&check.goals);
  return check.holds;
}

/* The path by which the states were first reached, and the action that fails. */
static void find_path(const struct interval_search *in, const struct interval_state *from,
                      const struct action *action, struct path *path) {
  path_add(path, action->move, action->answers.items, action->answers.count);
  while (from) {
    path_add(path, from->action->move, from->action->answers.items, from->action->answers.count);
    from = from->parent == NO_STATE ? NULL : &in->states.items[from->parent];
  }
  path_reverse(path);
}

/* Does the path end steps where no schedule does? */
static bool ends_early(const struct interval_search *in, const struct interval_state *from) {
  for (; from; from = from->parent == NO_STATE ? NULL : &in->states.items[from->parent])
    if (from->action->ends_early)
      return true;
  return false;
}

/* Is the error that of an execution? */
static bool confirm(struct interval_search *in, const struct interval_state *from,
                    const struct action *action) {
  if (ends_early(in, from))
    return false;
  struct result *result = in->result;
  struct explorer *explorer = &in->locations.symbolic.explorer;
  struct confirmation confirmation = {.backend = in->entailment.session.backend,
                                      .limits = &in->task->limits,
                                      .schedule = &result->schedule};
  struct path path = {0};
  find_path(in, from, action, &path);
  explorer->machine.ends_at_loops = false;
  bool is_real = confirm_path(&confirmation, explorer, &path) == CONFIRM_REAL;
  if (is_real) {
    result->verdict = VERDICT_FALSE;
    result->violation = confirmation.violation;
    result->properties = explorer->machine.properties;
  } else {
    schedule_release(&result->schedule);
    result->schedule = (struct schedule){0};
  }
  path_release(&path);
  confirmation_release(&confirmation);
  return is_real;
}

static void say_not_excluded(struct interval_search *in, const struct candidate_list *list) {
  struct text text = {0};
  for (size_t i = 0; i < list->actions.count && !text.length; i++)
    if (list->actions.items[i]->reason)
      text_add(&text, list->actions.items[i]->reason);
  if (!text.length)
    text_add(&text, "the intervals do not exclude an error that could not be confirmed");
  unknown(in, text_get(&text));
  text_release(&text);
}

/* A solver that met a limit gave no answer. */
static void say_not_checked(struct interval_search *in) {
  const char *limit = NULL;
  bool is_over = limits_check(&in->task->limits, &limit) != STATUS_OK;
  unknown(in, is_over && limit ? limit : "a proof by intervals did not pass its check");
}

static void decide(struct interval_search *in) {
  struct candidate_list errors = {0};
  for (int i = 0; i < NARROWINGS; i++)
    narrow(in);
  visit_actions(in, find_errors, &errors);
  bool is_real = false;
  for (size_t i = 0; i < errors.actions.count && i < MOST_CANDIDATES && !is_real; i++)
    is_real = errors.actions.items[i]->outcome == OUTCOME_VIOLATION &&
              confirm(in, errors.from.items[i], errors.actions.items[i]);
  if (!is_real && errors.actions.count)
    say_not_excluded(in, &errors);
  else if (!is_real && !is_proof_right(in))
    say_not_checked(in);
  else if (!is_real &&
           stale_addresses_has(in->task->program, REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS))
    unknown(in,
            "no violation as long as addresses are not used again, which intervals do not know");
  else if (!is_real)
    in->result->verdict = VERDICT_TRUE;
  vector_release(&errors.from);
  vector_release(&errors.actions);
}

static bool extends_chain(void *owner) {
  return !((struct locations *)owner)->symbolic.explorer.machine.ended_early;
}

static void forget_states(struct interval_search *in) {
  for (size_t i = 0; i < in->states.count; i++)
    box_release(&in->states.items[i].box);
  in->states.count = 0;
  map_release(&in->by_location);
  in->by_location = (struct map){0};
  reach_release(&in->reach);
  locations_release(&in->locations);
}

/* One search with the precision there is; true: begin another one. */
static bool attempt(struct interval_search *in) {
  in->attempts++;
  in->cells.grew = false;
  locations_init(&in->locations, in->task, in->task->properties & interval_covers(), &in->cells,
                 in->without_claims);
  in->locations.symbolic.explorer.machine.ends_at_loops = true;
  in->locations.symbolic.explorer.extends_chain = extends_chain;
  locations_start(&in->locations);
  in->reach = (struct reach){
      .cpa = &in->cpa, .partitioning = PARTITION_LOCATIONS, .waitlist.breadth_first = true};
  enum reach_end end = reach_run(&in->reach);
  bool is_violated = locations_violate_claim(&in->locations);
  const char *limit = in->limit ? in->limit : in->locations.symbolic.explorer.limit;
  bool again = !limit && (in->cells.grew || is_violated);
  in->without_claims |= is_violated;
  if (limit)
    unknown(in, limit);
  else if (!again && in->locations.has_too_many)
    unknown(in, "a step with too many outcomes");
  else if (!again && end == REACH_EXHAUSTED)
    decide(in);
  return again;
}

void interval_run(const struct task *task, uint32_t most_numbers, struct result *result) {
  struct interval_search in = {.cpa = {&operators}, .task = task, .result = result};
  cells_init(&in.cells, task->program);
  in.cells.most_numbers = most_numbers ? most_numbers : in.cells.most_numbers;
  entailment_init(&in.entailment, in.cells.context.terms, task->solver ? task->solver : "sat",
                  &task->limits);
  result->verdict = VERDICT_UNKNOWN;
  while (attempt(&in))
    forget_states(&in);
  result_add_statistic(result, "interval attempts", (double)in.attempts);
  result_add_statistic(result, "interval states", (double)in.states.count);
  result_add_statistic(result, "merged", (double)in.reach.merged);
  result_add_statistic(result, "questions", (double)in.entailment.asked);
  forget_states(&in);
  vector_release(&in.states);
  box_release(&in.box);
  thresholds_release(&in.thresholds);
  entailment_release(&in.entailment);
  cells_release(&in.cells);
}
