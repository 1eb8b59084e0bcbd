/* SPDX-License-Identifier: Apache-2.0 */
/* A path to a node, executed on terms: the contents of every cell at each node on it, and the
 * conditions of the path. It begins at the start of the program or at an ancestor; the label there
 * holds, and the terms are over the symbols there. An action that is taken twice has different
 * inputs each time. */
#ifndef ENGINE_IMPACT_ROUTE_H
#define ENGINE_IMPACT_ROUTE_H

#include "engine/impact/art.h"
#include "explore/path.h"

/* At a node of the path, after its action. The first may be where the path begins: no action. */
struct moment {
  uint32_t node;
  const struct action *action;
  unsigned occurrence;       /* how often the action was taken before */
  const struct term **cells; /* by cell: what it holds, or NULL */
  size_t fact_end;           /* the path's facts up to here */
};

struct route {
  struct cells *cells;
  struct map *inputs; /* variable and occurrence: the input that stands for it */
  VECTOR(struct moment) moments;
  struct premises facts;
  bool is_impossible; /* some fact is false */
};

/* From `origin` (NO_NODE: the start of the program) to the node. `inputs` is kept from path to
 * path, so that equal ones have equal terms. */
void route_init(struct route *route, const struct locations *locations, struct map *inputs,
                const struct art *tree, uint32_t origin, uint32_t node);
/* One more action, which may end the execution. */
void route_extend(struct route *route, uint32_t node, const struct action *action);
void route_release(struct route *route);
/* The moves of a path from the start of the program. */
void route_path(const struct route *route, struct path *path);

/* A formula over the symbols at a moment, said of the inputs; NULL: some cell is not there. */
const struct term *route_say(const struct route *route, size_t moment, const struct term *formula);

#endif
