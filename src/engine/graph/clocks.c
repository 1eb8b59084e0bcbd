/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the clocks of actions in an order in which each follows the actions that it depends on.
 * So a clock never changes, and coherence is a comparison with the actions that happen before. */
#include "engine/graph/clocks.h"

#include "engine/graph/cycles.h"
#include "engine/graph/symmetry.h"

#include <string.h>

static size_t clock_size(const struct clocked_graph *graph) {
  return graph->clocks.stride * sizeof(uint32_t);
}

static void join(const struct clocked_graph *graph, event_clock into, const uint32_t *from) {
  for (size_t i = 0; i < graph->clocks.stride; i++)
    if (from[i] > into[i])
      into[i] = from[i];
}

static void clear(const struct clocked_graph *graph, event_clock clock) {
  memset(clock, 0, clock_size(graph));
}

static void copy(const struct clocked_graph *graph, event_clock into, const uint32_t *from) {
  memcpy(into, from, clock_size(graph));
}

static event_clock released_by(const struct clocked_graph *graph, size_t action) {
  return graph->clocks.released + action * graph->clocks.stride;
}

void clocks_load_thread(const struct clocked_graph *graph, uint32_t number) {
  struct event_thread *thread = &graph->threads.items[number];
  const struct action_thread_start *start = &graph->events.threads.items[number];
  clear(graph, thread->happened);
  clear(graph, thread->seen);
  clear(graph, thread->fenced);
  clear(graph, thread->prefix);
  if (start->creator == number || start->after == 0)
    return;
  size_t last = graph->threads.items[start->creator].actions.items[start->after - 1];
  join(graph, thread->happened, clocks_happened(graph, last));
  join(graph, thread->prefix, clocks_causes(graph, last));
}

/* Other threads see only whole sections: the last action of the section that contains this one. */
static size_t end_of_unit(const struct clocked_graph *graph, size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  const struct action_numbers *all = &graph->threads.items[action->thread].actions;
  size_t last = action->index;
  while (action->in_section && last + 1 < all->count &&
         clocked_graph_action(graph, all->items[last + 1])->unit == action->unit)
    last++;
  return all->items[last];
}

static bool is_ready(const struct clocked_graph *graph, size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  const struct event_thread *thread = &graph->threads.items[action->thread];
  const struct action_thread_start *start = &graph->events.threads.items[action->thread];
  if (action->index > 0 && !graph->clocks.is_derived[thread->actions.items[action->index - 1]])
    return false;
  if (action->index == 0 && start->creator != action->thread && start->after > 0) {
    const struct action_numbers *creator = &graph->threads.items[start->creator].actions;
    if (start->after > creator->count ||
        !graph->clocks.is_derived[creator->items[start->after - 1]])
      return false;
  }
  uint32_t twins;
  if (symmetry_is_tied(graph, action->thread, action->index, &twins) && twins != NO_ACTION &&
      !graph->clocks.is_derived[end_of_unit(graph, twins)])
    return false;
  if (action->kind == ACTION_CHOICE && action->source != INITIAL_WRITE)
    return graph->clocks.is_derived[action->source];
  if (action->kind != ACTION_READ || action->source == INITIAL_WRITE)
    return true;
  return graph->clocks.is_derived[end_of_unit(graph, action->source)] ||
         (clocked_graph_action(graph, action->source)->thread == action->thread &&
          graph->clocks.is_derived[action->source]);
}

void clocks_join_twin(struct clocked_graph *graph, uint32_t slot, size_t index) {
  uint32_t twins;
  if (symmetry_is_tied(graph, slot, index, &twins) && twins != NO_ACTION)
    join(graph, graph->threads.items[slot].prefix, clocks_causes(graph, end_of_unit(graph, twins)));
}

