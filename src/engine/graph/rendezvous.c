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
#include "engine/graph/search.h"

static void give_up(struct egraph_search *search) {
  search->has_rendezvous = false;
  search->must_restart = search->is_dead = true;
}

/* How many threads came to the object, with the one that comes now. */
static uint64_t count_members(const struct egraph_search *search, uint64_t object, uint32_t slot) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < search->threads.count; i++) {
    const struct action_numbers *own = &search->threads.items[i].actions;
    bool has_come = false;
    for (size_t j = 0; j < own->count && i != slot && !has_come; j++)
      has_come = search->graph.actions.items[own->items[j]].rendezvous == object;
    count += has_come;
  }
  return count;
}

void egraph_enter_rendezvous(struct egraph_search *search, uint32_t slot) {
  uint64_t object = search->machine.awaited_for[0].bits;
  uint64_t members = search->machine.awaited_for[1].bits, known;
  search->threads.items[slot].progress.rendezvous = 0;
  if (!search->has_rendezvous || !search->machine.awaited_at->wait.is_rendezvous)
    return;
  search->threads.items[slot].progress.rendezvous = object;
  if (search->confirming)
    return;
  if (!map_get(&search->rendezvous, object, &known)) {
    known = members;
    if (members)
      map_set(&search->rendezvous, object, members);
  }
  if ((members && known != members) || (known && count_members(search, object, slot) > known))
    give_up(search);
}

/* Others may be in the middle of a section whose beginning is recorded. */
bool egraph_defer(struct overlay *overlay, const struct thread *thread, const struct edge *wait) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  if (!search->is_repeating || !search->has_rendezvous || !wait->wait.is_rendezvous ||
      search->is_dead || search->confirming || !search->is_concurrent)
    return false;
  struct egraph_thread *self = &search->threads.items[egraph_slot(search, thread->number)];
  if (self->progress.executed < self->actions.count)
    return false;
  self->progress.is_suspended = true;
  return true;
}

bool egraph_suspend(struct egraph_search *search, uint32_t slot) {
  struct egraph_thread *self = &search->threads.items[slot];
  if (!self->progress.rendezvous || search->confirming || search->is_last_try ||
      self->progress.executed < self->actions.count)
    return false;
  self->watched.count = 0;
  while (self->actions.count > self->progress.first_awaited) {
    uint32_t location = vector_last(&search->graph.actions).location;
    struct watched_location watched = {location,
                                       search->graph.locations.items[location].order.count};
    vector_push(&self->watched, watched);
    egraph_drop_last(search);
  }
  self->progress.executed = self->actions.count;
  self->progress.unit--; /* that of the wait, which begins anew */
  self->progress.awaits = false;
  self->progress.is_blocked = self->progress.is_waiting = self->progress.is_suspended = true;
  self->is_postponed = true;
  return true;
}
