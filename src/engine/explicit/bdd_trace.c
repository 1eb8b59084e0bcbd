/* SPDX-License-Identifier: Apache-2.0 */
/* Finds paths to errors in the sets of data states. Every arrival records the states it brought, so
 * from an error one arrival after the other leads back to the start, each earlier than the last.
 * The search carries along the set of data states from which the rest of the path leads to the
 * error. */
#include "engine/explicit/bdd.h"

static const struct bdd_location *place_of(const struct bdd_search *in, uint32_t state) {
  return state == NO_STATE ? &in->start : &in->places.items[in->states.items[state].location];
}

/* The first arrival that added some of these data states. */
static const struct data_arrival *find_arrival(struct bdd_search *in, const struct bdd_state *state,
                                               diagram set) {
  for (size_t i = 0; i < state->arrivals.count; i++) {
    diagram both = diagram_and(in->sets.diagrams, state->arrivals.items[i].fresh, set);
    diagram_release(both);
    if (both != DIAGRAM_NONE)
      return &state->arrivals.items[i];
  }
  return NULL;
}

/* The data states that a state had before this time. */
static diagram set_before(struct bdd_search *in, uint32_t state, uint64_t time) {
  diagram set = DIAGRAM_NONE;
  if (state == NO_STATE)
    return DIAGRAM_ALL;
  vector_each (arrival, &in->states.items[state].arrivals) {
    if (arrival->time < time)
      diagram_replace(&set, diagram_or(in->sets.diagrams, set, arrival->fresh));
  }
  return set;
}

/* Finds an action of an arrival that leads into *set, and replaces *set by the set before it. */
static const struct action *find_action(struct bdd_search *in, const struct data_arrival *arrival,
                                        diagram *set) {
  const struct bdd_location *place = place_of(in, arrival->from);
  const struct link *link = &place->links.items[arrival->link];
  uint32_t location =
      arrival->from == NO_STATE ? NO_LOCATION : in->states.items[arrival->from].location;
  diagram all = set_before(in, arrival->from, arrival->time), target;
  const struct action *found = NULL;
  target = diagram_and(in->sets.diagrams, *set, arrival->fresh);
  for (size_t i = 0; i < link->count && !found; i++) {
    const struct action *action = place->actions.items[link->first + i];
    diagram before = data_sets_before(&in->sets, location, link->to, action, target);
    diagram_replace(&before, diagram_and(in->sets.diagrams, before, all));
    if (before != DIAGRAM_NONE) {
      found = action;
      diagram_replace(set, diagram_copy(before));
    }
    diagram_release(before);
  }
  diagram_release(all);
  diagram_release(target);
  return found;
}

/* Adds the action, which locations may share, with this state as its start. */
static void add_to_path(const struct bdd_search *in, uint32_t state, const struct action *action,
                        struct path *path) {
  struct move move = action->move;
  move.from = state == NO_STATE ? NO_STATE : in->states.items[state].location;
  path_add(path, move, action->answers.items, action->answers.count);
}

/* False: the table of diagrams is full. */
static bool find_path(struct bdd_search *in, uint32_t state, const struct action *failing,
                      struct path *path) {
  const struct action *action = failing;
  diagram all = state == NO_STATE ? DIAGRAM_ALL : in->states.items[state].set;
  diagram set = data_sets_possible(&in->sets, failing, all);
  add_to_path(in, state, action, path);
  while (state != NO_STATE && action && !action->ends_early) {
    const struct data_arrival *arrival = find_arrival(in, &in->states.items[state], set);
    action = arrival ? find_action(in, arrival, &set) : NULL;
    if (action) {
      state = arrival->from;
      add_to_path(in, state, action, path);
    }
  }
  diagram_release(set);
  path_reverse(path);
  return action && !action->ends_early;
}

bool bdd_confirm(struct bdd_search *in, uint32_t state, const struct action *action) {
  struct path path = {0};
  bool is_real = find_path(in, state, action, &path) && location_search_confirm(&in->common, &path);
  path_release(&path);
  return is_real;
}
