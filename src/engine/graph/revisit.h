/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: backward revisits. */
#ifndef ENGINE_GRAPH_REVISIT_H
#define ENGINE_GRAPH_REVISIT_H

#include "engine/graph/clocked_graph.h"

/* Graphs to be visited, the next one last. */
struct graph_stack {
  struct event_graph *items;
  size_t count, capacity;
};

/* The last action of the graph is a write that has no place in modification order yet: pushes each
 * graph in which an earlier read reads from it. The number of these graphs. */
size_t revisit_reads(const struct clocked_graph *graph, struct graph_stack *pending);

#endif
