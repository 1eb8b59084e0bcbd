/* SPDX-License-Identifier: Apache-2.0 */
/* Configurable program analysis: what the reachability algorithm (reach.c) needs to know about an
 * analysis. After Beyer, Henzinger and Théoduloz; for threads as in Beyer and Friedberger, "A
 * Light-Weight Approach for Verifying Multi-Threaded Programs with CPAchecker", section 2.
 *
 * A kept abstract state has a number. The analysis works on one state at a time: the state that it
 * passes to the algorithm is under construction, and gets a number when it is kept. The algorithm
 * knows neither threads nor values. */
#ifndef ENGINE_EXPLICIT_CPA_H
#define ENGINE_EXPLICIT_CPA_H

#include "explore/explorer.h"

struct reach;
struct cpa;

/* How a state came about. */
struct cpa_step {
  struct move move;
  const struct answers *answers; /* to what the steps left open */
};

enum cpa_answer {
  CPA_GO_ON,
  CPA_FOUND, /* an error: the search ends */
  CPA_STOP,  /* the search cannot answer; the analysis knows why */
  CPA_LIMIT, /* a limit was reached */
};

struct cpa_ops {
  const char *name;
  /* Hands every first state to reach_arrive. */
  enum cpa_answer (*initial)(struct cpa *cpa, struct reach *reach);
  /* Hands every successor of a state to reach_arrive, or enough of them. A missing one hides
   * errors. */
  enum cpa_answer (*transfer)(struct cpa *cpa, uint32_t from, struct reach *reach);
  /* A state whose successors were not all needed then but are now; asked for when none waits.
   * False: there is none. NULL: there never is. */
  bool (*postponed)(struct cpa *cpa, uint32_t *number);
  /* Forgets of the state under construction what the precision does not ask for: the result stands
   * for at least as many concrete states. NULL: it keeps everything. */
  void (*adjust)(struct cpa *cpa);
  /* The partition that the state under construction belongs to: states of different partitions
   * neither cover each other nor are merged. */
  uint32_t (*partition)(struct cpa *cpa);
  /* Does `old` stand for every concrete state that the state under construction stands for? A wrong
   * yes hides errors. */
  bool (*covers)(struct cpa *cpa, uint32_t old);
  /* Makes `old`, of the same partition, stand for what the state under construction stands for, too
   * (merge-join). False: the two stay apart. NULL: all do (merge-sep). */
  bool (*merge)(struct cpa *cpa, uint32_t old);
  /* Is the state under construction a kept one? NULL: `covers` finds it. */
  bool (*is_kept)(struct cpa *cpa, uint32_t *number);
  /* The number of the state under construction, 0, 1, 2, …; *fresh tells if it is a new one. */
  uint32_t (*keep)(struct cpa *cpa, bool *fresh);
  /* How early the state under construction should get its successors: the smallest first.
   * NULL: all states have the same. */
  uint32_t (*priority)(struct cpa *cpa, const struct cpa_step *step);
};

/* Every analysis begins with this. */
struct cpa {
  const struct cpa_ops *ops;
};

#endif
