/* SPDX-License-Identifier: Apache-2.0 */
/* Creation, extension and release of execution graphs. */
#include "semantics/event_graph.h"

#include "program/access.h"
#include "semantics/state.h"

#include <string.h>

void event_graph_clear(struct event_graph *graph) {
  graph->actions.count = graph->threads.count = 0;
  for (size_t i = 0; i < graph->locations.count; i++)
    vector_release(&graph->locations.items[i].order);
  graph->locations.count = 0;
}

void event_graph_release(struct event_graph *graph) {
  event_graph_clear(graph);
  vector_release(&graph->actions);
  vector_release(&graph->locations);
  vector_release(&graph->threads);
}

static void copy_items(void *to, const void *from, size_t size) {
  if (size)
    memcpy(to, from, size);
}

void event_graph_copy(struct event_graph *to, const struct event_graph *from) {
  event_graph_clear(to);
  vector_reserve(&to->actions, from->actions.count);
  vector_reserve(&to->threads, from->threads.count);
  vector_reserve(&to->locations, from->locations.count);
  copy_items(to->actions.items, from->actions.items,
             from->actions.count * sizeof *from->actions.items);
  copy_items(to->threads.items, from->threads.items,
             from->threads.count * sizeof *from->threads.items);
  to->actions.count = from->actions.count;
  to->threads.count = from->threads.count;
  for (size_t i = 0; i < from->locations.count; i++) {
    const struct action_location *location = &from->locations.items[i];
    struct action_location copy = *location;
    copy.order = (struct action_numbers){0};
    vector_reserve(&copy.order, location->order.count);
    copy_items(copy.order.items, location->order.items,
               location->order.count * sizeof *location->order.items);
    copy.order.count = location->order.count;
    vector_push(&to->locations, copy);
  }
}

size_t event_graph_rank(const struct event_graph *graph, uint32_t location, uint32_t write) {
  const struct action_numbers *order = &graph->locations.items[location].order;
  if (write == INITIAL_WRITE)
    return 0;
  for (size_t i = order->count; i-- > 0;) /* mostly it is one of the last */
    if (order->items[i] == write)
      return i + 1;
  return order->count + 1;
}

static enum memory_order order_in_model(const struct memory_action *action, enum memory_order order,
                                        bool keeps_relaxed) {
  if (!action->in_section || (action->is_of_library && order == ORDER_RELAXED && keeps_relaxed))
    return order;
  return action->kind == ACTION_READ ? ORDER_ACQUIRE : ORDER_RELEASE;
}

void event_graph_set_order(struct memory_action *action, const struct thread *thread,
                           enum memory_order order, bool keeps_relaxed) {
  action->is_of_library = thread_top(thread)->function->is_library;
  action->in_section |= action->is_of_library && order != ORDER_PLAIN;
  action->order = order_in_model(action, order, keeps_relaxed);
}

void event_graph_renew_order(struct memory_action *action, bool succeeds, bool keeps_relaxed) {
  action->order =
      order_in_model(action, event_graph_order_of(action->edge, succeeds), keeps_relaxed);
}

enum memory_order event_graph_order_of(const struct edge *edge, bool succeeds) {
  return edge->op == OPERATION_CAS && !succeeds ? edge->cas.failure : edge_order(edge);
}