size_t clocks_least_rank(const struct clocked_graph *graph, uint32_t thread, uint32_t location) {
  const struct action_numbers *list = &graph->accesses.items[location];
  const struct action_location *writes = &graph->events.locations.items[location];
  const uint32_t *happened = graph->threads.items[thread].happened;
  size_t least = 0;
  for (size_t i = 0; i < list->count; i++) {
    const struct memory_action *other = clocked_graph_action(graph, list->items[i]);
    bool is_before = other->thread == thread || other->index < happened[other->thread];
    if (!is_before || writes->order.count == least)
      continue;
    size_t rank = event_graph_rank(&graph->events, location,
                                   other->kind == ACTION_WRITE ? list->items[i] : other->source);
    if (rank > least && rank <= writes->order.count)
      least = rank;
  }
  return least;
}

static void derive_read(struct clocked_graph *graph, struct event_thread *thread, size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  if (action->source == INITIAL_WRITE)
    return;
  const struct memory_action *write = clocked_graph_action(graph, action->source);
  if (write->thread != action->thread)
    join(graph, thread->prefix, clocks_causes(graph, end_of_unit(graph, action->source)));
  if (action->order == ORDER_PLAIN)
    return;
  const uint32_t *released = released_by(graph, action->source);
  join(graph, order_acquires(action->order) ? thread->happened : thread->seen, released);
}

static void derive_write(struct clocked_graph *graph, const struct event_thread *thread,
                         size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  event_clock released = released_by(graph, number);
  clear(graph, released);
  if (action->order == ORDER_PLAIN)
    return;
  copy(graph, released, order_releases(action->order) ? thread->happened : thread->fenced);
  if (!action->is_rmw)
    return;
  const struct memory_action *read =
      clocked_graph_action(graph, thread->actions.items[action->index - 1]);
  if (read->source != INITIAL_WRITE)
    join(graph, released, released_by(graph, read->source));
}

static void derive_fence(struct clocked_graph *graph, struct event_thread *thread,
                         enum memory_order order) {
  if (order_acquires(order))
    join(graph, thread->happened, thread->seen);
  if (order_releases(order))
    copy(graph, thread->fenced, thread->happened);
}

/* The write that the read-modify-write with this write reads from. */
static uint32_t source_of(const struct clocked_graph *graph, const struct memory_action *write) {
  const struct event_thread *thread = &graph->threads.items[write->thread];
  return clocked_graph_action(graph, thread->actions.items[write->index - 1])->source;
}

/* A read-modify-write must immediately follow the write that it reads from. Does this hold for
 * the write of this rank, and for the next one? */
static bool is_atomic(const struct clocked_graph *graph, const struct memory_action *write,
                      uint32_t number, size_t rank) {
  const struct action_numbers *order = &graph->events.locations.items[write->location].order;
  if (write->is_rmw &&
      rank != event_graph_rank(&graph->events, write->location, source_of(graph, write)) + 1)
    return false;
  if (rank >= order->count)
    return true;
  const struct memory_action *next = clocked_graph_action(graph, order->items[rank]);
  return !next->is_rmw || source_of(graph, next) == number;
}

/* Is the access coherent with the accesses that happen before it? */
static bool is_coherent(const struct clocked_graph *graph, size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  size_t least = clocks_least_rank(graph, action->thread, action->location);
  if (action->kind == ACTION_READ)
    return event_graph_rank(&graph->events, action->location, action->source) >= least;
  size_t rank = event_graph_rank(&graph->events, action->location, (uint32_t)number);
  return rank > least && is_atomic(graph, action, (uint32_t)number, rank);
}

static void note_kind(struct clocked_graph *graph, const struct memory_action *action, size_t one) {
  graph->seq_cst_count += action->order == ORDER_SEQ_CST && action->kind != ACTION_CHOICE ? one : 0;
  graph->section_count += action->in_section ? one : 0;
}

