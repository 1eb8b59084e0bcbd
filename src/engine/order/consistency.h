/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/order: the axioms of rc11 (semantics/axioms.h) on models of the formula.
 *
 * The formula chooses which write each read takes its value from, and of each location the order of
 * its writes, where reads have their place too. A model is made an execution graph. For each axiom
 * that the graph violates the relations on a cycle become a clause: as long as those reads take
 * these values and those writes are in that order, the graph is not consistent. So the table of the
 * model is the only place that says what rc11 is. */
#ifndef ENGINE_ORDER_CONSISTENCY_H
#define ENGINE_ORDER_CONSISTENCY_H

#include "engine/order/places.h"

/* Executions in which accesses overlap that are not alike are left out, and said to be. */
void consistency_leave_mixed(struct formula *formula, const uint32_t *pieces);
/* Writes that may be to the same place get an order; fences get literals. */
void consistency_prepare(struct formula *formula, const struct places *places);
/* Adds clauses against the model. False: it is consistent, and none of its races is ordered by
 * happens-before; or, without races, none of its accesses and ends of objects is, if that is as it
 * should be. */
bool consistency_refine(struct formula *formula, bool with_races);

#endif
