/* SPDX-License-Identifier: Apache-2.0 */
/* Waits of the library, such as for a mutex or the end of a thread. Their conditions only read
 * memory, and these reads are actions of the graph.
 *
 * Whether a condition holds depends only on the values it reads. So values for which a condition
 * did not hold are cached (vain_waits.c). If a read would take such a value from an old write, its
 * thread would wait forever, as no write revisits the read; no graph is pushed for it.
 *
 * The order in which threads take steps is free. So a step that only reads and ends at a wait that
 * does not hold is undone, with the alternatives of its reads, and repeated once a location that it
 * read has another write, or no other thread can move. This omits executions in which a thread
 * waits forever although it need not (after Kokologiannakis, Marmanis and Vafeiadis, "Awaiting for
 * Godot", FMCAD 2022). */
#include "engine/graph/waits.h"

#include "engine/graph/clocks.h"
#include "engine/graph/rendezvous.h"
#include "engine/graph/rewind.h"

static void begin_condition(struct graph_search *search, uint32_t slot) {
  struct thread_progress *progress = &search->graph.threads.items[slot].progress;
  progress->awaits = true;
  progress->first_awaited = progress->executed;
  progress->unit++;
  rendezvous_enter(search, slot);
  vain_waits_begin(&search->vain_waits, search->machine.now.awaited,
                   search->machine.now.awaited_for);
}

bool waits_was_read(struct graph_search *search, uint32_t slot, uint64_t address, uint32_t *read) {
  struct event_thread *self = &search->graph.threads.items[slot];
  if (!search->machine.now.is_waiting) {
    self->progress.awaits = false;
    return false;
  }
  if (!self->progress.awaits) {
    begin_condition(search, slot);
    return false;
  }
  for (size_t i = self->progress.first_awaited; i < self->progress.executed; i++) {
    const struct memory_action *action =
        clocked_graph_action(&search->graph, self->actions.items[i]);
    if (action->kind == ACTION_READ &&
        search->graph.events.locations.items[action->location].address == address) {
      *read = self->actions.items[i];
      return true;
    }
  }
  return false;
}

void waits_note_read(struct graph_search *search, const struct memory_action *read) {
  if (search->machine.now.is_waiting)
    vain_waits_add_read(&search->vain_waits,
                        search->graph.events.locations.items[read->location].address, read->value);
}

/* Are all actions from `first` on reads of the thread, and is there one? */
static bool only_reads(const struct graph_search *search, uint32_t slot, size_t first) {
  for (size_t i = first; i < search->graph.events.actions.count; i++) {
    const struct memory_action *action = clocked_graph_action(&search->graph, i);
    if (action->thread != slot || action->kind != ACTION_READ)
      return false;
  }
  return search->graph.events.actions.count > first;
}

void waits_postpone(struct graph_search *search, uint32_t slot, const struct step_begin *begin) {
  struct event_thread *self = &search->graph.threads.items[slot];
  const struct thread *thread = state_thread(search->state, self->number);
  if (search->ending.is_dead || !self->progress.is_waiting || rendezvous_suspend(search, slot) ||
      !search->postponing.is_on || thread_next_edge(thread)->wait.spurious ||
      !only_reads(search, slot, begin->actions))
    return;
  map_set(&search->postponing.edges, (uint64_t)(uintptr_t)begin->edge, 1);
  if (!rewind_has_image(self, begin->steps))
    return;
  self->watched.count = 0;
  while (search->graph.events.actions.count > begin->actions) {
    uint32_t location = vector_last(&search->graph.events.actions).location;
    struct watched_location watched = {location,
                                       search->graph.events.locations.items[location].order.count};
    vector_push(&self->watched, watched);
    clocks_drop_last(&search->graph);
  }
  while (search->pending.count > begin->pending) {
    struct event_graph graph = vector_pop(&search->pending);
    event_graph_release(&graph);
  }
  rewind_restore_last(search, slot);
  self = &search->graph.threads.items[slot];
  self->progress.is_blocked = self->progress.is_waiting = self->is_postponed = true;
}

bool waits_can_move(const struct clocked_graph *graph, uint32_t slot) {
  const struct event_thread *self = &graph->threads.items[slot];
  if (!self->exists || self->progress.is_done)
    return false;
  if (!self->progress.is_blocked || !self->is_postponed)
    return !self->progress.is_blocked;
  for (size_t i = 0; i < self->watched.count; i++)
    if (graph->events.locations.items[self->watched.items[i].location].order.count !=
        self->watched.items[i].writes)
      return true;
  return false;
}
