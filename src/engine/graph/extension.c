/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/graph/extension.h"

#include "engine/graph/clocks.h"
#include "engine/graph/graph_locations.h"
#include "engine/graph/races.h"
#include "engine/graph/recorded.h"
#include "engine/graph/symmetry.h"

#include <string.h>

enum { MOST_ACTIONS = 1 << 16 };

static struct memory_action make_action(const struct graph_search *search,
                                        const struct thread *thread, uint32_t slot,
                                        enum action_kind kind, const struct edge *edge) {
  const struct event_thread *self = &search->graph.threads.items[slot];
  return (struct memory_action){.kind = kind,
                                .thread = slot,
                                .index = (uint32_t)self->actions.count,
                                .unit = self->progress.unit,
                                .in_section = (thread && thread->atomic_depth > 0) ||
                                              search->machine.now.is_waiting,
                                .is_awaited = search->machine.now.is_waiting,
                                .source = INITIAL_WRITE,
                                .rendezvous = self->progress.rendezvous,
                                .edge = edge,
                                .user_edge = search_user_edge(thread, edge)};
}

/* The units of --work that an action costs: so many per thread, and one more for so many actions
 * before it, as the place of a write is looked up among those. */
enum { WORK_OF_ACTION = 4, ACTIONS_OF_WORK = 32 };

static void append_action(struct graph_search *search, const struct memory_action *action) {
  struct clocked_graph *graph = &search->graph;
  uint32_t number = (uint32_t)graph->events.actions.count;
  if (number >= MOST_ACTIONS)
    search_not_supported(search, action->user_edge, "an execution of too many accesses");
  limits_spend(&search->task->limits,
               WORK_OF_ACTION * graph->threads.count + number / ACTIONS_OF_WORK);
  vector_push(&graph->events.actions, *action);
  vector_push(&graph->threads.items[action->thread].actions, number);
  clocked_graph_make_room(graph);
  graph->clocks.is_derived[number] = false;
  if (graph->events.actions.count > search->counts.most_actions)
    search->counts.most_actions = graph->events.actions.count;
}

/* Computes the clocks of the last action. False: the graph is inconsistent. */
static bool derive_last(struct graph_search *search) {
  bool is_consistent = clocks_derive_last(&search->graph);
  if (search->graph.symmetry.is_refuted)
    search->ending.must_restart = search->ending.is_dead = true;
  return is_consistent;
}

static void place_write(struct graph_search *search, uint32_t number, size_t rank) {
  uint32_t location = clocked_graph_action(&search->graph, number)->location;
  struct action_numbers *order = &search->graph.events.locations.items[location].order;
  vector_push(order, number);
  memmove(&order->items[rank], &order->items[rank - 1],
          (order->count - rank) * sizeof *order->items);
  order->items[rank - 1] = number;
}

/* Pushes the graph as it is now. */
static void push_alternative(struct graph_search *search) {
  struct event_graph copy = {0};
  event_graph_copy(&copy, &search->graph.events);
  vector_push(&search->pending, copy);
}

/* Pushes the graph with this action. */
static void push_with(struct graph_search *search, const struct memory_action *action) {
  append_action(search, action);
  push_alternative(search);
  clocks_drop_last(&search->graph);
}

/* Notes that the last action has been executed. */
static void note_executed(struct graph_search *search, uint32_t slot) {
  struct event_thread *self = &search->graph.threads.items[slot];
  self->progress.executed = self->actions.count;
}

static bool is_same_section(const struct memory_action *before,
                            const struct memory_action *action) {
  return before->in_section && before->unit == action->unit;
}

/* No other action comes between those of a section. So if the section accessed the location before,
 * a read takes the same write, and a write follows it immediately: its rank. */
static bool find_anchor(const struct clocked_graph *graph, const struct memory_action *action,
                        size_t *rank) {
  const struct action_numbers *own = &graph->threads.items[action->thread].actions;
  for (size_t i = action->index; action->in_section && i-- > 0;) {
    const struct memory_action *before = clocked_graph_action(graph, own->items[i]);
    if (!is_same_section(before, action))
      return false;
    if (!is_access(before) || before->location != action->location)
      continue;
    *rank = event_graph_rank(&graph->events, action->location,
                             before->kind == ACTION_WRITE ? own->items[i] : before->source);
    return true;
  }
  return false;
}

