/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the objects that an address may lie in. */
#ifndef ENGINE_ORDER_TARGETS_H
#define ENGINE_ORDER_TARGETS_H

#include "engine/order/run.h"

enum { MOST_TARGETS = 256 };

struct targets {
  uint32_t numbers[MOST_TARGETS];
  uint32_t count;
  bool any; /* all shared instances are among them */
  bool too_many;
};

void targets_find(struct order_run *run, const struct term *address, struct targets *targets);
/* What a value points to, if it is a pointer. The caller releases it. */
struct pointees targets_pointees(const struct order_run *run, const struct term *value);

#endif
