/* SPDX-License-Identifier: Apache-2.0 */
/* Locations and sets of data states, as an analysis for reach.c. */
#include "engine/explicit/bdd.h"

#include "abstract/action_cache.h"
#include "explore/confirm.h"

#include <stdio.h>

enum {
  MOST_NODES = 20 * 1000 * 1000,
  BYTES_OF_NODE = 64,   /* with caches; while the table grows, it exists twice */
  MOST_RECHECKS = 8,    /* searches that restart after the check of a proof */
  MOST_CANDIDATES = 16, /* errors to confirm */
  FEWEST_VOID = 64,     /* states that a search visits at least after it has become void */
};

/* Must the search end? Once a cell has moved into the diagrams, its sets are void. It then
 * continues for as long as it took so far, to find more such cells before it restarts. */
static bool is_over(struct bdd_search *in) {
  if (!location_search_is_over(&in->common) && diagrams_are_full(in->sets.diagrams))
    if (limits_check(&in->common.task->limits, &in->common.limit) == STATUS_OK)
      in->common.limit = "memory";
  if (!in->is_void && (in->common.cells.grew || in->sets.is_outdated)) {
    in->is_void = true;
    in->most_void = 2 * in->common.reach.expanded + FEWEST_VOID;
  }
  return in->common.limit || in->common.locations.has_too_many ||
         locations_violate_claim(&in->common.locations) ||
         (in->is_void && in->common.reach.expanded > in->most_void);
}

static void note_decisive(const struct term *variable, void *context) {
  struct bdd_search *in = context;
  unsigned role;
  uint32_t cell = cells_of_variable(&in->common.cells, variable, &role);
  if (cell != NO_CELL)
    cells_note_decisive(&in->common.cells, cell);
}

/* Notes how the action uses cells: this decides which of them hold numbers. */
static void note_use(struct bdd_search *in, const struct action *action) {
  const struct cell_bounds *bounds[2] = {&action->own, &action->others};
  dependence_note(&in->dependence, &in->common.cells, action);
  for (size_t i = 0; i < action->facts.count && action->outcome == OUTCOME_PRUNED; i++)
    value_variables(action->facts.items[i], note_decisive, in);
  for (size_t i = 0; i < 2; i++)
    vector_each (bound, bounds[i]) {
      if (!term_is_constant(bound->term) &&
          bound->term != in->common.cells.list.items[bound->cell].symbols[0])
        cells_note_computed(&in->common.cells, bound->cell);
    }
}

void bdd_add_stand(struct bdd_search *in, struct bdd_location *place, uint32_t location,
                   const struct stand *stand) {
  size_t first = place->links.count;
  bool was_noted = stand->known && stand->known->was_noted;
  for (size_t i = 0; i < stand_count(stand); i++) {
    const struct action *action = stand_action(stand, i);
    uint32_t to = stand_target(stand, i);
    bool is_done = action->outcome != OUTCOME_STEPPED;
    if (!was_noted)
      note_use(in, action);
    if (is_done && action->outcome != OUTCOME_EXITED && action->outcome != OUTCOME_PRUNED)
      vector_push(&place->failing, action);
    for (size_t j = first; j < place->links.count && !is_done; j++)
      is_done = place->links.items[j].to == to;
    if (is_done)
      continue;
    struct link link = {to, 0, place->actions.count, 0};
    for (size_t j = i; j < stand_count(stand); j++)
      if (stand_action(stand, j)->outcome == OUTCOME_STEPPED && stand_target(stand, j) == to)
        vector_push(&place->actions, stand_action(stand, j));
    link.count = place->actions.count - link.first;
    vector_push(&place->links, link);
  }
  if (stand->known)
    stand->known->was_noted = true;
  for (size_t i = first; i < place->links.count; i++) {
    struct link *link = &place->links.items[i];
    link->relation = data_sets_relate(&in->sets, location, link->to,
                                      &place->actions.items[link->first], link->count);
  }
}

static struct bdd_location *place_at(struct bdd_search *in, uint32_t location) {
  while (in->places.count <= location)
    vector_push(&in->places, (struct bdd_location){0});
  if (!in->places.items[location].is_known) {
    const struct standpoint *known = locations_get(&in->common.locations, location);
    in->places.items[location].is_known = true;
    for (size_t i = 0; i < known->stands.count; i++)
      bdd_add_stand(in, &in->places.items[location], location, &known->stands.items[i]);
  }
  return &in->places.items[location];
}

