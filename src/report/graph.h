/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of a search, for Graphviz. */
#ifndef REPORT_GRAPH_H
#define REPORT_GRAPH_H

struct state_graph;
struct program;
struct text;

/* A node says where every thread stands, an edge which thread does what. */
void report_show_graph(struct text *out, const struct program *program,
                       const struct state_graph *graph);

#endif
