/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/order: from a model of the formula to a schedule of the reference interpreter. */
#ifndef ENGINE_ORDER_SCHEDULE_H
#define ENGINE_ORDER_SCHEDULE_H

#include "engine/order/formula.h"

/* Runs the program on the concrete domain in the order of the nodes, with the values of the model.
 * True: it hit a violation, which is in `result` with the schedule that led to it. Otherwise `why`
 * tells where the run left the model. */
bool order_schedule_from_model(struct formula *formula, const struct task *task,
                               const uint32_t *order, size_t order_count, struct result *result,
                               char why[160]);

#endif