/* Visits the state to which a link leads, if it is possible. */
static void take_link(struct bdd_search *in, const struct bdd_location *place, size_t number,
                      uint32_t parent, diagram before) {
  static const struct answers no_answers; /* paths are recorded here, not by reach.c */
  const struct link *link = &place->links.items[number];
  in->common.location = link->to;
  in->parent = parent;
  in->link = (uint32_t)number;
  in->set = data_sets_after(&in->sets, link->relation, before);
  if (in->set == DIAGRAM_NONE)
    return;
  struct cpa_step step = {place->actions.items[link->first]->move, &no_answers};
  bool fresh;
  step.move.from = parent;
  reach_arrive(&in->common.reach, &step, &fresh);
  diagram_release(in->set);
}

/* Makes the cells exact on which an address or a size depends, if they can be. The search then
 * restarts. */
static bool refines_precision(struct bdd_search *in, const struct action *action) {
  bool grew = false;
  for (size_t i = 0; i < action->unresolved.count; i++)
    grew |= cells_make_exact(&in->common.cells, action->unresolved.items[i]);
  return grew;
}

/* Examines the failing actions that are possible in some data state of a state. */
static bool finds_error(struct bdd_search *in, const struct bdd_location *place, uint32_t from,
                        diagram before) {
  for (size_t i = 0; i < place->failing.count && !in->has_error && !in->is_void; i++) {
    const struct action *action = place->failing.items[i];
    diagram possible = data_sets_possible(&in->sets, action, before);
    diagram_release(possible);
    if (possible == DIAGRAM_NONE || is_over(in) || in->is_void)
      continue;
    bool is_violation = action->outcome == OUTCOME_VIOLATION;
    if (!is_violation && refines_precision(in, action))
      continue;
    in->has_error =
        is_violation && in->candidates++ < MOST_CANDIDATES && bdd_confirm(in, from, action);
    if (!*in->unclear)
      snprintf(in->unclear, sizeof in->unclear, "%s",
               is_violation     ? CONFIRM_FAILED
               : action->reason ? action->reason
                                : "unsupported");
  }
  return in->has_error;
}

static enum cpa_answer answer_for_reach(struct bdd_search *in) {
  return in->has_error ? CPA_FOUND : is_over(in) ? CPA_STOP : CPA_GO_ON;
}

static enum cpa_answer initial(struct cpa *cpa, struct reach *reach) {
  struct bdd_search *in = (struct bdd_search *)cpa;
  (void)reach;
  struct stand start = {.actions = in->common.locations.starts};
  bdd_add_stand(in, &in->start, NO_LOCATION, &start);
  is_over(in);
  if (!finds_error(in, &in->start, NO_STATE, DIAGRAM_ALL))
    for (size_t i = 0; i < in->start.links.count && !is_over(in); i++)
      take_link(in, &in->start, i, NO_STATE, DIAGRAM_ALL);
  return answer_for_reach(in);
}

static enum cpa_answer transfer(struct cpa *cpa, uint32_t from, struct reach *reach) {
  struct bdd_search *in = (struct bdd_search *)cpa;
  (void)reach;
  diagram before = in->states.items[from].waiting;
  in->states.items[from].waiting = DIAGRAM_NONE;
  if (before == DIAGRAM_NONE)
    return CPA_GO_ON;
  const struct bdd_location *place = place_at(in, in->states.items[from].location);
  is_over(in);
  if (diagrams_have_grown(in->sets.diagrams, in->time + in->states.count))
    diagrams_reorder(in->sets.diagrams);
  if (!finds_error(in, place, from, before))
    for (size_t i = 0; i < place->links.count && !is_over(in); i++)
      take_link(in, place, i, from, before);
  diagram_release(before);
  return answer_for_reach(in);
}

static bool covers(struct cpa *cpa, uint32_t old) {
  struct bdd_search *in = (struct bdd_search *)cpa;
  return in->states.items[old].location == in->common.location &&
         diagram_includes(in->sets.diagrams, in->states.items[old].set, in->set);
}

/* Adds the new data states to a state. */
static void add_set(struct bdd_search *in, struct bdd_state *state) {
  struct diagrams *diagrams = in->sets.diagrams;
  diagram fresh = diagram_minus(diagrams, in->set, state->set);
  vector_push(&state->arrivals, (struct data_arrival){in->time++, in->parent, in->link, fresh});
  diagram_replace(&state->set, diagram_or(diagrams, state->set, in->set));
  diagram_replace(&state->waiting, diagram_or(diagrams, state->waiting, fresh));
}

