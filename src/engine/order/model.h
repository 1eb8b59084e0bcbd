/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the part of program order that a memory model preserves.
 *
 * The order of the formula is the order in which steps act on memory. Under sc, the steps of a
 * thread do so in program order. Under tso and pso, a buffered store acts when it is flushed. So
 * (as in the axioms of SPARC) a read sees the writes before it in this order and those before it in
 * its own thread, and takes the last of them in this order; and not every pair of steps of a thread
 * is ordered.
 *
 * Under rc11 there is no such order. The order of the formula is one per location, and everything
 * else is checked on its models (consistency.h). */
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
