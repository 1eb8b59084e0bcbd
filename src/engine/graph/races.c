/* SPDX-License-Identifier: Apache-2.0 */
/* Data races: conflicting accesses, not both atomic, of which neither happens before the other. */
#include "engine/graph/search.h"

static bool conflict(const struct memory_action *a, const struct memory_action *b) {
  return a->thread != b->thread && (a->kind == ACTION_WRITE || b->kind == ACTION_WRITE) &&
         (a->order == ORDER_PLAIN || b->order == ORDER_PLAIN);
}

bool egraph_finds_race(struct egraph_search *search, const struct thread *thread, uint32_t number,
                       uint32_t *other_action) {
  if (!property_in(PROPERTY_RACE, search->task->properties))
    return false;
  const struct memory_action *action = &search->graph.actions.items[number];
  const struct action_location *location = &search->graph.locations.items[action->location];
  const struct action_numbers *all = &search->accesses.items[action->location];
  for (size_t i = 0; i < all->count; i++) {
    const struct memory_action *other = &search->graph.actions.items[all->items[i]];
    if (!conflict(action, other) || egraph_happens_before(search, all->items[i], number) ||
        egraph_happens_before(search, number, all->items[i]))
      continue;
    struct past_edge past = {search->threads.items[other->thread].number, other->edge,
                             other->user_edge};
    if (machine_reports_race(&search->machine, thread, action->edge, action->user_edge, &past,
                             location->address)) {
      *other_action = all->items[i];
      return true;
    }
  }
  return false;
}
