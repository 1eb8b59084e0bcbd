/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/order/instances.h"

void instances_release(struct instances *instances) {
  vector_release(instances);
  vector_release(&instances->by_address);
  map_release(&instances->by_key);
}

size_t instances_first_above(const struct instances *instances, uint64_t address) {
  size_t low = 0, high = instances->by_address.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (instances->by_address.items[middle]->base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

struct instance *instances_find(const struct instances *instances, uint64_t address) {
  size_t at = instances_first_above(instances, address);
  if (!at)
    return NULL;
  struct instance *instance = instances->by_address.items[at - 1];
  return address - instance->base < (instance->size ? instance->size : 1) ? instance : NULL;
}
