/* SPDX-License-Identifier: Apache-2.0 */
#include "semantics/layout.h"

#include "base/memory.h"

void layout_destroy(struct real_layout *layout) {
  if (!layout)
    return;
  vector_release(&layout->facts);
  vector_release(&layout->order);
  memory_release(layout);
}

bool layout_forget(struct real_layout *layout, uint64_t object) {
  size_t kept = 0;
  if (!layout || !(layout->facts.count + layout->order.count))
    return false;
  for (size_t i = 0; i < layout->facts.count; i++)
    if (layout->facts.items[i].object != object)
      layout->facts.items[kept++] = layout->facts.items[i];
  layout->facts.count = kept;
  kept = 0;
  for (size_t i = 0; i < layout->order.count; i++)
    if (layout->order.items[i] != object)
      layout->order.items[kept++] = layout->order.items[i];
  layout->order.count = kept;
  return true;
}
