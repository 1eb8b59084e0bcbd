/* The path from the start to a node, executed on terms over the inputs: what every cell holds at
 * each node, and all that the path takes. An action that is taken twice has other inputs then. */
#ifndef ENGINE_IMPACT_ROUTE_H
#define ENGINE_IMPACT_ROUTE_H

#include "engine/impact/art.h"

/* At a node of the path, after its action. */
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

/* `inputs` is kept from path to path, so that equal ones have equal terms. */
void route_init(struct route *route, struct cells *cells, struct map *inputs,
               const struct art *tree, uint32_t node);
/* One more action, which may end the execution. */
void route_extend(struct route *route, uint32_t node, const struct action *action);
void route_release(struct route *route);

/* A formula over the symbols at a moment, said of the inputs; NULL: some cell is not there. */
const struct term *route_say(const struct route *route, size_t moment, const struct term *formula);

#endif
