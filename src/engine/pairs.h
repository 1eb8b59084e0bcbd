/* SPDX-License-Identifier: Apache-2.0 */
/* Invariants of pairs of threads: for each pair of views that two threads can have at the same
 * time, the candidates that always hold, and optionally a box (engine/box.h) for their symbols.
 * Computed over all reachable pairs, with everything assumed that is not refuted, until nothing
 * changes. A pair changes by a step of one of its two threads, and by a step of a third one, whose
 * views with both are pairs as well.
 *
 * Boxes are joined where threads arrive at a pair again, widened if they keep growing, and narrowed
 * at the end. Then everything is checked again: no step of one, two or three threads that the pairs
 * allow leads out of them, and none fails. */
#ifndef ENGINE_PAIRS_H
#define ENGINE_PAIRS_H

#include "base/limits.h"
#include "engine/box.h"
#include "engine/candidates.h"
#include "engine/views.h"

struct pair {
  uint32_t views[2];          /* ascending; the second is NO_VIEW while main is alone */
  struct premises holds;      /* candidates; roles 0 and 1 are those of the two views */
  struct symbol_list symbols; /* of the variables, of the first view and of the second one … */
  size_t variable_count;      /* … and how many of them are of variables */
  struct box box, smaller;    /* of the symbols; the second is being found by narrowing */
  uint32_t joins;             /* that changed the box */
  bool is_reached;            /* narrowing may find that it is not */
  bool is_found;              /* by the present pass of narrowing */
  bool is_waiting;
  uint32_t changes; /* how often `holds` or the box was set or changed */
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
  PAIRS_WRONG,    /* what was found did not pass its check */
  PAIRS_LIMIT,    /* `reason` tells */
};

enum pairs_pass { PASS_GROWS, PASS_NARROWS, PASS_CHECKS };

struct pairs {
  struct views *views;
  const struct candidates *candidates;
  struct entailment *entailment;
  const struct limits *limits;
  bool has_boxes;
  bool uses_thresholds; /* where boxes are widened */
  enum pairs_pass pass;
  bool has_widened;
  struct box_transfer transfer;
  struct box box; /* scratch */
  struct symbol_list symbols;
  struct thresholds thresholds;
  VECTOR(struct pair) list;
  struct map index;                 /* both views: the number of the pair */
  VECTOR(struct partners) partners; /* by view */
  struct interner *triples;         /* three views, the interference one first */
  VECTOR(struct triple) met;        /* by number of the triple */
  VECTOR(uint32_t) waiting;
  size_t next;                /* in waiting */
  uint64_t arrivals, checked; /* the second: of these, by the check */
  const char *reason;         /* why it ended; of PAIRS_REACHED: what is not supported, or NULL */
  struct position at;         /* PAIRS_REACHED: what may fail */
  enum pairs_end end;
};

enum pairs_end pairs_run(struct pairs *pairs);
void pairs_release(struct pairs *pairs);

#endif
