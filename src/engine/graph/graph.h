/* SPDX-License-Identifier: Apache-2.0 */
/* The engine `graph`: execution graphs instead of interleavings. docs/engines/graph.md */
#ifndef ENGINE_GRAPH_GRAPH_H
#define ENGINE_GRAPH_GRAPH_H

extern const struct engine engine_graph;

#endif
