/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates a fixed point of intervals: narrows it, confirms remaining errors or refines the
 * precision, and checks the proof if there are none. */
#include "engine/explicit/interval_search.h"

enum {
  MOST_NARROWINGS = 6,
  MOST_CONFIRMED = 8, /* errors to confirm */
};

/* An action that leads from a state. */
struct interval_arrival {
  uint32_t from;
  const struct action *action;
};
struct interval_arrivals {
  VECTOR(struct interval_arrival) list;
};

static void note_arrival(struct interval_search *in, uint32_t from, const struct action *action,
                         void *context) {
  struct interval_arrivals *arrivals = context;
  uint64_t to;
  struct interval_arrival arrival = {from, action};
  if (action->outcome == OUTCOME_STEPPED && map_get(&in->by_location, action->to, &to))
    vector_push(&arrivals[to].list, arrival);
}

/* Computes the least box of a state from its predecessors; true: the box changes. */
static bool narrow_state(struct interval_search *in, struct interval_state *state,
                         const struct interval_arrivals *arrivals) {
  struct box smaller = {0};
  bool is_reached = false;
  vector_each (arrival, &arrivals->list) {
    const struct interval_state *from = interval_state_at(in, arrival->from);
    if ((from && !from->is_reached) || !interval_is_possible(in, from, arrival->action))
      continue;
    interval_transfer(in, from, arrival->action);
    if (is_reached)
      box_join(&smaller, &in->box);
    else
      box_copy(&smaller, &in->box);
    is_reached = true;
  }
  bool changes =
      !is_reached || (box_includes(&state->box, &smaller) && !box_includes(&smaller, &state->box));
  state->is_reached = is_reached;
  if (changes && is_reached)
    box_copy(&state->box, &smaller);
  box_release(&smaller);
  return changes;
}

/* Recomputes the boxes without widening, in the order in which states were found. */
static void narrow_boxes(struct interval_search *in) {
  struct interval_arrivals *arrivals =
      memory_allocate_zeroed((in->states.count + 1) * sizeof *arrivals);
  interval_visit_actions(in, note_arrival, arrivals);
  bool changes = true;
  for (unsigned pass = 0; changes && pass < MOST_NARROWINGS; pass++) {
    changes = false;
    for (size_t i = 0; i < in->states.count && !location_search_is_over(&in->common); i++)
      if (in->states.items[i].is_reached)
        changes |= narrow_state(in, &in->states.items[i], &arrivals[i]);
  }
  for (size_t i = 0; i < in->states.count; i++)
    vector_release(&arrivals[i].list);
  memory_release(arrivals);
}

struct candidate_errors {
  VECTOR(struct interval_arrival) list;
};

static void find_errors(struct interval_search *in, uint32_t from, const struct action *action,
                        void *context) {
  struct candidate_errors *errors = context;
  bool fails = action->outcome == OUTCOME_VIOLATION || action->outcome == OUTCOME_UNSUPPORTED ||
               action->outcome == OUTCOME_LIMIT;
  struct interval_arrival error = {from, action};
  if (fails && interval_is_possible(in, interval_state_at(in, from), action))
    vector_push(&errors->list, error);
}

/* The check of the proof has its own solver session. */
struct interval_check {
  struct entailment entailment;
  struct premises premises, goals;
  bool holds;
};

/* Does the action lead only to data states of this state? */
static bool is_in_state(struct interval_search *in, struct interval_check *check,
                        const struct action *action, const struct interval_state *to) {
  if (!to->is_reached || to->location != action->to)
    return false;
  struct premises behind = {0};
  interval_list_symbols(in, action->to, &in->symbols);
  box_add_facts(&to->box, in->common.cells.context.terms, &in->symbols, &behind);
  vector_append(&behind, to->holds.items, to->holds.count);
  check->goals.count = 0;
  for (size_t i = 0; i < behind.count; i++)
    vector_push(&check->goals, action_said_before(&in->common.cells, action, behind.items[i]));
  vector_release(&behind);
  return entailment_implies_all(&check->entailment, &check->premises, &check->goals);
}

/* Does the action lead only to data states of one reached state? */
static bool leads_to_state(struct interval_search *in, struct interval_check *check,
                           const struct action *action) {
  if (action->outcome != OUTCOME_STEPPED || action->to >= in->common.reach.partitions.count)
    return false;
  const struct reach_partition *there = &in->common.reach.partitions.items[action->to];
  for (size_t i = 0; i < there->states.count; i++)
    if (is_in_state(in, check, action, &in->states.items[there->states.items[i]]))
      return true;
  return false;
}

