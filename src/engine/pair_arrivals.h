/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the fixed point over pairs of views (pairs.h): two threads arrive at two views, and the
 * invariant of the pair is weakened, narrowed, or checked. */
#ifndef ENGINE_PAIR_ARRIVALS_H
#define ENGINE_PAIR_ARRIVALS_H

#include "engine/pairs.h"

/* Where the symbols of a role get their value from in an arrival. */
struct pair_source {
  const struct cell_bounds *bounds; /* what a step left; NULL: nothing happened to them, */
  unsigned role;                    /* they have this role before it */
};

/* Two threads come to have these views. */
struct arrival {
  uint32_t views[2];
  const struct premises *premises; /* what is known at that moment, of the time before the step */
  const struct cell_bounds *variables;
  struct pair_source sources[2];
};

/* The pair of two views, if it was reached; else NULL. */
struct pair *pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b);
/* As the pass is; the transfer knows what was before the step. */
void pairs_arrive(struct pairs *pairs, struct arrival arrival);
/* Takes over the box that was found without widening; does it change anything? */
bool pairs_take_smaller(struct pair *pair);
/* The first reason to end counts. */
void pairs_end_for(struct pairs *pairs, enum pairs_end how, const char *reason, struct position at);

#endif