/* Computes the clocks of an action that is ready. False: it is inconsistent. */
static bool derive(struct clocked_graph *graph, size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  struct event_thread *thread = &graph->threads.items[action->thread];
  if (action->index == 0)
    clocks_load_thread(graph, action->thread);
  clocks_join_twin(graph, action->thread, action->index);
  bool is_access = action->kind == ACTION_READ || action->kind == ACTION_WRITE;
  if (action->kind == ACTION_READ)
    derive_read(graph, thread, number);
  else if (action->kind == ACTION_FENCE)
    derive_fence(graph, thread, action->order);
  else if (action->kind == ACTION_CHOICE && action->source != INITIAL_WRITE)
    join(graph, thread->happened, clocks_happened(graph, action->source));
  bool fine = (!is_access || is_coherent(graph, number)) && symmetry_keeps_order(graph, number);
  thread->happened[action->thread] = thread->prefix[action->thread] = action->index + 1;
  if (action->kind == ACTION_WRITE)
    derive_write(graph, thread, number);
  if (action->kind == ACTION_FENCE && order_releases(action->order))
    copy(graph, thread->fenced, thread->happened);
  copy(graph, clocks_happened(graph, number), thread->happened);
  copy(graph, clocks_causes(graph, number), thread->prefix);
  copy(graph, graph->clocks.seen + number * graph->clocks.stride, thread->seen);
  copy(graph, graph->clocks.fenced + number * graph->clocks.stride, thread->fenced);
  graph->clocks.is_derived[number] = true;
  graph->derived_count++;
  if (is_access)
    vector_push(&graph->accesses.items[action->location], (uint32_t)number);
  note_kind(graph, action, 1);
  return fine;
}

/* Sets the clocks of the thread to those after its first `count` actions. */
static void reload_thread(struct clocked_graph *graph, uint32_t number, size_t count) {
  struct event_thread *thread = &graph->threads.items[number];
  if (thread->tied > count)
    thread->tied = count;
  if (!count) {
    if (number < graph->events.threads.count)
      clocks_load_thread(graph, number);
    return;
  }
  size_t last = thread->actions.items[count - 1] * graph->clocks.stride;
  copy(graph, thread->happened, graph->clocks.happened + last);
  copy(graph, thread->prefix, graph->clocks.causes + last);
  copy(graph, thread->seen, graph->clocks.seen + last);
  copy(graph, thread->fenced, graph->clocks.fenced + last);
}

/* Removes all but the first `kept` actions from the accesses of locations. */
static void cut_accesses(struct clocked_graph *graph, size_t kept) {
  while (graph->accesses.count < graph->events.locations.count)
    vector_push(&graph->accesses, (struct action_numbers){0});
  for (size_t i = 0; i < graph->accesses.count; i++) {
    struct action_numbers *list = &graph->accesses.items[i];
    size_t count = 0;
    for (size_t j = 0; kept && j < list->count; j++)
      if (list->items[j] < kept)
        list->items[count++] = list->items[j];
    list->count = count;
  }
}

static void begin(struct clocked_graph *graph, size_t kept) {
  clocked_graph_make_room(graph);
  memset(graph->clocks.is_derived + kept, 0, graph->clocks.capacity - kept);
  graph->derived_count = kept;
  graph->seq_cst_count = graph->section_count = 0;
  cut_accesses(graph, kept);
  for (size_t i = 0; i < graph->threads.count; i++)
    graph->threads.items[i].actions.count = 0;
  for (size_t i = 0; i < kept; i++) {
    const struct memory_action *action = clocked_graph_action(graph, i);
    note_kind(graph, action, 1);
    vector_push(&graph->threads.items[action->thread].actions, (uint32_t)i);
  }
  for (uint32_t i = 0; i < graph->threads.count; i++)
    reload_thread(graph, i, graph->threads.items[i].actions.count);
  for (size_t i = kept; i < graph->events.actions.count; i++)
    vector_push(&graph->threads.items[clocked_graph_action(graph, i)->thread].actions, (uint32_t)i);
}

