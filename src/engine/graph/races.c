/* SPDX-License-Identifier: Apache-2.0 */
/* Data races: conflicting accesses, not both atomic, of which neither happens before the other. An
 * access also races with the allocation of its block if that does not happen before it. */
#include "engine/graph/races.h"

#include "engine/graph/found_violation.h"
#include "engine/graph/unpublished.h"

static bool conflict(const struct memory_action *a, const struct memory_action *b) {
  return a->thread != b->thread && (a->kind == ACTION_WRITE || b->kind == ACTION_WRITE) &&
         (a->order == ORDER_PLAIN || b->order == ORDER_PLAIN);
}

static bool finds_race(struct graph_search *search, const struct thread *thread, uint32_t number,
                       uint32_t *other_action) {
  if (!property_in(PROPERTY_RACE, search->task->properties))
    return false;
  const struct memory_action *action = clocked_graph_action(&search->graph, number);
  const struct action_location *location = &search->graph.events.locations.items[action->location];
  const struct action_numbers *all = &search->graph.accesses.items[action->location];
  for (size_t i = 0; i < all->count; i++) {
    const struct memory_action *other = clocked_graph_action(&search->graph, all->items[i]);
    if (!conflict(action, other) || clocks_happens_before(&search->graph, all->items[i], number) ||
        clocks_happens_before(&search->graph, number, all->items[i]))
      continue;
    struct past_edge past = {search->graph.threads.items[other->thread].number, other->edge,
                             other->user_edge};
    if (machine_reports_race(&search->machine, thread, action->edge, action->user_edge, &past,
                             location->address)) {
      *other_action = all->items[i];
      return true;
    }
  }
  return false;
}

/* The allocation of the block if it does not happen before the thread's next action; else NULL. */
static const struct block_moment *unknown_birth(const struct graph_search *search, uint32_t slot,
                                                const struct place *place) {
  for (size_t i = search->lifetimes.births.count; place->thread && i-- > 0;) {
    const struct block_moment *birth = &search->lifetimes.births.items[i];
    if (birth->address == place->address)
      return lifetimes_knows(&search->graph, slot, birth) ? NULL : birth;
  }
  return NULL;
}

/* Does the allocation clear the block? This is a write, with which an access can race under every
 * model. */
static bool clears_block(const struct graph_search *search, const struct place *place) {
  return property_in(PROPERTY_RACE, search->task->properties) &&
         search->task->program->orders.unordered && place->dynamic && place->dynamic->allocation &&
         place->dynamic->allocation->allocate.zeroed;
}

/* Does the access race with the allocation of its block, and are races asked for? Under rc11, an
 * allocation writes all of its block. */
static bool races_with_birth(struct graph_search *search, const struct thread *thread,
                             const struct place *place, const struct edge *edge,
                             const struct block_moment *birth) {
  const struct edge *allocation = place->dynamic ? place->dynamic->allocation : NULL;
  bool is_write = search->task->memory_model == MEMORY_RC11 || clears_block(search, place);
  if (!is_write || !allocation || !property_in(PROPERTY_RACE, search->task->properties))
    return false;
  struct past_edge past = {search->graph.threads.items[birth->thread].number, allocation,
                           allocation};
  return machine_reports_race(&search->machine, thread, edge, search_user_edge(thread, edge), &past,
                              place->address);
}

bool races_check_birth(struct graph_search *search, const struct thread *thread,
                       const struct place *place, const struct edge *edge) {
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  if (!unpublished_knows_uses(search, slot, place))
    return false;
  const struct block_moment *birth = unknown_birth(search, slot, place);
  bool is_cause = birth && birth->after < search->graph.threads.items[slot].prefix[birth->thread];
  if (!birth ||
      (is_cause && search->task->memory_model != MEMORY_RC11 && !clears_block(search, place)))
    return true; /* only rc11 executes effects before their causes */
  if (birth->is_again && !is_cause) {
    search->ending.is_dead = search->ending.is_stuck =
        true; /* there is also an execution in which the address is fresh: block_address.c */
  } else if (races_with_birth(search, thread, place, edge, birth)) {
    found_violation_note(search, NO_ACTION);
    search->ending.is_dead = true;
  } else {
    search_not_supported(search, search_user_edge(thread, edge),
                         "an access to memory whose allocation does not happen before it");
  }
  return false;
}

void races_check_access(struct graph_search *search, const struct thread *thread,
                        const struct place *place, uint32_t number) {
  const struct memory_action *action = clocked_graph_action(&search->graph, number);
  if (search->ending.is_dead)
    return;
  uint32_t other;
  if (finds_race(search, thread, number, &other)) {
    found_violation_note(search, other);
    search->ending.is_dead = true;
    return;
  }
  if (unpublished_finds_race(search, thread, place, number)) {
    search->ending.is_dead = true;
    return;
  }
  races_check_birth(search, thread, place, action->edge);
}
