/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: the acyclicity axioms of the memory models. */
#ifndef ENGINE_GRAPH_CYCLES_H
#define ENGINE_GRAPH_CYCLES_H

#include "engine/graph/clocked_graph.h"

/* Does an order that must be acyclic have a cycle? All actions must have their clocks. */
bool cycles_violate_model(struct clocked_graph *graph);

#endif
