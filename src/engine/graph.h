/* SPDX-License-Identifier: Apache-2.0 */
/* The graph that a search explored, for `heddle show arg`. */
#ifndef ENGINE_GRAPH_H
#define ENGINE_GRAPH_H

#include "base/vector.h"
#include "program/program.h"

#define NO_NODE UINT32_MAX

/* Where a thread stands. */
struct graph_thread {
  uint32_t number;
  const struct function *start;    /* the user's first function, or NULL */
  const struct function *function; /* the user's innermost; NULL: it has finished */
  struct position at;              /* in that function */
  const struct function *next_in;  /* the function of `next`, the library's if it stands in one */
  const struct edge *next;
};

struct graph_node {
  uint32_t first_thread, thread_count; /* in graph.threads */
};

struct graph_edge {
  uint32_t from, to; /* to NO_NODE: covered by another state, or the execution ends */
  uint32_t thread;   /* number */
};

struct graph {
  size_t most_nodes; /* the search ends with more */
  VECTOR(struct graph_thread) threads;
  VECTOR(struct graph_node) nodes;
  VECTOR(struct graph_edge) edges;
};

/* Forgets nodes and edges, keeps most_nodes. */
void graph_clear(struct graph *graph);
void graph_release(struct graph *graph);

#endif
