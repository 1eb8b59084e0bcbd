/* SPDX-License-Identifier: Apache-2.0 */
/* Tells the machine which value a read of shared memory takes, and takes its writes, fences and
 * choices. Recorded actions get their recorded answers (recorded.c); new ones extend the graph
 * (extension.c). */
#include "engine/graph/search_overlay.h"

#include "base/text.h"
#include "engine/graph/block_address.h"
#include "engine/graph/choices.h"
#include "engine/graph/extension.h"
#include "engine/graph/found_violation.h"
#include "engine/graph/graph_locations.h"
#include "engine/graph/races.h"
#include "engine/graph/recorded.h"
#include "engine/graph/rendezvous.h"
#include "engine/graph/spin.h"
#include "engine/graph/unpublished.h"
#include "engine/graph/waits.h"

static struct thread_progress *progress_of(struct graph_search *search,
                                           const struct thread *thread) {
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  return &search->graph.threads.items[slot].progress;
}

static void add_fence(struct overlay *overlay, const struct thread *thread,
                      enum memory_order order) {
  struct graph_search *search = (struct graph_search *)overlay;
  if (!search->is_concurrent || search->ending.is_dead)
    return;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  search->graph.threads.items[slot].progress.awaits = false;
  if (recorded_has(search, slot))
    recorded_take(search, slot, ACTION_FENCE);
  else
    extension_add_fence(search, thread, slot, order);
}

static void note_drain(struct overlay *overlay, const struct thread *thread) {
  struct graph_search *search = (struct graph_search *)overlay;
  if (search->is_concurrent && !search->ending.is_dead && !thread->atomic_depth)
    progress_of(search, thread)->drains = true;
}

/* tso, pso: some operations drain the store buffer and are no actions, such as atomic sections that
 * access nothing. If that matters, a fence in front of the thread's next action stands for them. */
static void drain_before(struct graph_search *search, const struct thread *thread, uint32_t slot) {
  if (recorded_needs_fence(search, thread, slot))
    add_fence(&search->overlay, thread, ORDER_OF_DRAIN);
}

/* Did the read get its source in this graph, and not in the one that this graph comes from? It may
 * race now, as it does not synchronise with the same writes. */
static bool is_decided_anew(const struct graph_search *search, uint32_t number) {
  uint32_t source = clocked_graph_action(&search->graph, number)->source;
  return number + (size_t)1 == search->path.recorded ||
         (source != INITIAL_WRITE && source + (size_t)1 == search->path.recorded);
}

static const struct memory_action *repeat_read(struct graph_search *search,
                                               const struct overlay_access *access, uint32_t slot) {
  const struct memory_action *read = recorded_read(search, access->thread, slot);
  if (read && is_decided_anew(search, recorded_last(search, slot)))
    races_check_access(search, access->thread, access->place, recorded_last(search, slot));
  return read;
}

/* Notes an access to memory that is not part of the graph: the machine executes it. */
static void note_private_read(struct graph_search *search, const struct overlay_access *access) {
  if (search->machine.now.is_waiting && !graph_locations_is_constant(access->place))
    search->vain_waits.reads_more = true;
}

static bool read_shared(struct overlay *overlay, const struct overlay_access *access,
                        struct value *value) {
  struct graph_search *search = (struct graph_search *)overlay;
  const struct thread *thread = access->thread;
  if (!graph_locations_is_action(search, thread, access->place, access->size, false)) {
    note_private_read(search, access);
    return false;
  }
  *value = (struct value){0, 0};
  if (search->ending.is_dead)
    return true;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number), earlier;
  bool begins_wait =
      search->machine.now.is_waiting && !search->graph.threads.items[slot].progress.awaits;
  if (waits_was_read(search, slot, access->place->address + access->place->offset, &earlier)) {
    value->bits = clocked_graph_action(&search->graph, earlier)->value;
    return true;
  }
  if (begins_wait)
    rendezvous_check_members(search, slot);
  drain_before(search, thread, slot);
  if (search->ending.is_dead)
    return true;
  const struct memory_action *read = recorded_has(search, slot)
                                         ? repeat_read(search, access, slot)
                                         : extension_add_read(search, access, slot);
  if (read) {
    value->bits = read->value;
    waits_note_read(search, read);
  }
  return true;
}

