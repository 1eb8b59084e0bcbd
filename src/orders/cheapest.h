/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the cheapest setting that is not known to be incorrect.
 *
 * If a setting is incorrect, every weaker setting is incorrect too. So for each incorrect setting,
 * a correct one has some slot that is stronger or incomparable: it hits the set of slots where the
 * incorrect setting is too weak. The cheapest setting that hits all known incorrect settings is
 * found by branch and bound. The search branches over the ways to hit a setting that is not hit
 * yet. The bound comes from incorrect settings that no single change hits together. */
#ifndef ORDERS_CHEAPEST_H
#define ORDERS_CHEAPEST_H

#include "base/vector.h"
#include "program/program.h"

struct cheapest_problem {
  size_t slots;
  const unsigned char *least; /* the setting to begin with: no slot gets a weaker order */
  const unsigned *allowed;    /* orders of each slot, as sets of strength.h */
  unsigned (*cost)(const void *context, size_t slot, enum memory_order order);
  const void *context;
  VECTOR(const unsigned char *) wrong; /* settings */
};

/* Is the setting, in every slot, at most as strong as the other? */
bool cheapest_is_below(const unsigned char *setting, const unsigned char *other, size_t slots);
uint64_t cheapest_cost(const struct cheapest_problem *problem, const unsigned char *setting);
/* One that costs less than `below`; false: there is none, or `is_over` said to give up. */
bool cheapest_find(const struct cheapest_problem *problem, uint64_t below, unsigned char *setting,
                   bool (*is_over)(const void *context), bool *gave_up);

#endif
