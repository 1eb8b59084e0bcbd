/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of memory that is part of a path: arrays of terms, read and written at constant or
 * symbolic offsets. */
#include "engine/order/request.h"

#include "engine/order/checks.h"

enum { MOST_ELEMENTS = 4096 };

const struct term *private_join(struct order_run *run, struct thread_path *path,
                                const struct edge *edge, struct lane *lanes, uint32_t size) {
  uint32_t unknown = 0;
  for (uint32_t i = 0; i < size; i++)
    unknown += !lanes[i].term;
  if (unknown) {
    const struct term *fresh = symbols_fresh(&run->symbols, unknown * 8);
    outcomes_add_choice(run, path, edge, path->guard, fresh);
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
    const struct term *byte = term_extract(run->terms, lanes[i].index * 8, 8, lanes[i].term);
    value = value ? term_apply(run->terms, OP_CONCAT, value, byte, NULL) : byte;
  }
  return value;
}

/* The distance between possible offsets of the access; 0: there are too many. */
static uint64_t offset_step(const struct term *offset, const struct instance *instance) {
  unsigned zeros = term_trailing_zeros(offset);
  uint64_t step = zeros >= 16 ? 65536 : (uint64_t)1 << zeros;
  return instance->size / step > MOST_ELEMENTS ? 0 : step;
}

const struct term *private_load(struct order_run *run, const struct request *request,
                                struct instance *instance) {
  struct thread_path *path = request->path;
  uint32_t size = request->size;
  struct lane *lanes = order_path_lanes(run, path, instance);
  const struct term *offset = order_offset(run->terms, request->address, instance->base);
  if (term_is_constant(offset))
    return private_join(run, path, request->edge, lanes + offset->value, size);
  uint64_t step = offset_step(offset, instance);
  if (!step)
    outcomes_leave_out(run, path, request->edge, "access to a large array");
  const struct term *value = NULL;
  for (uint64_t at = 0; step && at + size <= instance->size; at += step) {
    const struct term *one = private_join(run, path, request->edge, lanes + at, size);
    const struct term *here = order_is(run->terms, offset, at);
    value = value ? order_choose(run->terms, here, one, value) : one;
  }
  return value ? value : symbols_fresh(&run->symbols, size * 8);
}

static void set_lanes(struct lane *lanes, const struct term *value, uint32_t size, uint32_t exact) {
  for (uint32_t i = 0; i < size; i++)
    lanes[i] = (struct lane){value, i, exact};
}

void private_store(struct order_run *run, const struct request *request, struct instance *instance,
                   const struct term *when, uint32_t exact) {
  struct thread_path *path = request->path;
  const struct term *value = request->value;
  uint32_t size = request->size;
  struct lane *lanes = order_path_lanes(run, path, instance);
  const struct term *offset = order_offset(run->terms, request->address, instance->base);
  uint64_t step = term_is_constant(offset) ? 1 : offset_step(offset, instance);
  if (!step) {
    outcomes_leave_out(run, path, request->edge, "access to a large array");
    return;
  }
  uint64_t first = term_is_constant(offset) ? offset->value : 0;
  uint64_t last = term_is_constant(offset) ? offset->value : instance->size - size;
  for (uint64_t at = first; at <= last; at += step) {
    const struct term *here = order_and(run->terms, when, order_is(run->terms, offset, at));
    if (term_is_false(here))
      continue;
    if (term_is_true(here)) {
      set_lanes(lanes + at, value, size, exact);
      continue;
    }
    uint32_t before = lanes[at].exact;
    for (uint32_t i = 1; i < size; i++)
      before = lanes[at + i].exact == before ? before : 0;
    const struct term *old = private_join(run, path, request->edge, lanes + at, size);
    set_lanes(lanes + at, order_choose(run->terms, here, value, old), size,
              before == exact ? exact : 0);
  }
}