static void set_source_of_rank(const struct graph_search *search, const struct thread *thread,
                               struct memory_action *read, size_t rank) {
  const struct action_location *location = &search->graph.events.locations.items[read->location];
  recorded_set_source(search, thread, read, rank ? location->order.items[rank - 1] : INITIAL_WRITE);
}

/* Adds the read from the write of this rank. False: the graph would be inconsistent. */
static bool try_read(struct graph_search *search, const struct thread *thread,
                     struct memory_action *read, size_t rank) {
  set_source_of_rank(search, thread, read, rank);
  append_action(search, read);
  if (derive_last(search))
    return true;
  clocks_drop_last(&search->graph);
  return false;
}

/* Would reading from the write of this rank, instead of the next one, only change the order of
 * threads that meet? */
static bool is_same_rendezvous(const struct clocked_graph *graph, const struct memory_action *read,
                               size_t rank) {
  const struct action_numbers *order = &graph->events.locations.items[read->location].order;
  return rank < order->count && actions_meet(read, clocked_graph_action(graph, order->items[rank]));
}

/* Is this a read of a condition that is known not to hold with the value read? */
static bool is_vain(struct graph_search *search, const struct memory_action *read) {
  const struct action_location *location = &search->graph.events.locations.items[read->location];
  return search->machine.now.is_waiting &&
         vain_waits_has(&search->vain_waits, location->address, read->value);
}

/* Adds the read from the newest write that keeps the graph consistent, and pushes a graph for each
 * older one. */
static void add_read(struct graph_search *search, const struct overlay_access *access,
                     struct memory_action *read) {
  struct clocked_graph *graph = &search->graph;
  size_t least = clocks_least_rank(graph, read->thread, read->location);
  size_t rank = graph->events.locations.items[read->location].order.count;
  size_t twins = symmetry_least_rank(graph, read);
  find_anchor(graph, read, &rank);
  if (least < twins)
    least = twins;
  bool is_added = false;
  for (rank++; !is_added && rank > least;)
    is_added = try_read(search, access->thread, read, --rank);
  if (!is_added) {
    search->ending.is_dead = true;
    return;
  }
  if (rank > least) {
    clocks_drop_last(graph);
    for (size_t other = rank; other-- > least;) {
      set_source_of_rank(search, access->thread, read, other);
      if (!is_same_rendezvous(graph, read, other) && !is_vain(search, read))
        push_with(search, read);
    }
    try_read(search, access->thread, read, rank);
  }
  note_executed(search, read->thread);
  races_check_access(search, access->thread, access->place,
                     (uint32_t)graph->events.actions.count - 1);
}

/* Finds the location of the access. False: it overlaps another one, and heddle does not support
 * overlapping accesses of different sizes. */
static bool find_location(struct graph_search *search, const struct overlay_access *access,
                          struct memory_action *action) {
  action->location = graph_locations_find(search, access->place, access->size, action->edge);
  if (action->location != UINT32_MAX)
    return true;
  search_not_supported(search, action->user_edge, "accesses of different sizes that overlap");
  return false;
}

const struct memory_action *extension_add_read(struct graph_search *search,
                                               const struct overlay_access *access, uint32_t slot) {
  const struct edge *edge = thread_next_edge(access->thread);
  struct memory_action read = make_action(search, access->thread, slot, ACTION_READ, edge);
  read.is_exclusive = operation_is(edge->op, IS_UPDATE);
  if (!find_location(search, access, &read))
    return NULL;
  add_read(search, access, &read);
  if (search->ending.is_dead)
    return NULL;
  const struct memory_action *last = &vector_last(&search->graph.events.actions);
  recorded_check_value(search, last);
  return last;
}

/* May the write have this rank? No write comes between a read-modify-write and the write it reads
 * from, and the order of threads that meet does not matter. */
static bool may_precede(const struct clocked_graph *graph, const struct memory_action *write,
                        size_t rank) {
  const struct action_numbers *order = &graph->events.locations.items[write->location].order;
  const struct memory_action *next = clocked_graph_action(graph, order->items[rank - 1]);
  return !next->is_rmw && !actions_meet(next, write);
}

