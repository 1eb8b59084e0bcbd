/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the symbolic execution of one thread, function by function. */
#ifndef ENGINE_ORDER_ACTIVATION_H
#define ENGINE_ORDER_ACTIVATION_H

#include "engine/order/checks.h"

/* A function that a thread executes. */
struct activation {
  struct order_run *run;
  const struct function *function;
  const struct activation *caller;
  unsigned depth;
  uint64_t context;    /* identifies its calls, and the iterations of the loops they are in */
  uint64_t iterations; /* identifies the current iterations of its loops */
  const struct term *entry_guard;
  struct loops *loops;
  VECTOR(struct pending *) waiting;
  VECTOR(struct instance *) slots;
  struct thread_path *exit; /* registers are the results */
};

struct call_arguments {
  const struct term *const *items;
  uint32_t count;
  const struct term *variadic_area; /* or NULL */
};

static inline const struct term *
activation_value(struct activation *call, const struct thread_path *path, const struct term *term) {
  return order_path_evaluate(call->run, path, term);
}

/* Identifies the execution of the edge; the same in every run. */
uint64_t activation_key(const struct activation *call, const struct edge *edge);
void activation_set(const struct activation *call, struct thread_path *path, uint32_t target,
                    const struct term *value);
/* Joins a path to those that met at the same place (NULL: none did), keeping the given number of
 * registers. */
struct thread_path *activation_join(struct activation *call, struct thread_path *joined,
                                    struct thread_path *path, const struct edge *edge,
                                    uint32_t register_count);
/* walk.c: executes the function. The path then has its results as registers. Here and below, the
 * guard of the path is false if no execution continues. */
void activation_execute(struct activation *call, struct thread_path *path,
                        struct call_arguments arguments);

/* execute.c: executes an edge that is no branch. */
void activation_take_edge(struct activation *call, struct thread_path *path,
                          const struct edge *edge);
void activation_return(struct activation *call, struct thread_path *path, const struct edge *edge);

/* Opens the node of an atomic section. If an earlier run found assumptions in the section, the
 * thread may also stop in front of it. */
void activation_begin_section(struct activation *call, struct thread_path *path,
                              const struct edge *edge);

/* calls.c */
void activation_call(struct activation *call, struct thread_path *path, const struct edge *edge);
void activation_wait(struct activation *call, struct thread_path *path, const struct edge *edge);

#endif
