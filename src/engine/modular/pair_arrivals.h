/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the fixed point over pairs of views (pairs.h): two threads arrive at two views, and the
 * invariant of the pair is weakened, narrowed, or checked. */
#ifndef ENGINE_MODULAR_PAIR_ARRIVALS_H
#define ENGINE_MODULAR_PAIR_ARRIVALS_H

#include "abstract/box.h"
#include "abstract/candidates.h"
#include "base/limits.h"
#include "engine/modular/views.h"

struct pair {
  uint32_t views[2];          /* ascending; the second is NO_VIEW while there is only main */
  struct premises holds;      /* candidates; roles 0 and 1 are those of the two views */
  struct symbol_list symbols; /* of the variables, then of the first and of the second view */
  size_t variable_count;      /* number of symbols of variables */
  struct box box, smaller;    /* of the symbols; narrowing computes the second */
  uint32_t joins;             /* number of joins that changed the box */
  bool is_reached;            /* narrowing may find that it is not */
  bool is_found;              /* in this round of narrowing */
  bool is_waiting;
  uint32_t changes; /* version of `holds` and the box */
};

/* The versions of three pairs when the steps of a thread were last taken beside two others. */
struct triple {
  uint32_t changes[3];
};

struct partners {
  uint32_t *items;
  size_t count, capacity;
};

enum pairs_end {
  PAIRS_PROVEN,   /* no pair can fail */
  PAIRS_REACHED,  /* a pair may fail, or do something that is not supported */
  PAIRS_GREW,     /* precision grew, so the result is void */
  PAIRS_TOO_MANY, /* one view has too many steps */
  PAIRS_WRONG,    /* the result did not pass its check */
  PAIRS_LIMIT,    /* a limit is reached, see `reason` */
};

enum pairs_pass { PASS_GROWS, PASS_NARROWS, PASS_CHECKS };

struct pairs {
  struct views *views;
  const struct candidates *candidates;
  struct entailment *entailment;
  const struct limits *limits;
  bool has_boxes;
  enum pairs_pass pass;
  bool has_widened;
  struct box_transfer transfer;
  struct box box; /* scratch */
  struct symbol_list symbols;
  struct thresholds thresholds;
  VECTOR(struct pair) list;
  struct map index;                 /* both views: the number of the pair */
  VECTOR(struct partners) partners; /* by view */
  struct interner *triples;         /* three views: of the mover, then of the others */
  VECTOR(struct triple) met;        /* by number of the triple */
  VECTOR(uint32_t) waiting;
  size_t next;                /* in waiting */
  uint64_t arrivals, checked; /* the second counts only those of the final check */
  const char *reason;         /* of the end; NULL for PAIRS_REACHED: something may fail */
  struct position at;         /* PAIRS_REACHED: where something may fail */
  enum pairs_end end;
};

/* How symbols of a role get their values in an arrival. */
struct pair_source {
  const struct cell_bounds *bounds; /* left by a step; NULL: they keep their values, … */
  unsigned role;                    /* … and had this role before */
};

/* Two threads reach these views. */
struct arrival {
  uint32_t views[2];
  const struct premises *premises; /* known before the step */
  const struct cell_bounds *variables;
  struct pair_source sources[2];
};

/* The pair of two views, if it was reached; else NULL. */
struct pair *pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b);
/* Handles an arrival as the pass demands. The transfer knows the state before the step. */
void pairs_arrive(struct pairs *pairs, struct arrival arrival);
/* Takes over the narrowed box; does it change anything? */
bool pairs_take_smaller(struct pair *pair);
/* Ends the computation, unless it has ended. */
void pairs_end_for(struct pairs *pairs, enum pairs_end how, const char *reason, struct position at);

#endif
