/* SPDX-License-Identifier: Apache-2.0 */
/* Invariants of locations: conjunctions of candidates, computed over all reachable locations. All
 * candidates are assumed at first and removed if refuted, until nothing changes (as in Houdini).
 * This needs no tree, and the labels need not prove it again. */
#ifndef ENGINE_IMPACT_INVARIANTS_H
#define ENGINE_IMPACT_INVARIANTS_H

#include "abstract/candidates.h"
#include "engine/impact/art.h"

struct invariant {
  bool is_reached, is_waiting;
  struct premises holds;
};

struct invariants {
  struct locations *locations;
  struct candidates *candidates;
  struct entailment *entailment;
  VECTOR(struct invariant) list; /* by location */
  VECTOR(uint32_t) waiting;
  size_t next;    /* in waiting */
  bool is_proven; /* nothing that is reached can fail */
  /* Ends at a size that may be another one than those tried; `met_size`: there was one. */
  bool ends_at_sizes, met_size;
  bool is_given_up; /* there are too many locations, so there are no invariants */
};

/* Ends with the fixed point, if it is given up, at a limit, or if precision grows. */
void invariants_find(struct invariants *invariants, const struct limits *limits);
/* Gathers candidates from new actions. */
void invariants_note(struct invariants *invariants, const struct actions *actions);
void invariants_release(struct invariants *invariants);
/* Adds the label of a node and the invariant of its location. */
void invariants_add_known(const struct invariants *invariants, const struct art_node *node,
                          struct premises *known);

#endif
