/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: which locks a thread holds, by the terms of their addresses. A lock that
 * is one of several, such as the lock of an element or of a block, is known by its term as long as
 * no register of the term changes: so it is known which one is released, and which data lies beside
 * it. */
#ifndef ENGINE_STATIC_LOCK_NAMES_H
#define ENGINE_STATIC_LOCK_NAMES_H

#include "engine/static/static_state.h"

/* The value of a term in the calls of a node; NO_NODE: it has no registers. */
struct place_name {
  uint32_t node;
  const struct term *term; /* NULL: there is no name for it */
};

/* A lock that the thread certainly holds. */
struct named_lock {
  struct place_name name;
  estimate address; /* all that it may be */
};

enum {
  MOST_HELD = 8,
  HIGHEST_IN_LOCK = 63, /* the number of its last byte, at most */
};

/* Interned: equal ones are one pointer; NULL: no lock. */
struct lock_names {
  estimate others; /* locks that it may hold, too, or once more */
  uint32_t count;
  struct named_lock list[MOST_HELD]; /* in order */
};

/* The name of what a term is in a node. Registers with one definition stand for their terms, and
 * parameters for the arguments of the call. */
struct place_name lock_names_name(struct analysis *analysis, uint32_t node,
                                  const struct term *term);

/* The thread acquires, or certainly releases, the lock at this place. */
void lock_names_take(struct analysis *analysis, struct static_state *state, struct place_name name,
                     estimate address);
void lock_names_give(struct analysis *analysis, struct static_state *state, struct place_name name,
                     estimate address);
/* It may hold these locks from now on. */
void lock_names_may_take(struct analysis *analysis, struct static_state *state, estimate address);
/* The edge gives registers of the node other values. */
void lock_names_change(struct analysis *analysis, struct static_state *state, uint32_t node,
                       const struct edge *edge);
/* A call of the node returns. NO_NODE: any calls end. */
void lock_names_return(struct analysis *analysis, struct static_state *state, uint32_t node);
const struct lock_names *lock_names_join(struct analysis *analysis, const struct lock_names *a,
                                         const struct lock_names *b);
/* An address as other threads see it: a block of the thread's own may become public meanwhile. */
estimate lock_names_seen(struct analysis *analysis, estimate address);
/* May both be the address of one lock? */
bool lock_names_may_be_same(struct analysis *analysis, estimate a, estimate b);
/* May accesses of so many bytes at these places have a byte in common? */
bool lock_names_may_overlap(const struct analysis *analysis, const struct estimate_part *a,
                            uint32_t a_size, const struct estimate_part *b, uint32_t b_size);
/* Is it certain that the thread holds the lock of this name? */
bool lock_names_holds(const struct lock_names *holding, struct place_name name);
/* All locks that it may hold. */
estimate lock_names_all(struct analysis *analysis, const struct lock_names *holding);

#endif
