/* SPDX-License-Identifier: Apache-2.0 */
/* The life of an execution graph. */
#include "semantics/event_graph.h"

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

void event_graph_copy(struct event_graph *to, const struct event_graph *from) {
  event_graph_clear(to);
  for (size_t i = 0; i < from->actions.count; i++)
    vector_push(&to->actions, from->actions.items[i]);
  for (size_t i = 0; i < from->threads.count; i++)
    vector_push(&to->threads, from->threads.items[i]);
  for (size_t i = 0; i < from->locations.count; i++) {
    const struct action_location *location = &from->locations.items[i];
    struct action_location copy = *location;
    copy.order = (struct action_numbers){0};
    for (size_t j = 0; j < location->order.count; j++)
      vector_push(&copy.order, location->order.items[j]);
    vector_push(&to->locations, copy);
  }
}

size_t event_graph_rank(const struct event_graph *graph, uint32_t location, uint32_t write) {
  const struct action_numbers *order = &graph->locations.items[location].order;
  if (write == INITIAL_WRITE)
    return 0;
  for (size_t i = 0; i < order->count; i++)
    if (order->items[i] == write)
      return i + 1;
  return order->count + 1;
}

void event_graph_set_order(struct memory_action *action, const struct thread *thread,
                           enum memory_order order) {
  bool is_library = thread_top(thread)->function->is_library;
  if (action->in_section || (is_library && order != ORDER_PLAIN)) {
    action->in_section = true;
    order = action->kind == ACTION_READ ? ORDER_ACQUIRE : ORDER_RELEASE;
  }
  action->order = order;
}

enum memory_order event_graph_order_of(const struct edge *edge, bool succeeds) {
  if (edge->op == OPERATION_LOAD)
    return edge->load.order;
  if (edge->op == OPERATION_STORE)
    return edge->store.order;
  if (edge->op == OPERATION_RMW)
    return edge->rmw.order;
  if (edge->op == OPERATION_CAS)
    return succeeds ? edge->cas.order : edge->cas.failure;
  return ORDER_PLAIN;
}
