/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: under rc11, accesses that may come after the end of their object.
 *
 * Under other models, an object has a byte that tells whether it is alive. Under rc11 this byte
 * would be another variable for the axioms. So shared objects do not die in the formula; instead,
 * their ends are marks among the actions of their threads. An access to an object that has ended
 * must happen before that end. Allocating and freeing a block are writes of all of it: accesses
 * that are not ordered with these race.
 *
 * Pairs that violate this are not reported as violations, but as executions that are left out:
 * other engines find the violation, which most often happens under sc as well. */
#ifndef ENGINE_ORDER_OUTLIVE_H
#define ENGINE_ORDER_OUTLIVE_H

#include "engine/order/formula.h"
#include "engine/order/request.h"

/* Adds marks: a block is freed where `where` holds; a slot or a thread-local variable ends; a block
 * was allocated. Under other models than rc11, these do nothing. */
void outlive_note_free(struct order_run *run, struct thread_path *path, const struct edge *edge,
                       struct instance *instance, const struct term *where);
void outlive_note_end(struct order_run *run, struct thread_path *path, const struct edge *edge,
                      struct instance *instance);
void outlive_note_allocation(struct order_run *run, struct thread_path *path,
                             const struct edge *edge, struct instance *instance);

/* Leaves out executions in which the thread itself has ended the instance before it accesses it,
 * where `lies` holds. */
void outlive_note_access(struct order_run *run, const struct thread_path *path,
                         const struct edge *edge, const struct instance *instance,
                         const struct term *lies);

/* Adds pairs of accesses and marks of other threads; each is an incompleteness. False: there are
 * too many. */
bool outlive_add_pairs(struct formula *formula);

#endif
