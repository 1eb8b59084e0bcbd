/* The reachability algorithm: computes successors of waiting states until none waits, an error is
 * found or a limit is reached. Keeps how every state was reached: the abstract reachability graph.
 */
#ifndef ENGINE_EXPLICIT_REACH_H
#define ENGINE_EXPLICIT_REACH_H

#include "base/limits.h"
#include "engine/explicit/cpa.h"
#include "engine/explicit/waitlist.h"
#include "semantics/answers.h"

enum partitioning {
  PARTITION_NONE,      /* a new state is compared with every reached one */
  PARTITION_LOCATIONS, /* only with those of its partition, and found by hash if it is equal to one
                        */
};

/* The first way a state was reached. */
struct reach_node {
  uint32_t parent, thread, steps;
  uint32_t first_answer; /* in reach.answers; up to the next node's */
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
  const struct limits *limits;
  enum partitioning partitioning;
  struct waitlist waitlist;
  VECTOR(struct reach_node) nodes; /* by number of the state */
  VECTOR(uint64_t) answers;
  VECTOR(struct reach_partition) partitions; /* if states can cover others without being equal */
  bool covers_only_equals;
  uint64_t edges, covered, expanded;
  struct reach_listener *listener; /* may be NULL */
  void (*progress)(void *context); /* called now and then; may be NULL */
  void *progress_context;
  double last_look;  /* at the limits */
  uint64_t looks;    /* how often it was asked whether to look at them */
  const char *limit; /* out: which one ended the search */
};

enum reach_end { REACH_EXHAUSTED, REACH_FOUND, REACH_STOPPED, REACH_LIMIT };

/* `reach` has its first fields up to waitlist.breadth_first set, and the listener and progress. */
enum reach_end reach_run(struct reach *reach);
/* For the analysis: a state was constructed. Returns the number of the state that stands for it,
 * and whether it is new. */
uint32_t reach_arrive(struct reach *reach, const struct cpa_step *step, bool *fresh);
/* For the analysis: a known state has to get successors once more. */
void reach_wait_again(struct reach *reach, uint32_t number);
/* For the analysis, after every successor: is a limit reached? `limit`: it is, by this one. The
 * analysis then answers CPA_STOP. */
bool reach_is_over(struct reach *reach, const char *limit);
void reach_release(struct reach *reach);

#endif
