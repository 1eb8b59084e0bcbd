/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the memory locations of events.
 *
 * Events that overlap partially are divided into pieces, the largest that overlapping events have
 * in common. So a read takes each of its pieces from one write. */
#ifndef ENGINE_ORDER_PLACES_H
#define ENGINE_ORDER_PLACES_H

#include "engine/order/formula.h"

struct event_list {
  uint32_t *items;
  size_t count, capacity;
};

struct places {
  struct formula *formula;
  uint32_t *pieces;            /* per event: the size of its pieces */
  struct event_list *touching; /* per instance: the events that may touch it */
  uint64_t telling;            /* the bits in which addresses of events may differ */
};

void places_find(struct places *places, struct formula *formula);
void places_release(struct places *places);
bool places_may_overlap(const struct order_event *a, const struct order_event *b);
/* The address of the piece that begins at byte `lane`. */
const struct term *places_shift(const struct places *places, const struct term *address,
                                uint32_t lane);
/* The bits of that address that distinguish it from others. */
const struct term *places_tell(const struct places *places, const struct order_event *event,
                               uint32_t lane);

#endif