/* Adds the write as the last one of its location, and pushes a graph for each earlier place and for
 * each read that it revisits. */
static void add_write(struct graph_search *search, const struct overlay_access *access,
                      const struct memory_action *write) {
  struct clocked_graph *graph = &search->graph;
  const struct event_thread *self = &graph->threads.items[write->thread];
  uint32_t number = (uint32_t)graph->events.actions.count;
  size_t least = clocks_least_rank(graph, write->thread, write->location) + 1, anchor;
  size_t rank = graph->events.locations.items[write->location].order.count + 1;
  size_t twins = symmetry_least_rank(graph, write);
  if (least < twins)
    least = twins;
  append_action(search, write);
  clocks_join_twin(graph, write->thread, write->index);
  search->counts.revisits += revisit_reads(graph, &search->pending);
  if (find_anchor(graph, write, &anchor)) {
    rank = least = anchor + 1;
  } else if (write->is_rmw) {
    const struct memory_action *read =
        clocked_graph_action(graph, self->actions.items[write->index - 1]);
    rank = least = event_graph_rank(&graph->events, write->location, read->source) + 1;
  }
  for (size_t other = least; other < rank; other++) {
    if (!may_precede(graph, write, other))
      continue;
    place_write(search, number, other);
    push_alternative(search);
    clocks_drop_last(graph);
    append_action(search, write);
  }
  place_write(search, number, rank);
  if (!derive_last(search)) {
    search->ending.is_dead = true;
    return;
  }
  note_executed(search, write->thread);
  races_check_access(search, access->thread, access->place, number);
}

void extension_add_write(struct graph_search *search, const struct overlay_access *access,
                         uint32_t slot, struct value value) {
  const struct thread *thread = access->thread;
  const struct edge *edge = thread_next_edge(thread);
  struct memory_action write = make_action(search, thread, slot, ACTION_WRITE, edge);
  write.is_rmw = operation_is(edge->op, IS_UPDATE);
  write.value = value.bits;
  event_graph_set_order(&write, thread, event_graph_order_of(edge, true),
                        search->graph.keeps_relaxed);
  if (find_location(search, access, &write))
    add_write(search, access, &write);
}

void extension_add_fence(struct graph_search *search, const struct thread *thread, uint32_t slot,
                         enum memory_order order) {
  struct memory_action fence =
      make_action(search, thread, slot, ACTION_FENCE, thread_next_edge(thread));
  fence.order = order;
  append_action(search, &fence);
  search->ending.is_dead |= !derive_last(search);
  note_executed(search, slot);
}

uint64_t extension_add_choice(struct graph_search *search, uint32_t slot, const struct edge *edge,
                              const uint64_t *values, size_t count) {
  struct memory_action choice = make_action(search, search->running, slot, ACTION_CHOICE, edge);
  choice.count = count;
  for (size_t i = count; --i > 0;) {
    choice.value = values[i];
    push_with(search, &choice);
  }
  choice.value = values[0];
  append_action(search, &choice);
  derive_last(search);
  note_executed(search, slot);
  return values[0];
}

void extension_push_spurious(struct graph_search *search, uint32_t slot) {
  const struct thread *thread =
      state_thread(search->state, search->graph.threads.items[slot].number);
  struct memory_action choice =
      make_action(search, thread, slot, ACTION_CHOICE, thread_next_edge(thread));
  choice.count = 2;
  choice.value = 1;
  push_with(search, &choice);
}

void extension_add_address(struct graph_search *search, uint32_t slot, const struct edge *edge,
                           const struct address_options *options) {
  struct memory_action choice = make_action(search, search->running, slot, ACTION_CHOICE, edge);
  for (size_t i = options->count; i-- > 0;) {
    choice.value = options->items[i].address;
    choice.source = options->items[i].source;
    push_with(search, &choice);
  }
  choice.value = 0;
  choice.source = INITIAL_WRITE;
  choice.count = options->count + 1;
  append_action(search, &choice);
  derive_last(search);
  note_executed(search, slot);
}
