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
  PARTITION_LOCATIONS, /* only with those of its partition; an equal state is found by hash */
};

/* Observes the graph. */
struct reach_listener {
  void (*node)(struct reach_listener *listener, uint32_t number);
  /* `to` is NO_STATE if a state covers the target, or the execution ends. */
  void (*edge)(struct reach_listener *listener, uint32_t from, uint32_t to, uint32_t thread);
  bool is_full; /* the search must end */
};

struct reach_partition {
  VECTOR(uint32_t) states;
};

struct reach {
  struct cpa *cpa;
  enum partitioning partitioning;
  struct waitlist waitlist;
  struct origins origins;                    /* of the states */
  VECTOR(struct reach_partition) partitions; /* unless states cover only equal states */
  bool covers_only_equals;
  uint64_t edges, covered, merged, expanded;
  struct reach_listener *listener; /* may be NULL */
};

enum reach_end { REACH_EXHAUSTED, REACH_FOUND, REACH_STOPPED, REACH_LIMIT };

/* The caller sets the fields up to waitlist.breadth_first, and the listener. */
enum reach_end reach_run(struct reach *reach);
/* Called by the analysis after it has constructed a state. Returns the number of the state that
 * represents it, and whether that is new. */
uint32_t reach_arrive(struct reach *reach, const struct cpa_step *step, bool *fresh);
/* Called by the analysis if a known state must be expanded again. */
void reach_wait_again(struct reach *reach, uint32_t number);
/* The number of states that do not wait. */
size_t reach_searched(const struct reach *reach);
void reach_release(struct reach *reach);

#endif
