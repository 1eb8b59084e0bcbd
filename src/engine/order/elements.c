/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of the elements of objects that are read at unknown indices. A read finds an initial or a
 * written value. All writes and reads have one size and are aligned to it, so no value is composed
 * of parts of others. Writes of all threads are recorded, also while there is only one thread. The
 * first write of an execution that leaves the range is one that the run records; then there is
 * another run. */
#include "engine/order/values.h"

#include <string.h>

/* Two accesses to elements are to the same bytes, or to different ones. */
static bool is_element(const struct term *address, uint32_t size) {
  unsigned zeros = term_trailing_zeros(address);
  return (size & (size - 1)) == 0 && size <= 8 && (zeros >= 3 || (1u << zeros) >= size);
}

/* What the object holds from the start. */
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

/* The elements, if something is known of them; they are looked after from now on. */
static const struct elements *ask(struct symbolic *symbolic, const struct instance *instance,
                                  const struct term *address, uint32_t size) {
  struct elements *elements = &instance->marks->elements;
  if (!elements->size) {
    elements->size = size;
    elements->mixed = instance->arbitrary || !is_element(address, size);
    symbolic->knowledge->changed |= !elements->mixed;
    if (!elements->mixed)
      knowledge_note_elements(symbolic->knowledge, elements, initial_range(instance, size));
  } else if (elements->size != size || !is_element(address, size)) {
    knowledge_mix_elements(symbolic->knowledge, elements);
  }
  return elements->mixed ? NULL : elements;
}

const struct term *word_values_read_element(struct symbolic *symbolic, const struct term *address,
                                            uint32_t size, const struct targets *targets) {
  struct range full = range_full(size * 8), range = full;
  bool known = !targets->any && !targets->too_many;
  for (uint32_t i = 0; i < targets->count && known; i++) {
    const struct instance *instance = symbolic->instances.items[targets->numbers[i]];
    const struct elements *elements =
        instance->shared ? ask(symbolic, instance, address, size) : NULL;
    known = elements != NULL;
    if (known)
      range = i ? range_hull(range, elements->values.range) : elements->values.range;
  }
  return known && targets->count && (range.low > full.low || range.high < full.high)
             ? word_values_narrow_variable(symbolic, range, size * 8)
             : order_fresh(symbolic, size * 8);
}

void word_values_note_element(struct symbolic *symbolic, struct instance *instance,
                              const struct term *address, uint32_t size, const struct term *value,
                              const struct term *condition) {
  struct elements *elements = &instance->marks->elements;
  if (!elements->size || elements->mixed)
    return;
  if (elements->size != size || !is_element(address, size))
    knowledge_mix_elements(symbolic->knowledge, elements);
  else
    knowledge_note_elements(symbolic->knowledge, elements,
                            ranges_under(symbolic->ranges, condition, value));
}
