/* One interleaving: its verification condition, and what makes it happen. */
#ifndef ENGINE_CONTEXT_PATH_H
#define ENGINE_CONTEXT_PATH_H

#include "engine/context/tree.h"

/* Edges of the tree, the first from the beginning. */
struct path {
  VECTOR(uint32_t) edges;
};

enum path_answer {
  PATH_REAL,       /* executed with inputs that lead to the error: result has the violation */
  PATH_IMPOSSIBLE, /* no inputs do */
  PATH_UNDECIDED,  /* result.reason tells why */
};

/* The edges by which the tree first came to the start of this one, and the edge itself. */
void path_to_edge(const struct tree *tree, uint32_t edge, struct path *path);
/* A path that was gathered from its end; it is not empty. */
void path_reverse(struct path *path);
/* Solves the verification condition of the interleaving, which ends in an error, and executes it.
 * The state of the tree is not what it was afterwards. */
enum path_answer path_decide(struct tree *tree, const struct path *path, struct result *result);

#endif
