/* SPDX-License-Identifier: Apache-2.0 */
/* Growth policy of VECTOR: capacities double. */
#include "base/vector.h"

void *vector_grow(void *items, size_t *capacity, size_t wanted, size_t item_size) {
  size_t grown = *capacity ? *capacity * 2 : 8;
  if (grown < wanted)
    grown = wanted;
  *capacity = grown;
  return memory_resize(items, grown * item_size);
}
