/* SPDX-License-Identifier: Apache-2.0 */
/* What is true of any two threads: for each pair of views that two threads can have at once, the
 * candidates that always hold then. Computed by going through all pairs that can be reached, with
 * everything assumed that is not refuted, until nothing changes. A pair changes by a step of one of
 * its two threads, and by a step of a third one, whose views with both are pairs as well. */
#ifndef ENGINE_PAIRS_H
#define ENGINE_PAIRS_H

#include "base/limits.h"
#include "engine/candidates.h"
#include "engine/views.h"

struct pair {
  uint32_t views[2];     /* ascending; the second is NO_VIEW while main is alone */
  struct premises holds; /* candidates; roles 0 and 1 are those of the two views */
  bool is_waiting;
  uint32_t changes; /* how often `holds` was set or became less */
};

/* What was known of a thread and the two it interferes with when that was last looked at. */
struct triple {
  uint32_t changes[3];
};

struct partners {
  uint32_t *items;
  size_t count, capacity;
};

enum pairs_end {
  PAIRS_PROVEN,   /* no pair can fail */
  PAIRS_REACHED,  /* one may fail, or do something that is not supported */
  PAIRS_GREW,     /* precision grew: all of it is void */
  PAIRS_TOO_MANY, /* steps of one view */
  PAIRS_LIMIT,    /* `reason` tells */
};

struct pairs {
  struct views *views;
  const struct candidates *candidates;
  struct entailment *entailment;
  const struct limits *limits;
  VECTOR(struct pair) list;
  struct map index;                 /* both views: the number of the pair */
  VECTOR(struct partners) partners; /* by view */
  struct interner *triples;         /* three views, the interference one first */
  VECTOR(struct triple) met;        /* by number of the triple */
  VECTOR(uint32_t) waiting;
  size_t next; /* in waiting */
  uint64_t arrivals;
  const char *reason; /* why it ended; of PAIRS_REACHED: what is not supported, or NULL */
  struct position at; /* PAIRS_REACHED: what may fail */
  enum pairs_end end;
};

enum pairs_end pairs_run(struct pairs *pairs);
void pairs_release(struct pairs *pairs);

#endif
