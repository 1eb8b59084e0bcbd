/* SPDX-License-Identifier: Apache-2.0 */
/* Creation, extension and release of a graph. */
#include "engine/graph.h"

void graph_clear(struct graph *graph) {
  graph->threads.count = graph->nodes.count = graph->edges.count = 0;
}

void graph_release(struct graph *graph) {
  vector_release(&graph->threads);
  vector_release(&graph->nodes);
  vector_release(&graph->edges);
}
