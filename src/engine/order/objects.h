/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: adds objects to a run, and ends them. An object that an earlier run
 * found has the same address in every later run and exists from the start, since a thread may have
 * a pointer to an object that another thread allocates. */
#ifndef ENGINE_ORDER_OBJECTS_H
#define ENGINE_ORDER_OBJECTS_H

#include "engine/order/path.h"

/* Adds the objects of the program, those that earlier runs found, and those of a new thread. */
void instances_add_program(struct order_run *run);
void instances_add_foreseen(struct order_run *run);
void instances_add_thread(struct order_run *run, struct order_thread *thread);
/* Allocates an object and returns its address; `key` identifies the execution of the edge. NULL:
 * the path ends. */
const struct term *instances_allocate(struct order_run *run, struct thread_path *path,
                                      const struct edge *edge, uint64_t key);
/* The largest value of a symbolic size, at most `largest`. Executions with a larger size are left
 * out. */
uint64_t instances_bound_size(struct order_run *run, struct thread_path *path,
                              const struct edge *edge, const struct term *size, uint64_t largest,
                              const char *what);

/* lifetimes.c: Executes an edge that frees a block, or that leaves the block of a variable. */
void lifetime_free(struct order_run *run, struct thread_path *path, const struct edge *edge);
/* A slot whose function returns. */
void lifetime_end_slot(struct order_run *run, struct thread_path *path, const struct edge *edge,
                       struct instance *instance);
/* A slot or thread-local variable of a thread that ends. */
void lifetime_end_with_thread(struct order_run *run, struct thread_path *path,
                              const struct edge *edge, struct instance *instance);

#endif
