/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: a path is a set of executions of one thread that are at one location.
 */
#ifndef ENGINE_ORDER_PATH_H
#define ENGINE_ORDER_PATH_H

#include "analysis/liveness.h"
#include "engine/order/run.h"

/* A byte of memory: byte `index` of a term; NULL: an arbitrary value that was not read yet. If the
 * memory is shared, it is the value that the thread last wrote, read or found at its creation, and
 * `exact` says how long no other thread can write it: within one node, within one epoch of a lock,
 * or not even that. */
struct lane {
  const struct term *term;
  uint32_t index;
  uint32_t exact; /* NODE_STAMP | node, an epoch, or 0 */
};

#define NODE_STAMP 0x80000000u

/* The contents of an instance on some paths; only the path `owner` may change them in place. */
struct contents {
  uint32_t owner;
  struct lane lanes[];
};

enum { MOST_HELD = 8 };

/* A lock that a path holds where the condition is true. */
struct held {
  uint64_t lock;
  uint32_t epoch;
  const struct term *condition;
};

struct thread_path {
  uint32_t number;
  uint32_t thread;
  const struct term *guard;
  const struct term **registers; /* of the current function */
  /* By number of the instance. NULL: the initial contents, or, of an allocation of this thread, not
   * allocated on these paths. */
  struct contents **memory;
  size_t memory_count;
  bool has_created; /* all executions have created a thread, or it is not the first thread */
  uint32_t atomic_depth;
  uint32_t node;    /* the open node, or NO_NODE */
  uint64_t section; /* in an atomic section: identifies the execution of its first edge */
  uint32_t held_count;
  struct held held[MOST_HELD];
};

struct thread_path *order_path_copy(struct order_run *run, struct thread_path *path,
                                    uint32_t register_count);
/* join.c: joins two paths at one location, keeping these registers; NULL: they cannot be joined. */
struct thread_path *order_path_join(struct order_run *run, struct thread_path *a,
                                    struct thread_path *b, struct live_registers live,
                                    uint32_t register_count);
/* A term of the program over the registers of the path. */
const struct term *order_path_evaluate(struct order_run *run, const struct thread_path *path,
                                       const struct term *term);
/* The contents of an instance before any write. */
struct contents *order_path_initial(struct order_run *run, const struct instance *instance);
/* The contents of an instance, which may be changed in place. */
struct lane *order_path_lanes(struct order_run *run, struct thread_path *path,
                              struct instance *instance);
void order_path_set_contents(struct order_run *run, struct thread_path *path,
                             struct instance *instance, struct contents *contents);

#endif