bool clocks_derive(struct clocked_graph *graph, size_t kept) {
  begin(graph, kept);
  size_t count = graph->events.actions.count;
  while (graph->derived_count < count) {
    size_t before = graph->derived_count;
    for (size_t i = kept; i < count; i++)
      if (!graph->clocks.is_derived[i] && is_ready(graph, i) && !derive(graph, i))
        return false;
    if (graph->derived_count == before)
      return false; /* a cycle of program order and reads-from */
  }
  return !cycles_violate_model(graph);
}

static bool is_of_unit(const struct memory_action *action, const struct memory_action *of) {
  return action->thread == of->thread && action->in_section && of->in_section &&
         action->unit == of->unit;
}

/* Does an edge of modification order, from-reads or reads-from lead from the access out of its
 * section? */
static bool has_successor(const struct clocked_graph *graph, uint32_t number) {
  const struct memory_action *actions = graph->events.actions.items, *action = &actions[number];
  if (action->kind != ACTION_READ && action->kind != ACTION_WRITE)
    return false;
  bool writes = action->kind == ACTION_WRITE;
  const struct action_numbers *order = &graph->events.locations.items[action->location].order;
  const struct action_numbers *all = &graph->accesses.items[action->location];
  size_t rank =
      event_graph_rank(&graph->events, action->location, writes ? number : action->source);
  for (size_t i = rank; i < order->count; i++)
    if (order->items[i] != number && !is_of_unit(&actions[order->items[i]], action))
      return true;
  for (size_t i = 0; writes && i < all->count; i++)
    if (actions[all->items[i]].kind == ACTION_READ && actions[all->items[i]].source == number &&
        !is_of_unit(&actions[all->items[i]], action))
      return true;
  return false;
}

/* Can the last action be part of a cycle? It has no successor in program order. So it can only if
 * it reads an old write, is an old write, or belongs to a section with a successor. */
static bool can_close_cycle(const struct clocked_graph *graph) {
  uint32_t number = (uint32_t)graph->events.actions.count - 1;
  const struct memory_action *last = clocked_graph_action(graph, number);
  const struct action_numbers *own = &graph->threads.items[last->thread].actions;
  if (has_successor(graph, number))
    return true;
  size_t first = last->index;
  while (first > 0 && is_of_unit(clocked_graph_action(graph, own->items[first - 1]), last))
    if (has_successor(graph, own->items[--first]))
      return true;
  for (size_t i = 0; first < last->index && i < graph->events.threads.count; i++) {
    const struct action_thread_start *start = &graph->events.threads.items[i];
    if (i != last->thread && start->creator == last->thread && start->after > first &&
        graph->threads.items[i].actions.count)
      return true;
  }
  return false;
}

bool clocks_derive_last(struct clocked_graph *graph) {
  return derive(graph, graph->events.actions.count - 1) &&
         !(can_close_cycle(graph) && cycles_violate_model(graph));
}

void clocks_drop_last(struct clocked_graph *graph) {
  struct memory_action action = vector_pop(&graph->events.actions);
  size_t number = graph->events.actions.count;
  struct event_thread *thread = &graph->threads.items[action.thread];
  if (action.kind == ACTION_WRITE) {
    struct action_numbers *order = &graph->events.locations.items[action.location].order;
    for (size_t i = 0; i < order->count; i++)
      if (order->items[i] == number) {
        memmove(&order->items[i], &order->items[i + 1],
                (order->count - i - 1) * sizeof *order->items);
        order->count--;
        break;
      }
  }
  thread->actions.count--;
  if (thread->tied > thread->actions.count)
    thread->tied = thread->actions.count;
  if (!graph->clocks.is_derived[number])
    return;
  if (action.kind == ACTION_READ || action.kind == ACTION_WRITE)
    graph->accesses.items[action.location].count--;
  graph->clocks.is_derived[number] = false;
  graph->derived_count--;
  note_kind(graph, &action, (size_t)-1);
  reload_thread(graph, action.thread, thread->actions.count);
}
