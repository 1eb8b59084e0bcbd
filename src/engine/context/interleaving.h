/* SPDX-License-Identifier: Apache-2.0 */
/* One interleaving: its verification condition, and the inputs that make it happen. */
#ifndef ENGINE_CONTEXT_INTERLEAVING_H
#define ENGINE_CONTEXT_INTERLEAVING_H

#include "engine/context/tree.h"
#include "explore/confirm.h"

/* Edges of the tree, the first from the beginning. */
struct interleaving {
  VECTOR(uint32_t) edges;
};

/* The edges by which the tree first reached the start of this edge, and the edge itself. */
void interleaving_to_edge(const struct tree *tree, uint32_t edge,
                          struct interleaving *interleaving);
/* Reverses an interleaving that was collected from its end. */
void interleaving_reverse(struct interleaving *interleaving);
/* Solves the verification condition of the interleaving, which ends in an error, and executes it.
 * CONFIRM_REAL: the result has the violation. CONFIRM_UNDECIDED: result.reason tells why. The state
 * of the tree changes. */
enum confirm_answer interleaving_confirm(struct tree *tree, const struct interleaving *interleaving,
                                         struct result *result);

#endif
