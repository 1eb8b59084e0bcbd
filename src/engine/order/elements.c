/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of the elements of objects that are read at unknown indices. A read returns an initial or
 * a written value: all accesses have one size and are aligned to it, so no value is composed of
 * parts of others. Writes are recorded also while there is only one thread. The first write of an
 * execution that leaves the range is one that the run records, so another run follows. */
#include "engine/order/values.h"

#include <string.h>

/* Is the address a multiple of the size? Two such accesses are to the same bytes or to disjoint
 * ones. */
static bool is_element(const struct term *address, uint32_t size) {
  unsigned zeros = term_trailing_zeros(address);
  return (size & (size - 1)) == 0 && size <= 8 && (zeros >= 3 || (1u << zeros) >= size);
}

/* The range of the initial values of the elements. */
static struct range initial_range(const struct instance *instance, uint32_t size) {
  struct range range = {0, 0};
  uint64_t first = -instance->base % size;
  for (uint64_t at = first; instance->bytes && at + size <= instance->size; at += size) {
    uint64_t bits = 0;
    memcpy(&bits, instance->bytes + at, size);
    int64_t value = width_signed(bits, size * 8);
    struct range one = {value, value};
    range = at == first ? one : range_hull(range, one);
  }
  return range;
}

/* The elements of the object, whose values are recorded from now on; NULL: nothing can be known
 * of them. */
static const struct elements *known_elements(struct order_run *run, const struct instance *instance,
                                             const struct term *address, uint32_t size) {
  struct elements *elements = &instance->marks->elements;
  if (!elements->size) {
    elements->size = size;
    elements->mixed = instance->arbitrary || !is_element(address, size);
    run->knowledge->changed |= !elements->mixed;
    if (!elements->mixed)
      knowledge_note_elements(run->knowledge, elements, initial_range(instance, size));
  } else if (elements->size != size || !is_element(address, size)) {
    knowledge_set_flag(run->knowledge, &elements->mixed);
  }
  return elements->mixed ? NULL : elements;
}

const struct term *word_values_read_element(struct order_run *run, const struct request *request,
                                            const struct targets *targets) {
  uint32_t size = request->size;
  struct range full = range_full(size * 8), range = full;
  bool known = !targets->any && !targets->too_many;
  for (uint32_t i = 0; i < targets->count && known; i++) {
    const struct instance *instance = run->instances.items[targets->numbers[i]];
    const struct elements *elements =
        instance->shared ? known_elements(run, instance, request->address, size) : NULL;
    known = elements != NULL;
    if (known)
      range = i ? range_hull(range, elements->values.range) : elements->values.range;
  }
  return known && targets->count && (range.low > full.low || range.high < full.high)
             ? symbols_fresh_in(&run->symbols, range, size * 8)
             : symbols_fresh(&run->symbols, size * 8);
}

void word_values_note_elements(struct order_run *run, const struct request *request,
                               const struct order_access *access) {
  const struct term *condition = order_and(run->terms, request->path->guard, request->when);
  for (uint32_t i = 0; i < access->targets.count; i++) {
    const struct instance *instance = run->instances.items[access->targets.numbers[i]];
    struct elements *elements = &instance->marks->elements;
    if (!instance->shared || term_is_false(access->lies[i]) || !elements->size || elements->mixed)
      continue;
    if (elements->size != request->size || !is_element(request->address, request->size))
      knowledge_set_flag(run->knowledge, &elements->mixed);
    else
      knowledge_note_elements(run->knowledge, elements,
                              ranges_under(run->symbols.ranges, condition, request->value));
  }
}
