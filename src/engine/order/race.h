/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/order: data races in the formula. */
#ifndef ENGINE_ORDER_RACE_H
#define ENGINE_ORDER_RACE_H

#include "engine/order/formula.h"

/* Adds a literal for each pair of accesses that may race; false: there are too many of them. */
bool race_add_pairs(struct formula *formula);
/* The first race of the model, whose nodes are in this order; NULL: there is none in it. */
const struct race *race_in_model(const struct formula *formula, const uint32_t *order,
                                 size_t order_count);

#endif
