/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/graph/vain_waits.h"

enum { MOST_VAIN_WAITS = 1 << 16 };

void vain_waits_create(struct vain_waits *waits) { waits->known = interner_create(); }

void vain_waits_release(struct vain_waits *waits) {
  vector_release(&waits->key);
  interner_destroy(waits->known);
}

void vain_waits_begin(struct vain_waits *waits, const struct function *condition,
                      const struct value arguments[2]) {
  waits->reads_more = false;
  waits->key.count = 0;
  vector_push(&waits->key, (uint64_t)(uintptr_t)condition);
  vector_push(&waits->key, arguments[0].bits);
  vector_push(&waits->key, arguments[1].bits);
}

void vain_waits_add_read(struct vain_waits *waits, uint64_t address, uint64_t value) {
  vector_push(&waits->key, address);
  vector_push(&waits->key, value);
}

void vain_waits_note(struct vain_waits *waits) {
  if (!waits->reads_more && waits->key.count && interner_count(waits->known) < MOST_VAIN_WAITS)
    interner_add(waits->known, waits->key.items, waits->key.count * sizeof *waits->key.items, NULL);
}

bool vain_waits_has(struct vain_waits *waits, uint64_t address, uint64_t value) {
  uint32_t number;
  if (waits->reads_more)
    return false;
  vain_waits_add_read(waits, address, value);
  bool is_known = interner_find(waits->known, waits->key.items,
                                waits->key.count * sizeof *waits->key.items, &number);
  waits->key.count -= 2;
  return is_known;
}
