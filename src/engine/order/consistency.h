/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the axioms of rc11 (semantics/axioms.h) on models of the formula.
 *
 * The formula selects the write that each read takes its value from, and for each location the
 * order of its writes, in which reads have their place too. A model becomes an execution graph. For
 * each axiom that the graph violates, the relations on a cycle become a clause: as long as those
 * reads take these values and those writes are in that order, the graph is inconsistent. So the
 * table of the model is the only definition of rc11. */
#ifndef ENGINE_ORDER_CONSISTENCY_H
#define ENGINE_ORDER_CONSISTENCY_H

#include "engine/order/places.h"

/* Leaves out executions in which accesses of different sizes overlap. */
void consistency_leave_mixed(struct formula *formula, const uint32_t *pieces);
/* Adds literals: the order of writes that may be to the same place, and the execution of fences. */
void consistency_prepare(struct formula *formula, const struct places *places);
/* Adds clauses against the model. False: it is consistent, and happens-before orders none of its
 * races (with_races), or none of its accesses and ends of objects that it should not order. */
bool consistency_refine(struct formula *formula, bool with_races);

#endif
