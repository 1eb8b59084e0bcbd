/* SPDX-License-Identifier: Apache-2.0 */
/* Waits of the library, such as for a mutex or the end of a thread. Their conditions only read
 * memory, and these reads are actions of the graph.
 *
 * If a condition does not hold for the values that some execution read, it does not hold for them
 * in another one. So these values are cached. A read that would take one of them although there is
 * a newer write leads to a thread that waits forever, as no write revisits it, and no graph is kept
 * for it.
 *
 * The order in which threads take steps is free. So a step that only reads and ends at a wait that
 * does not hold is undone, with the alternatives of its reads, and repeated once a location that it
 * read has another write, or no other thread can move. This omits executions in which a thread
 * waits forever although it need not (after Kokologiannakis, Marmanis and Vafeiadis, "Awaiting for
 * Godot", FMCAD 2022). */
#include "engine/graph/search.h"

enum { MOST_VAIN_WAITS = 1 << 16 };

static void begin(struct egraph_search *search, struct egraph_thread *self) {
  self->progress.awaits = true;
  self->progress.first_awaited = self->progress.executed;
  self->progress.unit++;
  egraph_enter_rendezvous(search, (uint32_t)(self - search->threads.items));
  search->wait_reads_more = false;
  search->wait_key.count = 0;
  vector_push(&search->wait_key, (uint64_t)(uintptr_t)search->machine.awaited);
  vector_push(&search->wait_key, search->machine.awaited_for[0].bits);
  vector_push(&search->wait_key, search->machine.awaited_for[1].bits);
}

bool egraph_was_awaited(struct egraph_search *search, uint32_t slot, uint64_t address,
                        uint64_t *value) {
  struct egraph_thread *self = &search->threads.items[slot];
  if (!search->machine.is_waiting) {
    self->progress.awaits = false;
    return false;
  }
  if (!self->progress.awaits) {
    begin(search, self);
    return false;
  }
  for (size_t i = self->progress.first_awaited; i < self->progress.executed; i++) {
    const struct memory_action *action = &search->graph.actions.items[self->actions.items[i]];
    if (action->kind == ACTION_READ &&
        search->graph.locations.items[action->location].address == address) {
      *value = action->value;
      if (search->confirming)
        egraph_confirm_access(search, self->actions.items[i]);
      return true;
    }
  }
  return false;
}

void egraph_note_awaited(struct egraph_search *search, const struct memory_action *action) {
  if (!search->machine.is_waiting)
    return;
  vector_push(&search->wait_key, search->graph.locations.items[action->location].address);
  vector_push(&search->wait_key, action->value);
}

void egraph_note_vain_wait(struct egraph_search *search) {
  if (!search->wait_reads_more && !search->confirming && search->wait_key.count &&
      interner_count(search->vain_waits) < MOST_VAIN_WAITS)
    interner_add(search->vain_waits, search->wait_key.items,
                 search->wait_key.count * sizeof *search->wait_key.items, NULL);
}

bool egraph_waits_in_vain(struct egraph_search *search, const struct memory_action *action) {
  uint32_t number;
  if (!search->machine.is_waiting || search->wait_reads_more)
    return false;
  egraph_note_awaited(search, action);
  bool is_known = interner_find(search->vain_waits, search->wait_key.items,
                                search->wait_key.count * sizeof *search->wait_key.items, &number);
  search->wait_key.count -= 2;
  return is_known;
}

/* Only reads of this step, by the thread? */
static bool only_reads(const struct egraph_search *search, uint32_t slot, size_t first) {
  for (size_t i = first; i < search->graph.actions.count; i++) {
    const struct memory_action *action = &search->graph.actions.items[i];
    if (action->thread != slot || action->kind != ACTION_READ)
      return false;
  }
  return search->graph.actions.count > first;
}

void egraph_postpone(struct egraph_search *search, uint32_t slot, const struct step_begin *begin) {
  struct egraph_thread *self = &search->threads.items[slot];
  const struct thread *thread = state_thread(search->state, self->number);
  if (search->is_dead || !self->progress.is_waiting || egraph_suspend(search, slot) ||
      !search->postpones || thread_next_edge(thread)->wait.spurious ||
      !only_reads(search, slot, begin->actions))
    return;
  map_set(&search->waiting_edges, (uint64_t)(uintptr_t)begin->edge, 1);
  if (!egraph_has_image(self, begin->steps))
    return;
  self->watched.count = 0;
  while (search->graph.actions.count > begin->actions) {
    uint32_t location = vector_last(&search->graph.actions).location;
    struct watched_location watched = {location,
                                       search->graph.locations.items[location].order.count};
    vector_push(&self->watched, watched);
    egraph_drop_last(search);
  }
  while (search->pending.count > begin->pending) {
    struct event_graph graph = vector_pop(&search->pending);
    event_graph_release(&graph);
  }
  egraph_restore_last(search, slot);
  self = &search->threads.items[slot];
  self->progress.is_blocked = self->progress.is_waiting = self->is_postponed = true;
}

bool egraph_can_move(const struct egraph_search *search, uint32_t slot) {
  const struct egraph_thread *self = &search->threads.items[slot];
  if (!self->exists || self->progress.is_done)
    return false;
  if (!self->progress.is_blocked || !self->is_postponed)
    return !self->progress.is_blocked;
  for (size_t i = 0; i < self->watched.count; i++)
    if (search->graph.locations.items[self->watched.items[i].location].order.count !=
        self->watched.items[i].writes)
      return true;
  return false;
}
