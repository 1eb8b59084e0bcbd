/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: computes the clocks of a graph, and checks its consistency. */
#ifndef ENGINE_GRAPH_CLOCKS_H
#define ENGINE_GRAPH_CLOCKS_H

#include "engine/graph/clocked_graph.h"

/* Computes the clocks of all actions except the first `kept`, whose clocks are valid. False: the
 * graph is inconsistent. */
bool clocks_derive(struct clocked_graph *graph, size_t kept);
/* Computes the clocks of the last action, which was just added. A write must have its place in
 * modification order. */
bool clocks_derive_last(struct clocked_graph *graph);
/* Removes the last action. */
void clocks_drop_last(struct clocked_graph *graph);
/* Sets the clocks of a thread without actions: those of its creation. */
void clocks_load_thread(const struct clocked_graph *graph, uint32_t number);
/* Makes the action of the twin that corresponds to the thread's index-th a cause of it. */
void clocks_join_twin(struct clocked_graph *graph, uint32_t slot, size_t index);
/* The rank of the newest write to the location that the thread's next action must not miss. */
size_t clocks_least_rank(const struct clocked_graph *graph, uint32_t thread, uint32_t location);

#endif
