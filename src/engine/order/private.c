/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of memory that is part of a path: arrays of terms, read and written at constant or
 * symbolic offsets. */
#include "engine/order/symbolic.h"

enum { MOST_ELEMENTS = 4096 };

/* The value of `size` lanes as one term; arbitrary ones get their variable. */
const struct term *private_join(struct symbolic *symbolic, struct thread_path *path,
                                const struct edge *edge, struct lane *lanes, uint32_t size) {
  uint32_t unknown = 0;
  for (uint32_t i = 0; i < size; i++)
    unknown += !lanes[i].term;
  if (unknown) {
    const struct term *fresh = order_fresh(symbolic, unknown * 8);
    struct choice choice = {path->thread, edge, path->guard, fresh};
    vector_push(&symbolic->choices, choice);
    for (uint32_t i = 0, used = 0; i < size; i++)
      if (!lanes[i].term)
        lanes[i] = (struct lane){fresh, used++, lanes[i].exact};
  }
  const struct term *first = lanes[0].term;
  bool whole = first->width == size * 8;
  for (uint32_t i = 0; i < size && whole; i++)
    whole = lanes[i].term == first && lanes[i].index == i;
  if (whole)
    return first;
  const struct term *value = NULL;
  for (uint32_t i = size; i-- > 0;) {
    const struct term *byte = term_extract(symbolic->terms, lanes[i].index * 8, 8, lanes[i].term);
    value = value ? term_apply(symbolic->terms, OP_CONCAT, value, byte, NULL) : byte;
  }
  return value;
}

/* The distance between offsets the access can have; 0: too many of them. */
static uint64_t offset_step(const struct term *offset, const struct instance *instance) {
  unsigned zeros = term_trailing_zeros(offset);
  uint64_t step = zeros >= 16 ? 65536 : (uint64_t)1 << zeros;
  return instance->size / step > MOST_ELEMENTS ? 0 : step;
}

const struct term *private_load(struct symbolic *symbolic, struct thread_path *path,
                                const struct edge *edge, struct instance *instance,
                                const struct term *address, uint32_t size) {
  struct lane *lanes = order_path_lanes(symbolic, path, instance);
  const struct term *offset = order_offset(symbolic, address, instance->base);
  if (term_is_constant(offset))
    return private_join(symbolic, path, edge, lanes + offset->value, size);
  uint64_t step = offset_step(offset, instance);
  if (!step) {
    order_add_incompleteness(symbolic, path, edge, "access to a large array");
    return order_fresh(symbolic, size * 8);
  }
  const struct term *value = NULL;
  for (uint64_t at = 0; at + size <= instance->size; at += step) {
    const struct term *one = private_join(symbolic, path, edge, lanes + at, size);
    const struct term *here = order_is(symbolic, offset, at);
    value = value ? order_choose(symbolic, here, one, value) : one;
  }
  return value ? value : order_fresh(symbolic, size * 8);
}

static void set_lanes(struct lane *lanes, const struct term *value, uint32_t size, uint32_t exact) {
  for (uint32_t i = 0; i < size; i++)
    lanes[i] = (struct lane){value, i, exact};
}

void private_store(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                   struct instance *instance, const struct term *address, const struct term *value,
                   uint32_t size, const struct term *when, uint32_t exact) {
  struct lane *lanes = order_path_lanes(symbolic, path, instance);
  const struct term *offset = order_offset(symbolic, address, instance->base);
  uint64_t step = term_is_constant(offset) ? 1 : offset_step(offset, instance);
  if (!step) {
    order_add_incompleteness(symbolic, path, edge, "access to a large array");
    return;
  }
  uint64_t first = term_is_constant(offset) ? offset->value : 0;
  uint64_t last = term_is_constant(offset) ? offset->value : instance->size - size;
  for (uint64_t at = first; at <= last; at += step) {
    const struct term *here = order_and(symbolic, when, order_is(symbolic, offset, at));
    if (term_is_false(here))
      continue;
    if (term_is_true(here)) {
      set_lanes(lanes + at, value, size, exact);
      continue;
    }
    uint32_t before = lanes[at].exact;
    for (uint32_t i = 1; i < size; i++)
      before = lanes[at + i].exact == before ? before : 0;
    const struct term *old = private_join(symbolic, path, edge, lanes + at, size);
    set_lanes(lanes + at, order_choose(symbolic, here, value, old), size,
              before == exact ? exact : 0);
  }
}
