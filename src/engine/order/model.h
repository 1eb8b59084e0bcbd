/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/order: what a memory model keeps of program order.
 *
 * The order of the formula is that in which steps act on memory. Under sc a thread's steps do so in
 * program order. Under tso and pso a store that waits acts when it is flushed. So (as in the axioms
 * of SPARC) a read sees the writes before it in this order and those before it in its own thread,
 * and of them the last one in this order; and not every pair of a thread's steps is ordered.
 *
 * Under rc11 there is no such order. That of the formula is one of each location, and what else has
 * to hold is checked on its models (consistency.h). */
#ifndef ENGINE_ORDER_MODEL_H
#define ENGINE_ORDER_MODEL_H

#include "engine/order/formula.h"

/* A point in the thread that orders what is before and behind it without touching memory. */
void model_add_point(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                     enum node_kind kind);
/* The same for an edge that is a fence, if that means something under the memory model. */
void model_add_fence(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge);
/* May this store, as the path's next step, be seen later by others? */
bool model_waits(const struct symbolic *symbolic, const struct thread_path *path,
                 const struct edge *edge);

/* Fills formula->links: program order as far as it is kept, and that a thread begins after its
 * creation. */
void model_add_links(struct formula *formula);

#endif
