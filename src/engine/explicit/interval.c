/* SPDX-License-Identifier: Apache-2.0 */
/* Locations, boxes and relations as an analysis for reach.c, and the attempts with it. */
#include "engine/explicit/interval.h"

#include "engine/explicit/interval_search.h"
#include "engine/traits.h"

#include <string.h>

enum {
  JOINS_BEFORE_WIDENING = 3,   /* at the head of a loop */
  JOINS_BEFORE_GIVING_UP = 40, /* then a range grows to all numbers */
  JOINS_ELSEWHERE = 200,       /* at other places, to be sure that the search ends */
};

void interval_list_symbols(const struct interval_search *in, uint32_t location,
                           struct symbol_list *symbols) {
  const struct standpoint *there = &in->common.locations.list.items[location];
  symbols->count = 0;
  for (size_t i = 0; i < there->cells.count; i++)
    vector_push(symbols, in->common.cells.list.items[there->cells.items[i]].symbols[0]);
}

void interval_transfer(struct interval_search *in, const struct interval_state *from,
                       const struct action *action) {
  const struct standpoint *behind = &in->common.locations.list.items[action->to];
  box_transfer_begin(&in->transfer, &action->facts);
  if (from) {
    interval_list_symbols(in, from->location, &in->symbols);
    box_transfer_know(&in->transfer, &in->symbols, &from->box);
  }
  in->box.ranges.count = 0;
  for (size_t i = 0; i < behind->cells.count; i++) {
    const struct term *term = action_bound(action, behind->cells.items[i]);
    const struct term *symbol = in->common.cells.list.items[behind->cells.items[i]].symbols[0];
    const struct cell_range *before = term ? NULL : box_transfer_known(&in->transfer, symbol);
    struct cell_range known = before && !action->facts.count
                                  ? *before
                                  : box_transfer_range(&in->transfer, term ? term : symbol);
    vector_push(&in->box.ranges, known);
  }
}

void interval_add_premises(struct interval_search *in, const struct interval_state *from,
                           const struct action *action, struct premises *premises) {
  premises->count = 0;
  if (from) {
    interval_list_symbols(in, from->location, &in->symbols);
    box_add_facts(&from->box, in->common.cells.context.terms, &in->symbols, premises);
  }
  for (size_t i = 0; from && i < from->holds.count; i++)
    vector_push(premises, from->holds.items[i]);
  vector_append(premises, action->facts.items, action->facts.count);
}

bool interval_is_possible(struct interval_search *in, const struct interval_state *from,
                          const struct action *action) {
  if (!action->facts.count)
    return true;
  struct premises premises = {0};
  interval_add_premises(in, from, action, &premises);
  bool possible = entailment_allows(&in->entailment, &premises, &action->facts);
  vector_release(&premises);
  return possible;
}

void interval_visit_actions(struct interval_search *in,
                            void (*visit)(struct interval_search *in, uint32_t from,
                                          const struct action *action, void *context),
                            void *context) {
  for (size_t i = 0; i < in->common.locations.starts.count; i++)
    visit(in, NO_STATE, &in->common.locations.starts.items[i], context);
  for (uint32_t n = 0; n < in->states.count; n++) {
    const struct standpoint *at = &in->common.locations.list.items[in->states.items[n].location];
    for (size_t i = 0; in->states.items[n].is_reached && i < at->stands.count; i++)
      for (size_t j = 0; j < at->stands.items[i].actions.count; j++)
        visit(in, n, &at->stands.items[i].actions.items[j], context);
  }
}

static void note_constants(struct interval_search *in, const struct action *action) {
  const struct cell_bounds *bounds[2] = {&action->own, &action->others};
  for (size_t i = 0; i < action->facts.count; i++)
    thresholds_add(&in->thresholds, action->facts.items[i]);
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < bounds[i]->count; j++)
      thresholds_add(&in->thresholds, bounds[i]->items[j].term);
}

/* Must the search restart or end? */
static bool is_void(struct interval_search *in) {
  return location_search_is_over(&in->common) || in->common.cells.grew ||
         in->common.locations.has_too_many || locations_violate_claim(&in->common.locations);
}

