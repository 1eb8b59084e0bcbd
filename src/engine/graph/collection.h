/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: --check-graphs stores the complete graphs. */
#ifndef ENGINE_GRAPH_COLLECTION_H
#define ENGINE_GRAPH_COLLECTION_H

#include "base/map.h"
#include "engine/graph/clocked_graph.h"

struct graph_collection {
  bool is_on;
  struct interner *graphs;
  struct interner *classes; /* graphs up to the exchange of threads that are alike */
  uint64_t duplicates;      /* graphs that were added more than once */
};

void collection_add(struct graph_collection *collection, const struct clocked_graph *graph);

#endif
