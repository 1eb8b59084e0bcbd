/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the part of program order that a memory model preserves.
 *
 * The order of the formula is the order in which nodes act on memory. Under sc, the nodes of a
 * thread act in program order. Under tso and pso, a buffered store acts when it is flushed, so not
 * every pair of nodes of a thread is ordered. As in the axioms of SPARC, a read takes the last, in
 * this order, of the writes that are before it in this order or in its own thread.
 *
 * Under rc11, there is no such order: the formula has one per location, and the rest is checked on
 * its models (consistency.h). */
#ifndef ENGINE_ORDER_MODEL_H
#define ENGINE_ORDER_MODEL_H

#include "engine/order/formula.h"
#include "engine/order/request.h"

/* Adds a node that orders the nodes before and after it without an access. */
void model_add_point(struct order_run *run, struct thread_path *path, const struct edge *edge,
                     enum node_kind kind);
/* Adds the node of a fence, if the fence has an effect in the memory model. */
void model_add_fence(struct order_run *run, struct thread_path *path, const struct edge *edge);
/* May this store be buffered if it is the next step of the path? */
bool model_waits(const struct order_run *run, const struct thread_path *path,
                 const struct edge *edge);

/* Adds links: program order as far as it is preserved, and that a thread begins after its creation.
 */
void model_add_links(struct formula *formula);

#endif
