/* SPDX-License-Identifier: Apache-2.0 */
/* Clears and releases a graph. */
#include "engine/state_graph.h"

void state_graph_clear(struct state_graph *graph) {
  graph->threads.count = graph->nodes.count = graph->edges.count = 0;
}

void state_graph_release(struct state_graph *graph) {
  vector_release(&graph->threads);
  vector_release(&graph->nodes);
  vector_release(&graph->edges);
}