/* Checks an action; first the cheaper question, whether it leads to a known state. */
static void check_action(struct interval_search *in, uint32_t from, const struct action *action,
                         void *context) {
  struct interval_check *check = context;
  if (!check->holds || action->outcome == OUTCOME_EXITED || action->outcome == OUTCOME_PRUNED)
    return;
  interval_add_premises(in, interval_state_at(in, from), action, &check->premises);
  check->holds = leads_to_state(in, check, action) ||
                 !entailment_allows(&check->entailment, &check->premises, &check->premises);
}

/* Are the states closed under every action, and does none fail? The actions of all reached states
 * must be known. */
static bool is_proof_right(struct interval_search *in) {
  struct interval_check check = {.holds = true};
  entailment_init(&check.entailment, in->common.cells.context.terms, in->entailment.session.backend,
                  &in->common.task->limits);
  for (size_t i = 0; i < in->states.count; i++)
    check.holds &= !in->states.items[i].is_reached ||
                   in->common.locations.list.items[in->states.items[i].location].is_known;
  interval_visit_actions(in, check_action, &check);
  entailment_release(&check.entailment);
  vector_release(&check.premises);
  vector_release(&check.goals);
  return check.holds;
}

/* The path on which the states were first reached, followed by the failing action. */
static void find_path(const struct interval_search *in, const struct interval_state *from,
                      const struct action *action, struct path *path) {
  path_add(path, action->move, action->answers.items, action->answers.count);
  while (from) {
    path_add(path, from->action->move, from->action->answers.items, from->action->answers.count);
    from = from->parent == NO_STATE ? NULL : &in->states.items[from->parent];
  }
  path_reverse(path);
}

/* Does the path end a step at a loop, where no schedule does? */
static bool ends_early(const struct interval_search *in, const struct interval_state *from) {
  for (; from; from = from->parent == NO_STATE ? NULL : &in->states.items[from->parent])
    if (from->action->ends_early)
      return true;
  return false;
}

/* Is there an execution with this error? */
static bool confirm_error(struct interval_search *in, const struct interval_state *from,
                          const struct action *action) {
  if (ends_early(in, from))
    return false;
  struct path path = {0};
  find_path(in, from, action, &path);
  bool is_confirmed = location_search_confirm(&in->common, &path);
  path_release(&path);
  return is_confirmed;
}

static void say_not_excluded(struct interval_search *in, const struct candidate_errors *errors) {
  const char *reason = NULL;
  for (size_t i = 0; i < errors->list.count && !reason; i++)
    reason = errors->list.items[i].action->reason;
  result_set_unknown(in->common.result, "%s",
                     reason && *reason ? reason
                                       : "the intervals are too coarse to exclude an error");
}

/* Makes cells exact on which an unconfirmed error depends: the cells in the condition of a
 * violation, or those that had to be numbers in an unsupported step. */
static bool refine_precision(struct interval_search *in, const struct candidate_errors *errors) {
  bool grew = false;
  for (size_t i = 0; i < errors->list.count; i++) {
    const struct action *action = errors->list.items[i].action;
    bool is_violation = action->outcome == OUTCOME_VIOLATION;
    const struct premises *terms = is_violation ? &action->facts : &action->unresolved;
    for (size_t j = 0; j < terms->count; j++)
      grew |= cells_make_exact(&in->common.cells, terms->items[j]);
  }
  in->refinements += grew;
  return grew;
}

static bool has_violation(const struct candidate_errors *errors) {
  for (size_t i = 0; i < errors->list.count; i++)
    if (errors->list.items[i].action->outcome == OUTCOME_VIOLATION)
      return true;
  return false;
}

/* Handles possible errors. True: restart the search. */
static bool treat_errors(struct interval_search *in, const struct candidate_errors *errors) {
  for (size_t i = 0; i < errors->list.count && i < MOST_CONFIRMED; i++) {
    const struct interval_arrival *error = &errors->list.items[i];
    if (error->action->outcome == OUTCOME_VIOLATION &&
        confirm_error(in, interval_state_at(in, error->from), error->action))
      return false;
  }
  if ((has_violation(errors) && interval_relations_gather(in)) || refine_precision(in, errors))
    return true;
  say_not_excluded(in, errors);
  return false;
}

bool fixed_point_decide(struct location_search *search) {
  struct interval_search *in = (struct interval_search *)search;
  struct candidate_errors errors = {0};
  if (in->has_widened)
    narrow_boxes(in);
  interval_visit_actions(in, find_errors, &errors);
  bool again = false;
  if (errors.list.count)
    again = treat_errors(in, &errors);
  else
    location_search_conclude(search, is_proof_right(in), "intervals");
  vector_release(&errors.list);
  return again;
}
