/* SPDX-License-Identifier: Apache-2.0 */
/* Searches the reachability tree, within bounds that grow. */
#ifndef ENGINE_CONTEXT_SEARCH_H
#define ENGINE_CONTEXT_SEARCH_H

#include "engine/context/tree.h"

enum tree_end {
  TREE_EXHAUSTED, /* of what is within the bounds */
  TREE_FOUND,     /* the listener ended it */
  TREE_VIOLATED,  /* a claim was violated: search again without claims */
  TREE_SPENT,     /* the budget, or the number of nodes, is spent */
  TREE_LIMIT,
};

/* Visits all nodes within the current bounds; *limit receives which limit ended it. */
enum tree_end tree_search(struct tree *tree, const char **limit);
/* Increases the bounds until something waits within them; false: nothing waits. */
bool tree_deepen(struct tree *tree);
/* Does something wait only because of the current bound on iterations? */
bool tree_waits_for_iterations(const struct tree *tree);
#endif
