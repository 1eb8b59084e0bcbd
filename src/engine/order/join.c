/* SPDX-License-Identifier: Apache-2.0 */
/* Joins paths that meet at one location. */
#include "engine/order/locks.h"

static const struct term *lane_byte(struct order_run *run, struct lane lane) {
  return term_extract(run->terms, lane.index * 8, 8, lane.term);
}

/* The number of lanes that one whole term fills, from the first lane on; or 0. */
static uint64_t whole_length(const struct lane *lanes, uint64_t left) {
  const struct term *term = lanes[0].term;
  if (!term || lanes[0].index || term->width % 8 || term->width / 8u > left)
    return 0;
  for (uint64_t i = 1; i < term->width / 8u; i++)
    if (lanes[i].term != term || lanes[i].index != i)
      return 0;
  return term->width / 8u;
}

/* The lanes as one term, if they are one term or constants; otherwise NULL. */
static const struct term *whole_value(struct order_run *run, const struct lane *lanes,
                                      uint64_t length) {
  if (whole_length(lanes, length) == length)
    return lanes[0].term;
  uint64_t bits = 0;
  for (uint64_t i = 0; i < length; i++) {
    if (!lanes[i].term || !term_is_constant(lanes[i].term) || length > sizeof bits)
      return NULL;
    bits |= (lanes[i].term->value >> (8 * lanes[i].index) & 0xff) << (8 * i);
  }
  return term_constant(run->terms, (unsigned)length * 8, bits);
}

/* An arbitrary byte gets its variable when it is joined with a value. */
static void name_arbitrary_byte(struct order_run *run, struct lane *lane) {
  if (!lane->term)
    *lane = (struct lane){symbols_fresh(&run->symbols, 8), 0, lane->exact};
}

/* Two paths, and the path that they become. */
struct junction {
  struct order_run *run;
  const struct thread_path *a, *b, *joined;
  const struct term *select; /* where the executions are those of `a` */
};

static void merge_lanes(const struct junction *junction, struct lane *a, struct lane *b,
                        struct lane *out, uint64_t size) {
  struct order_run *run = junction->run;
  const struct term *select = junction->select;
  for (uint64_t i = 0; i < size;) {
    if (a[i].term == b[i].term && a[i].index == b[i].index) {
      out[i] = a[i];
      out[i].exact =
          lock_joined_stamp(junction->a, a[i].exact, junction->b, b[i].exact, junction->joined);
      i++;
      continue;
    }
    uint64_t length = whole_length(&a[i], size - i);
    if (!length)
      length = whole_length(&b[i], size - i);
    const struct term *whole_a = length ? whole_value(run, &a[i], length) : NULL;
    const struct term *whole_b = length ? whole_value(run, &b[i], length) : NULL;
    const struct term *merged;
    if (whole_a && whole_b) {
      merged = order_choose(run->terms, select, whole_a, whole_b);
    } else {
      length = 1;
      name_arbitrary_byte(run, &a[i]);
      name_arbitrary_byte(run, &b[i]);
      merged = order_choose(run->terms, select, lane_byte(run, a[i]), lane_byte(run, b[i]));
    }
    for (uint64_t j = 0; j < length; j++, i++)
      out[i] = (struct lane){
          merged, (uint32_t)j,
          lock_joined_stamp(junction->a, a[i].exact, junction->b, b[i].exact, junction->joined)};
  }
}

/* A path whose contents are NULL has the initial contents, or has not allocated the instance. */
static struct contents *merge_contents(const struct junction *junction,
                                       const struct instance *instance, struct contents *a,
                                       struct contents *b) {
  struct order_run *run = junction->run;
  if (a == b)
    return a;
  if ((!a || !b) && instance->allocation && instance->owner == junction->a->thread)
    return a ? a : b;
  if (!a || a == run->instances.untouched)
    a = order_path_initial(run, instance);
  if (!b || b == run->instances.untouched)
    b = order_path_initial(run, instance);
  struct contents *merged =
      arena_allocate(run->arena, sizeof *merged + (size_t)instance->size * sizeof(struct lane));
  merged->owner = junction->joined->number;
  merge_lanes(junction, a->lanes, b->lanes, merged->lanes, instance->size);
  return merged;
}

struct thread_path *order_path_join(struct order_run *run, struct thread_path *a,
                                    struct thread_path *b, struct live_registers live,
                                    uint32_t register_count) {
  if (a->atomic_depth != b->atomic_depth || (a->atomic_depth && a->node != b->node))
    return NULL;
  struct guard_difference guards = guard_compare(run->terms, a->guard, b->guard);
  const struct term *either = order_or(run->terms, guards.only_a, guards.only_b);
  struct thread_path *merged = arena_allocate(run->arena, sizeof *merged);
  merged->number = run->next_path++;
  merged->guard = term_apply(run->terms, OP_AND, guards.common, either, NULL);
  merged->has_created = a->has_created && b->has_created;
  merged->atomic_depth = a->atomic_depth;
  merged->node = a->node;
  merged->thread = a->thread;
  merged->section = a->section;
  merged->registers = arena_allocate(run->arena, register_count * sizeof *merged->registers);
  for (uint32_t i = 0; i < live.count; i++) {
    uint32_t number = live.registers[i];
    const struct term *va = a->registers[number], *vb = b->registers[number];
    merged->registers[number] =
        !va || !vb ? (va ? va : vb) : order_choose(run->terms, guards.only_a, va, vb);
  }
  struct thread_path *longer = a->memory_count >= b->memory_count ? a : b;
  merged->memory_count = longer->memory_count;
  merged->memory = arena_allocate(run->arena, merged->memory_count * sizeof *merged->memory);
  lock_join(run, a, b, merged);
  struct junction junction = {run, a, b, merged, guards.only_a};
  for (size_t i = 0; i < merged->memory_count; i++)
    merged->memory[i] = merge_contents(&junction, run->instances.items[i],
                                       i < a->memory_count ? a->memory[i] : NULL,
                                       i < b->memory_count ? b->memory[i] : NULL);
  return merged;
}
