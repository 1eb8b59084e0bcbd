/* SPDX-License-Identifier: Apache-2.0 */
/* The graph that a search explored, for `heddle show arg`. */
#ifndef ENGINE_STATE_GRAPH_H
#define ENGINE_STATE_GRAPH_H

#include "base/vector.h"
#include "program/program.h"

#define NO_NODE UINT32_MAX

/* A thread of a state. */
struct state_graph_thread {
  uint32_t number;
  const struct function *start;    /* the user's first function, or NULL */
  const struct function *function; /* the user's innermost one; NULL: the thread has finished */
  struct position at;              /* in that function */
  const struct function *next_in;  /* function of `next`, maybe in the library */
  const struct edge *next;
};

struct state_graph_node {
  uint32_t first_thread, thread_count; /* in state_graph.threads */
};

struct state_graph_edge {
  uint32_t from, to; /* `to` is NO_NODE if another state covers the target, or the execution ends */
  uint32_t thread;   /* number */
};

struct state_graph {
  size_t most_nodes; /* the search ends with more */
  VECTOR(struct state_graph_thread) threads;
  VECTOR(struct state_graph_node) nodes;
  VECTOR(struct state_graph_edge) edges;
};

/* Removes nodes and edges, keeps most_nodes. */
void state_graph_clear(struct state_graph *graph);
void state_graph_release(struct state_graph *graph);

#endif
