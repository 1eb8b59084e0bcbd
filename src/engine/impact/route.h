/* SPDX-License-Identifier: Apache-2.0 */
/* A path to a node, executed on terms: the contents of every cell at each node on it, and the
 * conditions of the path. It begins at the start of the program, or at an ancestor, whose label
 * holds there; terms are over the symbols at its beginning. An action that is taken twice has
 * different inputs each time. */
#ifndef ENGINE_IMPACT_ROUTE_H
#define ENGINE_IMPACT_ROUTE_H

#include "engine/impact/art.h"
#include "explore/path.h"

/* A node of the path, after its action. If the path begins at a node, that one has no action. */
struct moment {
  uint32_t node;
  const struct action *action;
  unsigned occurrence;       /* how often the action was taken before */
  const struct term **cells; /* by cell: its contents, or NULL */
  size_t fact_end;           /* number of facts of the path up to here */
};

struct route {
  struct cells *cells;
  struct map *inputs; /* variable and occurrence: its input */
  VECTOR(struct moment) moments;
  struct premises facts;
  bool is_impossible; /* a fact is false */
};

/* Executes the path from `origin` (NO_NODE: the start of the program) to the node. `inputs` is
 * shared by paths, so that equal paths have equal terms. */
void route_init(struct route *route, const struct locations *locations, struct map *inputs,
                const struct art *tree, uint32_t origin, uint32_t node);
/* Adds an action, which may end the execution. */
void route_extend(struct route *route, uint32_t node, const struct action *action);
void route_release(struct route *route);
/* The moves of a path from the start of the program. */
void route_path(const struct route *route, struct path *path);

/* The formula at a moment in terms of the beginning and inputs; NULL: it mentions a cell that does
 * not exist then. */
const struct term *route_say(const struct route *route, size_t moment, const struct term *formula);

#endif