/* The state with which others at its location are merged, or NULL. */
static const struct interval_state *merged_state(const struct interval_search *in,
                                                 uint32_t location) {
  uint64_t number;
  return in->common.merges && map_get(&in->by_location, location, &number)
             ? &in->states.items[number]
             : NULL;
}

/* Visits the state to which an action leads, if it is possible. */
static void take_action(struct interval_search *in, uint32_t parent, const struct action *action) {
  static const struct answers no_answers; /* paths are recorded here, not by reach.c */
  const struct interval_state *from = interval_state_at(in, parent);
  if (action->outcome != OUTCOME_STEPPED || !interval_is_possible(in, from, action))
    return;
  if (in->uses_thresholds)
    note_constants(in, action);
  in->common.location = action->to;
  in->parent = parent;
  in->action = action;
  interval_transfer(in, from, action);
  const struct interval_state *there = merged_state(in, action->to);
  interval_relations_find(in, from, action, there ? &there->holds : NULL, &in->holds);
  struct cpa_step step = {action->move, &no_answers};
  bool fresh;
  step.move.from = parent;
  reach_arrive(&in->common.reach, &step, &fresh);
}

static enum cpa_answer initial(struct cpa *cpa, struct reach *reach) {
  struct interval_search *in = (struct interval_search *)cpa;
  (void)reach;
  for (size_t i = 0; i < in->common.locations.starts.count && !is_void(in); i++)
    take_action(in, NO_STATE, &in->common.locations.starts.items[i]);
  return is_void(in) ? CPA_STOP : CPA_GO_ON;
}

/* A state that a loop has extended is expanded again. */
static enum cpa_answer transfer(struct cpa *cpa, uint32_t from, struct reach *reach) {
  struct interval_search *in = (struct interval_search *)cpa;
  (void)reach;
  if (in->states.items[from].is_expanded)
    return CPA_GO_ON;
  in->states.items[from].is_expanded = true;
  uint32_t at = in->states.items[from].location;
  locations_get(&in->common.locations, at);
  for (size_t i = 0; i < in->common.locations.list.items[at].stands.count; i++)
    for (size_t j = 0;
         j < in->common.locations.list.items[at].stands.items[i].actions.count && !is_void(in); j++)
      take_action(in, from, &in->common.locations.list.items[at].stands.items[i].actions.items[j]);
  return is_void(in) ? CPA_STOP : CPA_GO_ON;
}

/* Does the list include the other one? Both are in the order of one list. */
static bool has_all(const struct premises *list, const struct premises *others) {
  size_t found = 0;
  for (size_t i = 0; i < list->count && found < others->count; i++)
    found += list->items[i] == others->items[found];
  return found == others->count;
}

static bool covers(struct cpa *cpa, uint32_t old) {
  struct interval_search *in = (struct interval_search *)cpa;
  const struct interval_state *state = &in->states.items[old];
  return state->location == in->common.location && box_includes(&state->box, &in->box) &&
         has_all(&in->holds, &state->holds);
}

static void set_relations(struct premises *to, const struct premises *from) {
  to->count = 0;
  vector_append(to, from->items, from->count);
}

static bool must_widen(const struct interval_search *in, uint32_t joins) {
  return joins > (in->action->at_loop ? JOINS_BEFORE_WIDENING : JOINS_ELSEWHERE);
}

static bool merge(struct cpa *cpa, uint32_t old) {
  struct interval_search *in = (struct interval_search *)cpa;
  struct interval_state *state = &in->states.items[old];
  if (!in->common.merges || state->location != in->common.location)
    return false;
  struct box before = {0};
  box_copy(&before, &state->box);
  box_join(&state->box, &in->box);
  set_relations(&state->holds, &in->holds);
  if (must_widen(in, ++state->joins)) {
    bool stops = in->uses_thresholds && state->joins % JOINS_ELSEWHERE < JOINS_BEFORE_GIVING_UP;
    interval_list_symbols(in, state->location, &in->symbols);
    box_widen(&state->box, &before, &in->symbols, stops ? &in->thresholds : NULL);
    in->has_widened = true;
  }
  state->is_expanded = false;
  box_release(&before);
  return true;
}

