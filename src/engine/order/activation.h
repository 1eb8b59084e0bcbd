/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the symbolic execution of one thread, function by function. */
#ifndef ENGINE_ORDER_ACTIVATION_H
#define ENGINE_ORDER_ACTIVATION_H

#include "engine/order/symbolic.h"

/* A function being executed. */
struct activation {
  struct symbolic *symbolic;
  const struct function *function;
  const struct activation *caller;
  unsigned depth;
  uint64_t context;    /* the calls it is in, each in which iteration of which loops */
  uint64_t iterations; /* of the loops it is in now */
  const struct term *entry_guard;
  struct loops *loops;
  VECTOR(struct pending *) waiting;
  VECTOR(struct instance *) slots;
  struct thread_path *exit; /* registers are the results */
};

static inline const struct term *activation_value(struct activation *activation,
                                                  const struct thread_path *path,
                                                  const struct term *term) {
  return order_evaluate(activation->symbolic, path, term);
}

/* Which execution of the edge this is, the same in every run. */
uint64_t activation_key(const struct activation *activation, const struct edge *edge);
void activation_set(const struct activation *activation, struct thread_path *path, uint32_t target,
                    const struct term *value);
struct live_registers all_registers(struct symbolic *symbolic, uint32_t count);
struct thread_path *activation_unsupported(struct activation *activation, struct thread_path *path,
                                           const struct edge *edge, const char *what);

/* walk.c: goes through the activation's function; NULL: no execution comes back. */
struct thread_path *activation_run(struct activation *activation, struct thread_path *path,
                                   const struct term *const *arguments, uint32_t argument_count,
                                   const struct term *variadic_area);

/* execute.c: what happens along an edge that is no branch; NULL: no execution goes on. */
struct thread_path *activation_take_edge(struct activation *activation, struct thread_path *path,
                                         const struct edge *edge);
void activation_return(struct activation *activation, struct thread_path *path,
                       const struct edge *edge);

/* What follows is one step up to the end of the section. If that has assumptions, as the run before
 * showed, the thread need not go there. */
void activation_begin_section(struct activation *activation, struct thread_path *path,
                              const struct edge *edge);

/* calls.c */
struct thread_path *activation_call(struct activation *activation, struct thread_path *path,
                                    const struct edge *edge);
struct thread_path *activation_wait(struct activation *activation, struct thread_path *path,
                                    const struct edge *edge);

#endif
