/* What a function may do from a location on, whichever thread executes it: collected once. */
#ifndef POR_REST_H
#define POR_REST_H

#include "base/vector.h"
#include "por/effects.h"

struct liveness;

struct rest_item {
  const struct term *pointer; /* NULL: the thread's record */
  struct span span;
};

struct rest {
  bool *settled; /* per register: live here and never defined again */
  struct future_draft *fixed;
  VECTOR(struct rest_item) items;
  VECTOR(const struct edge *) calls; /* indirect, of settled addresses */
};

struct rests;
struct rests *rests_create(const struct program *program, const struct sharing *sharing,
                           const struct futures *futures, const struct liveness *liveness);
void rests_destroy(struct rests *rests);
struct effects *rests_effects(const struct rests *rests);
const struct rest *rest_at(struct rests *rests, const struct function *function, uint32_t location);
/* Does a term of the function keep its value from there on? */
bool rest_is_settled(const struct rest *rest, const struct term *term);

#endif