static uint32_t keep(struct cpa *cpa, bool *fresh) {
  struct interval_search *in = (struct interval_search *)cpa;
  uint32_t number = (uint32_t)in->states.count;
  vector_push(&in->states, (struct interval_state){.location = in->common.location,
                                                   .is_reached = true,
                                                   .parent = in->parent,
                                                   .action = in->action});
  box_copy(&in->states.items[number].box, &in->box);
  set_relations(&in->states.items[number].holds, &in->holds);
  if (!map_get(&in->by_location, in->common.location, NULL))
    map_set(&in->by_location, in->common.location, number);
  *fresh = true;
  return number;
}

static const struct cpa_ops operators = {
    .name = "interval",
    .initial = initial,
    .transfer = transfer,
    .partition = location_search_partition,
    .covers = covers,
    .merge = merge,
    .keep = keep,
};

/* Local steps after the head of a loop are another action, so that ranges are widened at the
 * head. */
static bool extends_chain(void *owner) { return !locations_is_at_loop(owner); }

static void forget_states(struct interval_search *in) {
  for (size_t i = 0; i < in->states.count; i++) {
    box_release(&in->states.items[i].box);
    vector_release(&in->states.items[i].holds);
  }
  in->states.count = 0;
  map_release(&in->by_location);
  in->by_location = (struct map){0};
  location_search_forget(&in->common);
}

/* A search with the present precision; true: another one is needed. */
static bool search_once(struct interval_search *in) {
  in->has_widened = false;
  location_search_begin(&in->common, extends_chain);
  in->common.locations.spreads = true;
  locations_start(&in->common.locations);
  enum reach_end end = reach_run(&in->common.reach);
  return location_search_end(&in->common, end, in->common.cells.grew, fixed_point_decide);
}

static bool uses_thresholds(const struct task *task) {
  return strcmp(task_option_text(task, "thresholds"), "on") == 0;
}

static void search_locations(const struct task *task, uint32_t most_numbers,
                             struct result *result) {
  struct interval_search in = {.uses_thresholds = uses_thresholds(task)};
  location_search_init(&in.common, &operators, task, most_numbers, result);
  in.common.ends_at_loops = true;
  in.common.cells.begins_symbolic = true;
  candidates_init(&in.candidates, &in.common.cells, false);
  entailment_init(&in.entailment, in.common.cells.context.terms, task->solver, &task->limits);
  box_transfer_init(&in.transfer, in.common.cells.context.terms);
  while (search_once(&in))
    forget_states(&in);
  result_add_statistic(result, "interval attempts", (double)in.common.attempts);
  result_add_statistic(result, "interval states", (double)in.states.count);
  result_add_statistic(result, "merged", (double)in.common.reach.merged);
  result_add_statistic(result, "relations tried", (double)in.candidates.list.count);
  result_add_statistic(result, "precision refined", (double)in.refinements);
  result_add_statistic(result, "questions", (double)in.entailment.asked);
  forget_states(&in);
  box_transfer_release(&in.transfer);
  vector_release(&in.states);
  vector_release(&in.holds);
  vector_release(&in.symbols);
  box_release(&in.box);
  thresholds_release(&in.thresholds);
  candidates_release(&in.candidates);
  entailment_release(&in.entailment);
  location_search_release(&in.common);
}

/* Threads that are created in a loop multiply locations. So `modular`, which describes any two of
 * them, is asked first, for half of the time, and the search gets the properties that it does not
 * prove. Overflow is left to the search: it takes intervals, which `modular` may not find. */
void interval_run(const struct task *task, uint32_t most_numbers, struct result *result) {
  struct traits traits = traits_find(task->program);
  property_set covered = engine_decides(&engine_modular, &traits);
  struct task first = *task, rest = *task;
  first.properties &= covered & ~PROPERTY_BIT(PROPERTY_OVERFLOW);
  bool is_proven = false;
  if (first.properties && traits.unbounded_threads &&
      engine_can_prove(&engine_modular, task->program)) {
    first.limits.seconds = limits_planned_seconds(&first.limits) / 2;
    engine_modular.run(&first, result);
    is_proven = result->verdict == VERDICT_TRUE;
  }
  if (is_proven)
    rest.properties &= ~first.properties;
  if (!(rest.properties & PROPERTIES_OF_STEPS))
    return;
  search_locations(&rest, most_numbers, result);
  if (is_proven && result->verdict == VERDICT_UNKNOWN)
    result->proven = first.properties;
}
