/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that meet, such as at a barrier. Each of them counts itself in an atomic section, waits
 * there until all have come, and counts itself out. As long as no more threads come to an object
 * than meet there, it does not matter in which order they do. One order is explored: that in which
 * the search executes them. A read of such a section takes the newest write of others, and a write
 * of one does not revisit reads of others.
 *
 * Why that is right. The k-th time a thread comes to the object belongs to the k-th round, whatever
 * the order. What it does next happens after all threads came to that round, whatever the order,
 * and before that it does nothing. So exchanging two threads in a round changes neither what
 * anybody reads elsewhere nor what happens before what, but between the sections themselves. A
 * cycle of a model that leads from a section to a later one of the same round comes back from
 * behind the round, and so is also one through the end of the round. Whoever else reads the object,
 * to destroy it, reads it between rounds or finds an error, in any order.
 *
 * Why all graphs are still visited, once each. Take a section to be one event without a choice, and
 * the wait for the others one that comes after all of theirs. What the argument for revisits
 * demands holds of these: they are always maximal. The order that the search happens to give to the
 * sections of a round is only a name for that.
 *
 * If more threads come to an object, the order says who belongs to which round. Then the search
 * begins anew with orders told apart. An execution that was left out and in which that happens has
 * a part before it that was visited in some order; what was visited behind that part shows it.
 *
 * A thread that waits at a meeting stands there, in the middle of its step, without having read
 * anything, until others come. So no execution is visited in which it waits although it need not.
 */
#include "engine/graph/search.h"

static void give_up(struct egraph_search *search) {
  search->has_meetings = false;
  search->must_restart = search->is_dead = true;
}

/* How many threads came to the object, with the one that comes now. */
static uint64_t count_members(const struct egraph_search *search, uint64_t object, uint32_t slot) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < search->threads.count; i++) {
    const struct action_numbers *own = &search->threads.items[i].actions;
    bool has_come = false;
    for (size_t j = 0; j < own->count && i != slot && !has_come; j++)
      has_come = search->graph.actions.items[own->items[j]].meeting == object;
    count += has_come;
  }
  return count;
}

void egraph_enter_meeting(struct egraph_search *search, uint32_t slot) {
  uint64_t object = search->machine.awaited_for[0].bits;
  uint64_t members = search->machine.awaited_for[1].bits, known;
  search->threads.items[slot].progress.meeting = 0;
  if (!search->has_meetings || !search->machine.awaited_at->wait.is_meeting)
    return;
  search->threads.items[slot].progress.meeting = object;
  if (search->confirming)
    return;
  if (!map_get(&search->meetings, object, &known)) {
    known = members;
    if (members)
      map_set(&search->meetings, object, members);
  }
  if ((members && known != members) || (known && count_members(search, object, slot) > known))
    give_up(search);
}

/* Others may be in the middle of a section whose beginning is recorded. */
bool egraph_defer(struct veil *veil, const struct thread *thread, const struct edge *wait) {
  struct egraph_search *search = (struct egraph_search *)veil;
  if (!search->is_repeating || !search->has_meetings || !wait->wait.is_meeting || search->is_dead ||
      search->confirming || !search->is_concurrent)
    return false;
  struct egraph_thread *self = &search->threads.items[egraph_slot(search, thread->number)];
  if (self->progress.executed < self->actions.count)
    return false;
  self->progress.is_suspended = true;
  return true;
}

bool egraph_suspend(struct egraph_search *search, uint32_t slot) {
  struct egraph_thread *self = &search->threads.items[slot];
  if (!self->progress.meeting || search->confirming || search->is_last_try ||
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
