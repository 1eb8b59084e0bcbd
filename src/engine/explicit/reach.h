/* SPDX-License-Identifier: Apache-2.0 */
/* The reachability algorithm: computes successors of waiting states until none waits, an error is
 * found or a limit is reached. Records how every state was reached: the abstract reachability
 * graph. */
#ifndef ENGINE_EXPLICIT_REACH_H
#define ENGINE_EXPLICIT_REACH_H

#include "engine/explicit/cpa.h"
#include "engine/explicit/waitlist.h"
#include "explore/path.h"

enum partitioning {
  PARTITION_NONE,      /* a new state is compared with every reached one */
  PARTITION_LOCATIONS, /* only with those of its partition, and found by hash if it is equal to one
                        */
};

/* Told of every node and edge of the graph. */
struct reach_listener {
  void (*node)(struct reach_listener *listener, uint32_t number);
  /* `to`: NO_STATE if it is covered or an end. */
  void (*edge)(struct reach_listener *listener, uint32_t from, uint32_t to, uint32_t thread);
  bool is_full; /* it wants no more: the search ends */
};

struct reach_partition {
  VECTOR(uint32_t) states;
};

struct reach {
  struct cpa *cpa;
  enum partitioning partitioning;
  struct waitlist waitlist;
  struct origins origins;                    /* of the states */
  VECTOR(struct reach_partition) partitions; /* if states can cover others without being equal */
  bool covers_only_equals;
  uint64_t edges, covered, merged, expanded;
  struct reach_listener *listener; /* may be NULL */
};

enum reach_end { REACH_EXHAUSTED, REACH_FOUND, REACH_STOPPED, REACH_LIMIT };

/* `reach` has its first fields up to waitlist.breadth_first set, and the listener. */
enum reach_end reach_run(struct reach *reach);
/* For the analysis: a state was constructed. Returns the number of the state that stands for it,
 * and whether it is new. */
uint32_t reach_arrive(struct reach *reach, const struct cpa_step *step, bool *fresh);
/* For the analysis: a known state has to get successors once more. */
void reach_wait_again(struct reach *reach, uint32_t number);
void reach_release(struct reach *reach);

#endif
