/* SPDX-License-Identifier: Apache-2.0 */
/* All interleavings of the reachability tree in one formula (section 3.3 of the paper, see tree.h).
 *
 * ts_i is the thread that runs after the i-th effective context switch: a literal for each i and
 * thread, of which at most one holds for each i. A node has a literal that says that the chosen
 * interleaving passes it: then it comes along one of its edges, that is, it passes the node before,
 * the thread of the edge is the one that the schedule selects there, and the new facts of the node
 * hold. An error has such a literal, too, and that some error is passed is the property's negation.
 * Nodes that are reached along several edges share what follows. Edges to a node are added until it
 * is expanded: so the graph has no cycles, and what a later edge could add is there by the first
 * one.
 *
 * Guards are not checked on the way (a symbol whose facts were forgotten could be used again, and
 * one formula would mean two things by it): what is impossible is so in the formula. */
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
  bool has_error_beyond; /* the bound on switches, which ended the search */
};

void encoding_init(struct encoding *encoding, const struct task *task, bool is_reduced,
                   bool without_claims);
void encoding_release(struct encoding *encoding);

/* Adds what the tree has grown by since the last time: afterwards the literal says that an error
 * found since is passed. 0: there is none. */
int encoding_encode(struct encoding *encoding);
/* The errors that were asked for last are not passed. */
void encoding_refute(struct encoding *encoding, int some_error);
/* A literal that says that a node is passed where a bound cut something off. 0: there is none. The
 * tree does not grow any more. */
int encoding_encode_cuts(struct encoding *encoding);
/* The interleaving of the model, which passes an error. */
void encoding_read_path(const struct encoding *encoding, struct interleaving *interleaving);

#endif