static void note_private_write(struct graph_search *search, const struct overlay_access *access) {
  uint32_t slot = clocked_graph_slot(&search->graph, access->thread->number);
  struct event_thread *self = &search->graph.threads.items[slot];
  struct looking_chooser look = chooser_looking();
  const struct place *place = access->place;
  if (access->size > 8) {
    self->progress.changes++;
    return;
  }
  struct value old = search->machine.domain->content_read(
      search->machine.domain_context, place->content, place->size, place->offset, access->size,
      thread_next_edge(access->thread), &look.chooser);
  struct private_write write = {place->address + place->offset, old.bits, access->size};
  vector_push(&self->writes, write);
}

static bool write_shared(struct overlay *overlay, const struct overlay_access *access,
                         struct value value) {
  struct graph_search *search = (struct graph_search *)overlay;
  const struct thread *thread = access->thread;
  if (!graph_locations_is_action(search, thread, access->place, access->size, true)) {
    if (search->is_concurrent)
      note_private_write(search, access);
    return false;
  }
  if (search->ending.is_dead)
    return true;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  search->graph.threads.items[slot].progress.awaits = false;
  unpublished_publish(search, thread);
  drain_before(search, thread, slot);
  if (search->ending.is_dead)
    return true;
  if (recorded_has(search, slot))
    recorded_take(search, slot, ACTION_WRITE);
  else
    extension_add_write(search, access, slot, value);
  return true;
}

/* A copy, fill or the like of memory that several threads access is not supported. */
static void bypass(struct overlay *overlay, const struct place *place, uint64_t size, bool writes) {
  struct graph_search *search = (struct graph_search *)overlay;
  if (!search->is_concurrent || graph_locations_is_constant(place))
    return;
  const struct thread *thread = search->running;
  if (graph_locations_is_action(search, thread, place, size, writes))
    search_not_supported(search, search_user_edge(thread, thread_next_edge(thread)),
                         "a copy of memory that several threads access");
  else
    progress_of(search, thread)->changes++;
}

/* Padding that several threads access is not part of the graph, as C does not define its value
 * after an assignment. If the program looks at it, heddle does not decide. */
static bool leave_out(struct overlay *overlay, const struct place *place, uint64_t size,
                      bool writes) {
  struct graph_search *search = (struct graph_search *)overlay;
  const struct thread *thread = search->running;
  if (!search->is_concurrent || graph_locations_is_constant(place))
    return false;
  /* no bytes: padding is part of no race */
  if (!graph_locations_is_action(search, thread, place, 0, writes)) {
    progress_of(search, thread)->changes += writes;
    return false;
  }
  graph_locations_add_padding(search, thread, place->address + place->offset, size);
  return true;
}

static void note_death(struct graph_search *search, uint32_t slot, const struct place *place) {
  const struct event_thread *self = &search->graph.threads.items[slot];
  if (place->dynamic->allocation && place->dynamic->allocation->allocate.heap)
    vector_push(&search->lifetimes.deaths,
                (struct block_moment){.address = place->address,
                                      .step = self->progress.steps,
                                      .thread = slot,
                                      .after = (uint32_t)self->progress.executed,
                                      .is_early = !search->is_concurrent});
}

/* The lifetime of an object ends. An access of another thread that does not happen before may as
 * well come later. */
