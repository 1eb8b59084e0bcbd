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
/* Everything that waits and is within the preemptions of the guarantee is beyond these counts:
 * fills in the loops at which it waits, and how many iterations are complete. */
void tree_note_iterations(const struct tree *tree, struct iteration_count most,
                          struct guarantee *guarantee);
#endif
