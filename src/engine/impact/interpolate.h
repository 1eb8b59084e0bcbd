/* SPDX-License-Identifier: Apache-2.0 */
/* Labels that prove a formula at the end of a path. Going backwards, the interpolant of each
 * action is a formula before it that implies what is needed after it. To get a general one, the
 * search tries in this order: relations that the program suggests (abstract/candidates.h), the
 * weakest precondition of the action, and the values of the cells on this path. */
#ifndef ENGINE_IMPACT_INTERPOLATE_H
#define ENGINE_IMPACT_INTERPOLATE_H

#include "engine/impact/deduce.h"
#include "engine/impact/invariants.h"
#include "engine/impact/route.h"

/* A formula for the label of a node. */
struct strengthening {
  uint32_t node;
  const struct term *formula;
};

struct interpolation {
  struct art *tree;
  struct locations *locations;
  const struct invariants *invariants;
  const struct candidates *candidates;
  struct entailment *entailment;
  struct deducer *deducer;
  const struct route *route;
  VECTOR(struct premises) needed;   /* by moment */
  VECTOR(struct premises) observed; /* by moment: candidates that are true on this path */
  VECTOR(struct strengthening) list;
};

void interpolation_init(struct interpolation *interpolation, struct art *tree,
                        struct locations *locations, const struct invariants *invariants,
                        struct deducer *deducer, const struct route *route);
void interpolation_release(struct interpolation *interpolation);

/* Is the formula true at this moment of the path? */
bool interpolation_holds(struct interpolation *interpolation, size_t moment,
                         const struct term *formula);
/* For an impossible path: shows that its last action is impossible, or an earlier one, so that the
 * following nodes are dead. False: found no interpolants. */
bool interpolation_refute(struct interpolation *interpolation);
/* Shows that the formula, which is true at the end of this path, always holds at its last node. */
bool interpolation_show(struct interpolation *interpolation, const struct term *formula);
/* Adds the interpolants to the labels. A node that a changed node covers stays covered only if it
 * implies the new label. */
uint64_t interpolation_apply(struct interpolation *interpolation);

#endif
