/* SPDX-License-Identifier: Apache-2.0 */
/* Rendezvous: threads that wait for each other at an object, such as a barrier. In an atomic
 * section, each thread counts itself in, waits until all have arrived, and counts itself out. While
 * exactly as many threads use the object as it waits for, the order of their arrival does not
 * matter. The engine explores one order, in which it happens to execute the threads: a read in such
 * a section takes the newest write of the others, and a write does not revisit reads of the others.
 *
 * Soundness. The k-th arrival of a thread belongs to the k-th round in every order of arrival. A
 * thread does nothing between its arrival and the end of the round, and its next action happens
 * after all arrivals of the round. So exchanging two arrivals of a round changes what the sections
 * themselves read, and happens-before among them, but nothing else. A cycle of the model that leads
 * from a section to a later one of the same round returns from an action after the round; so there
 * is also a cycle through the end of the round. Another thread that reads the object in order to
 * destroy it reads it between rounds, or finds an error, in every order of arrival.
 *
 * Each graph is visited once. Consider a section as one event without alternatives, and the wait as
 * an event after all sections of the round. Such events are always maximal, as the argument for
 * revisits requires.
 *
 * If more threads use the object, the order of arrival decides which thread belongs to which round.
 * Then the search restarts and distinguishes the orders. No such execution is overlooked: the part
 * before the additional thread arrives is visited in some order, and so is its continuation.
 *
 * A thread that waits at a rendezvous stops in the middle of its step, without having read
 * anything, until others arrive. So no execution is visited in which it waits unnecessarily. */
#include "engine/graph/rendezvous.h"

#include "engine/graph/clocks.h"

static void distinguish_orders(struct graph_search *search) {
  search->rendezvous.is_on = false;
  search->ending.must_restart = search->ending.is_dead = true;
}

/* How many threads have used the object, including the one that arrives now. */
static uint64_t count_members(const struct graph_search *search, uint64_t object, uint32_t slot) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < search->graph.threads.count; i++) {
    const struct action_numbers *own = &search->graph.threads.items[i].actions;
    bool has_come = false;
    for (size_t j = 0; j < own->count && i != slot && !has_come; j++)
      has_come = clocked_graph_action(&search->graph, own->items[j])->rendezvous == object;
    count += has_come;
  }
  return count;
}

void rendezvous_enter(struct graph_search *search, uint32_t slot) {
  search->graph.threads.items[slot].progress.rendezvous =
      search->rendezvous.is_on && search->machine.now.awaited_at->wait.is_rendezvous
          ? search->machine.now.awaited_for[0].bits
          : 0;
}

void rendezvous_check_members(struct graph_search *search, uint32_t slot) {
  uint64_t object = search->graph.threads.items[slot].progress.rendezvous;
  uint64_t members = search->machine.now.awaited_for[1].bits, known;
  if (!search->rendezvous.is_on || !search->machine.now.awaited_at->wait.is_rendezvous)
    return;
  if (!map_get(&search->rendezvous.members, object, &known)) {
    known = members;
    if (members)
      map_set(&search->rendezvous.members, object, members);
  }
  if ((members && known != members) || (known && count_members(search, object, slot) > known))
    distinguish_orders(search);
}

/* A wait is deferred while recorded actions are executed: other threads may be inside a section
 * whose first actions are recorded. */
bool rendezvous_defer(struct overlay *overlay, const struct thread *thread,
                      const struct edge *wait) {
  struct graph_search *search = (struct graph_search *)overlay;
  if (!search->rendezvous.is_repeating || !search->rendezvous.is_on || !wait->wait.is_rendezvous ||
      search->ending.is_dead || !search->is_concurrent)
    return false;
  struct event_thread *self =
      &search->graph.threads.items[clocked_graph_slot(&search->graph, thread->number)];
  if (self->progress.executed < self->actions.count)
    return false;
  self->progress.is_suspended = true;
  return true;
}

bool rendezvous_suspend(struct graph_search *search, uint32_t slot) {
  struct event_thread *self = &search->graph.threads.items[slot];
  if (!self->progress.rendezvous || search->rendezvous.is_last_try ||
      self->progress.executed < self->actions.count)
    return false;
  self->watched.count = 0;
  while (self->actions.count > self->progress.first_awaited) {
    uint32_t location = vector_last(&search->graph.events.actions).location;
    struct watched_location watched = {location,
                                       search->graph.events.locations.items[location].order.count};
    vector_push(&self->watched, watched);
    clocks_drop_last(&search->graph);
  }
  self->progress.executed = self->actions.count;
  self->progress.unit--; /* the wait will be evaluated again, in the same unit */
  self->progress.awaits = false;
  self->progress.is_blocked = self->progress.is_waiting = self->progress.is_suspended = true;
  self->is_postponed = true;
  return true;
}