static void end_object(struct overlay *overlay, const struct thread *thread,
                       const struct place *place) {
  struct graph_search *search = (struct graph_search *)overlay;
  const struct clocked_graph *graph = &search->graph;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  note_death(search, slot, place);
  if (!search->is_concurrent || search->ending.is_dead || graph_locations_is_record(place) ||
      !graph_locations_is_shared(search, thread, place) ||
      !races_check_birth(search, thread, place, thread_next_edge(thread)))
    return;
  progress_of(search, thread)->changes++;
  const uint32_t *happened = graph->threads.items[slot].happened;
  for (uint32_t i = 0; i < graph->events.actions.count && !search->ending.is_dead; i++) {
    const struct memory_action *action = clocked_graph_action(graph, i);
    if (!is_access(action) || action->thread == slot || action->index < happened[action->thread])
      continue;
    const struct action_location *location = &graph->events.locations.items[action->location];
    if (graph_locations_overlap(location, place->address, place->size) &&
        (location->object != place->address ||
         location->life == lifetimes_count(&search->lifetimes, place)))
      found_violation_note_end(search, slot, i);
  }
}

/* Refuses an input, or the result of an undefined function, whose values would have to be tried
 * one by one. */
static void refuse_choice(struct graph_search *search, const struct edge *edge) {
  struct text what = {0};
  if (edge->op == OPERATION_NONDET && edge->nondet.name)
    text_format(&what, "%s%s, which may be any of too many values,",
                edge->nondet.source == NONDET_EXTERNAL ? "the undefined " : "", edge->nondet.name);
  else
    text_add(&what, "a choice of too many values");
  search_not_supported(search, search_user_edge(search->running, edge), text_get(&what));
  text_release(&what);
}

static uint64_t answer_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct graph_search *search =
      (struct graph_search *)((char *)chooser - offsetof(struct graph_search, chooser));
  if (search->ending.is_dead)
    return 0;
  uint32_t slot = search->running ? clocked_graph_slot(&search->graph, search->running->number) : 0;
  struct event_thread *self = &search->graph.threads.items[slot];
  struct choice_values values;
  self->progress.awaits = false;
  choices_list(search, edge, width, &values);
  if (values.count != 1 && recorded_has(search, slot)) {
    const struct memory_action *action = recorded_take(search, slot, ACTION_CHOICE);
    return action ? action->value : 0;
  }
  if (self->progress.spins && !spin_has_writes(&search->graph, self))
    return 0; /* in this step, the thread came to the head of a loop where it waits */
  if (!values.count) {
    refuse_choice(search, edge);
    return 0;
  }
  return values.count == 1 ? values.items[0]
                           : extension_add_choice(search, slot, edge, values.items, values.count);
}

static void notice_edge(struct listener *listener, const struct state *state,
                        const struct event *event) {
  struct graph_search *search =
      (struct graph_search *)((char *)listener - offsetof(struct graph_search, listener));
  const struct thread *thread = search->running;
  (void)state;
  if (event->kind != EVENT_EDGE || search->ending.is_dead || !thread ||
      thread->number != event->thread)
    return;
  if (event->edge->op == OPERATION_SPAWN)
    unpublished_publish_to_new(search, thread);
  if (search->is_concurrent)
    spin_look_at_loop(search, thread);
}

void search_overlay_attach(struct graph_search *search) {
  bool has_buffers = memory_model_has_buffers(search->task->memory_model);
  search->overlay =
      (struct overlay){.read = read_shared,
                       .write = write_shared,
                       .bypass = bypass,
                       .leaves_out = leave_out,
                       .fence = add_fence,
                       .end = end_object,
                       .drain = has_buffers ? note_drain : NULL,
                       .defer = rendezvous_defer,
                       .reuse = search->lifetimes.has_reuse ? block_address_reuse : NULL,
                       .miss_slots = block_address_miss_slots,
                       .note_record = block_address_note_record};
  search->chooser = (struct chooser){answer_choice, false, NULL};
  search->listener = (struct listener){.event = notice_edge};
  search->machine.overlay = &search->overlay;
  search->machine.chooser = &search->chooser;
  machine_listen(&search->machine, &search->listener);
}
