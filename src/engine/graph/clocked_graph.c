/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/graph/clocked_graph.h"

#include "base/memory.h"

#include <string.h>

static void resize_thread(struct clocked_graph *graph, struct event_thread *thread,
                          size_t old_stride) {
  event_clock *clocks[] = {&thread->happened, &thread->seen, &thread->fenced, &thread->prefix};
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
    event_clock fresh = memory_allocate_zeroed(graph->clocks.stride * sizeof(uint32_t));
    if (*clocks[i])
      memcpy(fresh, *clocks[i], old_stride * sizeof(uint32_t));
    memory_release(*clocks[i]);
    *clocks[i] = fresh;
  }
}

/* Makes the clocks longer and more numerous: there are more actions than before, or more
 * threads. */
void clocked_graph_make_room(struct clocked_graph *graph) {
  size_t wanted = graph->events.actions.count + 1;
  bool is_wider = graph->threads.count > graph->clocks.stride;
  if (!is_wider && !vector_last(&graph->threads).happened)
    resize_thread(graph, &vector_last(&graph->threads), 0);
  if (!is_wider && wanted <= graph->clocks.capacity)
    return;
  size_t old_stride = graph->clocks.stride, old = graph->clocks.capacity;
  while (graph->clocks.stride < graph->threads.count || !graph->clocks.stride)
    graph->clocks.stride = graph->clocks.stride ? 2 * graph->clocks.stride : 8;
  while (graph->clocks.capacity < wanted)
    graph->clocks.capacity = graph->clocks.capacity ? 2 * graph->clocks.capacity : 64;
  uint32_t **tables[] = {&graph->clocks.happened, &graph->clocks.causes, &graph->clocks.released,
                         &graph->clocks.seen, &graph->clocks.fenced};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    uint32_t *fresh =
        memory_allocate_zeroed(graph->clocks.capacity * graph->clocks.stride * sizeof(uint32_t));
    for (size_t row = 0; row < old; row++)
      memcpy(fresh + row * graph->clocks.stride, *tables[i] + row * old_stride,
             old_stride * sizeof(uint32_t));
    memory_release(*tables[i]);
    *tables[i] = fresh;
  }
  bool *fresh = memory_allocate_zeroed(graph->clocks.capacity);
  if (old)
    memcpy(fresh, graph->clocks.is_derived, old);
  memory_release(graph->clocks.is_derived);
  graph->clocks.is_derived = fresh;
  memory_release(graph->clocks.ranks);
  graph->clocks.ranks =
      memory_allocate_zeroed(graph->clocks.capacity * sizeof *graph->clocks.ranks);
  for (size_t i = 0; is_wider && i < graph->threads.count; i++)
    resize_thread(graph, &graph->threads.items[i], old_stride);
}

uint32_t clocked_graph_slot(struct clocked_graph *graph, uint32_t number) {
  uint64_t slot;
  if (map_get(&graph->slots, number, &slot))
    return (uint32_t)slot;
  slot = graph->threads.count;
  map_set(&graph->slots, number, slot);
  vector_push(&graph->threads, (struct event_thread){.number = number});
  clocked_graph_make_room(graph);
  return (uint32_t)slot;
}

bool clocked_graph_finds_expected(const struct memory_action *action) {
  unsigned size = action->edge->cas.size;
  uint64_t mask = size >= 8 ? UINT64_MAX : (UINT64_C(1) << size * 8) - 1;
  return (action->expected & mask) == (action->value & mask);
}

void clocked_graph_restrict(struct event_graph *graph, uint32_t *numbers) {
  size_t kept = 0;
  for (size_t i = 0; i < graph->actions.count; i++) {
    if (numbers[i] == NO_ACTION)
      continue;
    numbers[i] = (uint32_t)kept;
    graph->actions.items[kept++] = graph->actions.items[i];
  }
  graph->actions.count = kept;
  for (size_t i = 0; i < kept; i++) {
    struct memory_action *action = &graph->actions.items[i];
    if ((action->kind == ACTION_READ || action->kind == ACTION_CHOICE) &&
        action->source != INITIAL_WRITE)
      action->source = numbers[action->source];
  }
  for (size_t i = 0; i < graph->locations.count; i++) {
    struct action_numbers *order = &graph->locations.items[i].order;
    size_t count = 0;
    for (size_t j = 0; j < order->count; j++)
      if (numbers[order->items[j]] != NO_ACTION)
        order->items[count++] = numbers[order->items[j]];
    order->count = count;
  }
}

void clocked_graph_release(struct clocked_graph *graph) {
  event_graph_release(&graph->events);
  for (size_t i = 0; i < graph->threads.count; i++) {
    struct event_thread *thread = &graph->threads.items[i];
    vector_release(&thread->actions);
    vector_release(&thread->writes);
    vector_release(&thread->loops);
    vector_release(&thread->birth);
    vector_release(&thread->watched);
    memory_release(thread->happened);
    memory_release(thread->seen);
    memory_release(thread->fenced);
    memory_release(thread->prefix);
  }
  vector_release(&graph->threads);
  map_release(&graph->slots);
  vector_release_all(&graph->accesses);
  memory_release(graph->clocks.happened);
  memory_release(graph->clocks.causes);
  memory_release(graph->clocks.released);
  memory_release(graph->clocks.seen);
  memory_release(graph->clocks.fenced);
  memory_release(graph->clocks.is_derived);
  memory_release(graph->clocks.ranks);
}
