/* SPDX-License-Identifier: Apache-2.0 */
/* Builds execution graphs without a program: main creates all other threads before its first
 * action. */
#ifndef UNIT_ENGINE_GRAPH_BUILD_H
#define UNIT_ENGINE_GRAPH_BUILD_H

#include "engine/graph/clocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct edge load = {.op = OPERATION_LOAD};

static inline void begin_graph(struct clocked_graph *graph, enum memory_model model,
                               uint32_t threads, uint32_t locations) {
  *graph = (struct clocked_graph){.model = model, .keeps_relaxed = true};
  for (uint32_t i = 0; i < threads; i++) {
    vector_push(&graph->events.threads, (struct action_thread_start){0, 0, i, NO_TWIN});
    clocked_graph_slot(graph, i);
    clocks_load_thread(graph, i);
    graph->threads.items[i].exists = true;
  }
  for (uint32_t i = 0; i < locations; i++) {
    vector_push(&graph->events.locations,
                (struct action_location){.address = 16 * (i + 1), .size = 8});
    vector_push(&graph->accesses, (struct action_numbers){0});
  }
}

/* Without clocks, and a write without a place in modification order. */
static inline uint32_t append(struct clocked_graph *graph, struct memory_action action) {
  uint32_t number = (uint32_t)graph->events.actions.count;
  struct event_thread *thread = &graph->threads.items[action.thread];
  action.index = (uint32_t)thread->actions.count;
  action.unit = (action.index + 1) * UNITS_PER_STEP;
  action.edge = action.user_edge = &load;
  vector_push(&graph->events.actions, action);
  vector_push(&thread->actions, number);
  clocked_graph_make_room(graph);
  graph->clocks.is_derived[number] = false;
  return number;
}

static inline uint32_t add(struct clocked_graph *graph, struct memory_action action) {
  uint32_t number = append(graph, action);
  if (action.kind == ACTION_WRITE)
    vector_push(&graph->events.locations.items[action.location].order, number);
  assert_true(clocks_derive_last(graph));
  return number;
}

static inline struct memory_action a_write(uint32_t thread, uint32_t location,
                                           enum memory_order order) {
  return (struct memory_action){.kind = ACTION_WRITE,
                                .thread = thread,
                                .location = location,
                                .order = order,
                                .source = INITIAL_WRITE,
                                .value = 1};
}

static inline struct memory_action a_read(uint32_t thread, uint32_t location, uint32_t source,
                                          enum memory_order order) {
  return (struct memory_action){.kind = ACTION_READ,
                                .thread = thread,
                                .location = location,
                                .order = order,
                                .source = source,
                                .value = source != INITIAL_WRITE};
}

#endif
