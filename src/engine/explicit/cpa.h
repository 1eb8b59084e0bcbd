/* SPDX-License-Identifier: Apache-2.0 */
/* Configurable program analysis: the operators of an analysis that the reachability algorithm
 * (reach.c) calls. After Beyer, Henzinger and Théoduloz; for threads as in Beyer and Friedberger,
 * "A Light-Weight Approach for Verifying Multi-Threaded Programs with CPAchecker", section 2.
 *
 * A kept abstract state has a number. The analysis works on one state at a time: the state that it
 * passes to the algorithm is under construction, and gets a number when it is kept. The algorithm
 * knows neither threads nor values. */
#ifndef ENGINE_EXPLICIT_CPA_H
#define ENGINE_EXPLICIT_CPA_H

#include "explore/explorer.h"

struct reach;
struct cpa;

/* The step that led to a state. */
struct cpa_step {
  struct move move;
  const struct answers *answers; /* to the choices of the step */
};

enum cpa_answer {
  CPA_GO_ON,
  CPA_FOUND, /* an error: the search ends */
  CPA_STOP,  /* the search cannot decide; the analysis has the reason */
  CPA_LIMIT, /* a limit was reached */
};

struct cpa_ops {
  const char *name;
  /* Passes every initial state to reach_arrive. */
  enum cpa_answer (*initial)(struct cpa *cpa, struct reach *reach);
  /* Passes the successors of a state to reach_arrive, all or enough of them. A missing one hides
   * errors. */
  enum cpa_answer (*transfer)(struct cpa *cpa, uint32_t from, struct reach *reach);
  /* Called when no state waits: a state whose successors were postponed and are needed now. False:
   * there is none. NULL: there never is. */
  bool (*postponed)(struct cpa *cpa, uint32_t *number);
  /* Reduces the state under construction to the precision: the result must represent at least the
   * same concrete states. NULL: keeps everything. */
  void (*adjust)(struct cpa *cpa);
  /* The partition of the state under construction. States of different partitions neither cover
   * each other nor are merged. */
  uint32_t (*partition)(struct cpa *cpa);
  /* Does `old` represent every concrete state that the state under construction represents? A
   * wrong yes hides errors. */
  bool (*covers)(struct cpa *cpa, uint32_t old);
  /* Extends `old`, of the same partition, by the state under construction (merge-join). False: the
   * two stay separate. NULL: all do (merge-sep). */
  bool (*merge)(struct cpa *cpa, uint32_t old);
  /* Is the state under construction equal to a kept one? NULL: `covers` finds it. */
  bool (*is_kept)(struct cpa *cpa, uint32_t *number);
  /* Keeps the state under construction and returns its number: 0, 1, 2, …; *fresh: it is a new
   * one. */
  uint32_t (*keep)(struct cpa *cpa, bool *fresh);
  /* States with the smallest priority are expanded first. NULL: all have the same. */
  uint32_t (*priority)(struct cpa *cpa, const struct cpa_step *step);
};

/* Every analysis begins with this. */
struct cpa {
  const struct cpa_ops *ops;
};

#endif
