/* SPDX-License-Identifier: Apache-2.0 */
/* Invariants of locations that are conjunctions of candidates, computed over all reachable
 * locations: everything is assumed that is not refuted, until nothing changes (as in Houdini). This
 * needs no tree, and the labels need not prove it again. */
#ifndef ENGINE_IMPACT_INVARIANTS_H
#define ENGINE_IMPACT_INVARIANTS_H

#include "engine/candidates.h"
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
  /* It ends where a size may be another one than those that are tried, and has met that. */
  bool ends_at_sizes, met_size;
  bool is_given_up; /* there are too many locations: nothing is known of any */
};

/* Until it is done, given up, a limit is reached, or precision grows. */
void invariants_find(struct invariants *invariants, const struct limits *limits);
/* Gathers candidates from actions that were not seen before. */
void invariants_note(struct invariants *invariants, const struct actions *actions);
void invariants_release(struct invariants *invariants);
/* Adds what is known wherever a node is: its label, and what always holds at its location. */
void invariants_add_known(const struct invariants *invariants, const struct art_node *node,
                          struct premises *known);

#endif
