/* SPDX-License-Identifier: Apache-2.0 */
/* The fixed point over locations. */
#include "engine/impact/invariants.h"
#include "base/limits.h"

enum { MOST_LOCATIONS = 2500 };

static void forget_invariants(struct invariants *invariants) {
  for (size_t i = 0; i < invariants->list.count; i++)
    vector_release(&invariants->list.items[i].holds);
  invariants->list.count = invariants->waiting.count = invariants->next = 0;
}

void invariants_release(struct invariants *invariants) {
  forget_invariants(invariants);
  vector_release(&invariants->list);
  vector_release(&invariants->waiting);
}

void invariants_add_known(const struct invariants *invariants, const struct art_node *node,
                          struct premises *known) {
  vector_append(known, node->label.items, node->label.count);
  if (node->location >= invariants->list.count)
    return;
  const struct premises *holds = &invariants->list.items[node->location].holds;
  vector_append(known, holds->items, holds->count);
}

static void wait_for(struct invariants *invariants, uint32_t location) {
  if (!invariants->list.items[location].is_waiting)
    vector_push(&invariants->waiting, location);
  invariants->list.items[location].is_waiting = true;
}

/* Keeps the candidates that hold after the action. */
static void keep_implied(struct invariants *invariants, const struct action *action,
                         const struct premises *premises, struct premises *candidates) {
  struct premises goals = {0};
  for (size_t i = 0; i < candidates->count; i++)
    vector_push(&goals,
                action_said_before(invariants->locations->cells, action, candidates->items[i]));
  entailment_keep(invariants->entailment, premises, &goals, candidates);
  vector_release(&goals);
}

static void arrive_at(struct invariants *invariants, const struct action *action,
                      const struct premises *premises) {
  vector_ensure(&invariants->list, action->to);
  struct invariant *invariant = &invariants->list.items[action->to];
  bool is_new = !invariant->is_reached;
  const struct premises *all = &invariants->candidates->list;
  for (size_t i = 0; is_new && i < all->count; i++)
    if (location_has_cells_of(invariants->locations, action->to, all->items[i]))
      vector_push(&invariant->holds, all->items[i]);
  invariant->is_reached = true;
  size_t before = invariant->holds.count;
  keep_implied(invariants, action, premises, &invariant->holds);
  if (is_new || invariant->holds.count != before)
    wait_for(invariants, action->to);
}

static void take_action(struct invariants *invariants, const struct action *action,
                        const struct premises *before) {
  struct premises premises = {0};
  vector_append(&premises, action->facts.items, action->facts.count);
  vector_append(&premises, before->items, before->count);
  bool is_possible = entailment_allows(invariants->entailment, &premises, &action->facts);
  if (is_possible && action->outcome == OUTCOME_STEPPED)
    arrive_at(invariants, action, &premises);
  else if (is_possible && action->outcome != OUTCOME_EXITED && action->outcome != OUTCOME_PRUNED)
    invariants->is_proven = false;
  invariants->met_size |= is_possible && action->is_of_unknown_size && invariants->ends_at_sizes;
  vector_release(&premises);
}

void invariants_note(struct invariants *invariants, const struct actions *actions) {
  for (size_t i = 0; i < actions->count; i++)
    candidates_note_step(invariants->candidates, &actions->items[i].facts, &actions->items[i].own,
                         &actions->items[i].others, NULL);
}

static void expand_location(struct invariants *invariants, uint32_t number) {
  invariants->list.items[number].is_waiting = false;
  bool is_new = !invariants->locations->list.items[number].is_known;
  const struct standpoint *location = locations_get(invariants->locations, number);
  struct premises holds = {0};
  const struct premises *now = &invariants->list.items[number].holds;
  vector_append(&holds, now->items, now->count);
  for (size_t i = 0; i < location->stands.count; i++) {
    const struct actions *actions = &location->stands.items[i].actions;
    if (is_new)
      invariants_note(invariants, actions);
    for (size_t j = 0; j < actions->count; j++)
      take_action(invariants, &actions->items[j], &holds);
  }
  vector_release(&holds);
}

static bool is_over(const struct invariants *invariants, const struct limits *limits) {
  const char *reason;
  return invariants->locations->cells->grew || locations_violate_claim(invariants->locations) ||
         invariants->locations->has_too_many || invariants->met_size ||
         ((invariants->next % 16 == 0 || limits_are_over(limits)) &&
          limits_check(limits, &reason) != STATUS_OK);
}

/* Computes the fixed point with the present candidates. False: it did not finish. */
static bool find_once(struct invariants *invariants, const struct limits *limits) {
  static const struct premises none;
  forget_invariants(invariants);
  invariants->is_proven = true;
  for (size_t i = 0; i < invariants->locations->starts.count; i++)
    take_action(invariants, &invariants->locations->starts.items[i], &none);
  while (invariants->next < invariants->waiting.count) {
    if (is_over(invariants, limits))
      return false;
    if (invariants->locations->list.count > MOST_LOCATIONS) {
      invariants->is_given_up = true;
      return false;
    }
    expand_location(invariants, invariants->waiting.items[invariants->next++]);
  }
  return !is_over(invariants, limits);
}

/* Between the steps of counters that count together, their sum is off by one step. */
static void add_sums_before(struct invariants *invariants, const struct action *action,
                            size_t count) {
  for (size_t i = 0; action->outcome == OUTCOME_STEPPED && i < count; i++) {
    const struct term *candidate = invariants->candidates->list.items[i];
    if (candidate_is_sum(candidate) &&
        location_has_cells_of(invariants->locations, action->to, candidate))
      candidates_add(invariants->candidates,
                     action_said_before(invariants->locations->cells, action, candidate));
  }
}

static void derive_candidates(struct invariants *invariants) {
  candidates_derive(invariants->candidates);
  size_t count = invariants->candidates->list.count;
  vector_each (location, &invariants->locations->list) {
    for (size_t j = 0; j < location->stands.count; j++)
      for (size_t k = 0; k < location->stands.items[j].actions.count; k++)
        add_sums_before(invariants, &location->stands.items[j].actions.items[k], count);
  }
}

void invariants_find(struct invariants *invariants, const struct limits *limits) {
  struct candidates *candidates = invariants->candidates;
  invariants_note(invariants, &invariants->locations->starts);
  bool is_finished = false, again = false;
  do {
    is_finished = find_once(invariants, limits);
    size_t before = candidates->list.count;
    if (is_finished && !invariants->is_proven)
      derive_candidates(invariants);
    again = is_finished && candidates->list.count > before;
  } while (again);
  if (!is_finished) {
    forget_invariants(invariants);
    invariants->is_proven = false;
  }
}
