/* SPDX-License-Identifier: Apache-2.0 */
/* Encodes all interleavings of the reachability tree in one formula (section 3.3 of the paper, see
 * tree.h).
 *
 * ts_i is the thread that runs after the i-th effective context switch: a literal for each i and
 * thread, of which at most one holds for each i. The literal of a node says that the chosen
 * interleaving passes it. Then the interleaving passes the previous node along one of the edges to
 * this node, the schedule selects the thread of the edge there, and the new facts of the node hold.
 * An error has such a literal, too; that some error is passed is the negation of the property.
 * Nodes that are reached along several edges share their successors. Edges to a node are added
 * until it is expanded: so the graph has no cycles, and the first edge already contributes whatever
 * a later edge could add.
 *
 * Guards are not checked on the way. A symbol whose facts were forgotten could be reused, and would
 * then have two meanings in one formula. Infeasible paths are infeasible in the formula. */
#ifndef ENGINE_CONTEXT_ENCODING_H
#define ENGINE_CONTEXT_ENCODING_H

#include "engine/context/interleaving.h"

/* ts_i = thread. */
struct selection {
  uint32_t index, thread;
  int literal;
};

/* The literals of an edge, beside the tree's own. */
struct encoding_edge {
  int literal;
  uint32_t next; /* edge to the same node, or error */
};

struct encoding {
  struct tree_listener listener; /* first: it is the listener of the tree */
  struct tree tree;
  struct solver *solver;
  VECTOR(struct selection) selections;
  struct map selection_of;            /* index and thread to a position in selections */
  VECTOR(struct encoding_edge) edges; /* by number of the tree's edges */
  VECTOR(int) nodes;                  /* literals, by number of the tree's nodes */
  VECTOR(uint32_t) last_edges;        /* of nodes */
  VECTOR(uint32_t) errors;            /* edges; those before `asked` are refuted */
  size_t asked;
  VECTOR(uint32_t) open; /* nodes that may still get edges */
  VECTOR(uint32_t) cuts; /* nodes where a bound left something out */
  bool has_error_beyond; /* there is an error with more switches than the search was bounded by */
};

void encoding_init(struct encoding *encoding, const struct task *task, bool is_reduced,
                   bool without_claims);
void encoding_release(struct encoding *encoding);

/* Adds what is new in the tree. Returns a literal that says that a new error is passed; 0: there is
 * no new error. */
int encoding_encode(struct encoding *encoding);
/* States that the errors that were asked for last are not passed. */
void encoding_refute(struct encoding *encoding, int some_error);
/* A literal that says that a node is passed where a bound cut something off. 0: there is none. The
 * tree does not grow any more. */
int encoding_encode_cuts(struct encoding *encoding);
/* The interleaving of the model, which passes an error. */
void encoding_read_path(const struct encoding *encoding, struct interleaving *interleaving);

#endif