static bool merge(struct cpa *cpa, uint32_t old) {
  struct bdd_search *in = (struct bdd_search *)cpa;
  if (!in->common.merges || in->states.items[old].location != in->common.location)
    return false;
  add_set(in, &in->states.items[old]);
  return true;
}

static uint32_t keep(struct cpa *cpa, bool *fresh) {
  struct bdd_search *in = (struct bdd_search *)cpa;
  uint32_t number = (uint32_t)in->states.count;
  vector_push(&in->states, (struct bdd_state){.location = in->common.location});
  add_set(in, &in->states.items[number]);
  *fresh = true;
  return number;
}

static const struct cpa_ops operators = {
    .name = "bdd",
    .initial = initial,
    .transfer = transfer,
    .partition = location_search_partition,
    .covers = covers,
    .merge = merge,
    .keep = keep,
};

void bdd_release_location(struct bdd_location *place) {
  vector_release(&place->links);
  vector_release(&place->actions);
  vector_release(&place->failing);
  *place = (struct bdd_location){0};
}

static void forget_states(struct bdd_search *in) {
  vector_each (state, &in->states) {
    for (size_t j = 0; j < state->arrivals.count; j++)
      diagram_release(state->arrivals.items[j].fresh);
    diagram_release(state->set);
    diagram_release(state->waiting);
    vector_release(&state->arrivals);
  }
  in->states.count = 0;
  for (size_t i = 0; i < in->places.count; i++)
    bdd_release_location(&in->places.items[i]);
  in->places.count = 0;
  bdd_release_location(&in->start);
  data_sets_release(&in->sets);
  location_search_forget(&in->common);
}

/* Draws the conclusion from all states. True: restart, because the check found cells that must
 * move into diagrams. */
static bool conclude(struct location_search *search) {
  struct bdd_search *in = (struct bdd_search *)search;
  if (*in->unclear) {
    result_set_unknown(in->common.result, "%s", in->unclear);
    return false;
  }
  bool is_right = bdd_is_proof_right(in);
  if (in->common.cells.grew && in->rechecks++ < MOST_RECHECKS)
    return true;
  location_search_conclude(search, is_right, "decision diagrams");
  return false;
}

/* The largest number of nodes that fits into memory and can be examined in time. */
static size_t most_nodes(const struct limits *limits) {
  size_t memory =
      limits->memory_share && *limits->memory_share ? *limits->memory_share : limits->memory;
  return memory && memory / BYTES_OF_NODE < MOST_NODES ? memory / BYTES_OF_NODE : MOST_NODES;
}

static bool extends_chain(void *owner) {
  return !((struct locations *)owner)->symbolic.explorer.machine.loops.ended;
}

static void begin_attempt(struct bdd_search *in) {
  in->is_void = false;
  in->time = in->candidates = 0;
  *in->unclear = '\0';
  cells_settle(&in->common.cells);
  location_search_begin(&in->common, extends_chain);
  in->common.cells.context.reuses_symbols = true;
  in->common.locations.joins_steps = true;
  data_sets_init(&in->sets, &in->common.locations, &in->common.cells, &in->dependence,
                 most_nodes(&in->common.task->limits), &in->common.task->limits);
}

/* A search with the present precision; true: another one is needed. */
static bool search_once(struct bdd_search *in) {
  begin_attempt(in);
  locations_start(&in->common.locations);
  enum reach_end end = reach_run(&in->common.reach);
  bool loops = in->common.locations.has_too_many && !in->common.locations.symbolic.explorer.limit &&
               !in->common.ends_at_loops;
  in->common.ends_at_loops |= loops;
  return location_search_end(&in->common, end, loops || in->is_void, conclude);
}

void bdd_run(const struct task *task, uint32_t most_numbers, struct result *result) {
  struct bdd_search in = {0};
  location_search_init(&in.common, &operators, task, most_numbers, result);
  in.common.cells.keeps_decisive = true;
  while (search_once(&in))
    forget_states(&in);
  result_add_statistic(result, "bdd attempts", (double)in.common.attempts);
  result_add_statistic(result, "bdd states", (double)in.states.count);
  result_add_statistic(result, "merged", (double)in.common.reach.merged);
  result_add_statistic(result, "nodes of diagrams", (double)diagrams_nodes(in.sets.diagrams));
  forget_states(&in);
  vector_release(&in.states);
  vector_release(&in.places);
  dependence_release(&in.dependence);
  location_search_release(&in.common);
}
