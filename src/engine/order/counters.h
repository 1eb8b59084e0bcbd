/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/order: words that threads only add to, and what reads find in them. */
#ifndef ENGINE_ORDER_COUNTERS_H
#define ENGINE_ORDER_COUNTERS_H

#include "engine/order/formula.h"

/* `pieces`: per event, how many bytes of it are taken at a time. */
struct counters *counters_find(struct formula *formula, const uint32_t *pieces);
void counters_destroy(struct counters *counters);
/* Says what the read finds, if that is a counter; false: it is not, or in another way. */
bool counters_add_reading(struct counters *counters, uint32_t read);

#endif
