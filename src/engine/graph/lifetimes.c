/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/graph/lifetimes.h"

/* Did the moment's thread create this thread, or an ancestor of it, in a later step? */
static bool descends(const struct clocked_graph *graph, uint32_t slot,
                     const struct block_moment *moment) {
  for (; graph->events.threads.items[slot].creator != slot;
       slot = graph->events.threads.items[slot].creator)
    if (graph->events.threads.items[slot].creator == moment->thread)
      return graph->events.threads.items[slot].steps >= moment->step;
  return false;
}

bool lifetimes_knows(const struct clocked_graph *graph, uint32_t slot,
                     const struct block_moment *moment) {
  return moment->thread == slot ||
         moment->after < graph->threads.items[slot].happened[moment->thread] ||
         descends(graph, slot, moment);
}

uint32_t lifetimes_count(const struct lifetimes *lifetimes, const struct place *place) {
  uint32_t count = 0;
  for (size_t i = 0; lifetimes->has_reuse && place->thread && i < lifetimes->births.count; i++)
    count +=
        lifetimes->births.items[i].is_again && lifetimes->births.items[i].address == place->address;
  return count;
}

const struct block_moment *lifetimes_last(const struct block_moments *list, uint64_t address) {
  for (size_t i = list->count; i-- > 0;)
    if (list->items[i].address == address)
      return &list->items[i];
  return NULL;
}

static void rewind_moments(struct block_moments *list, uint32_t slot, uint64_t steps) {
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].thread != slot || list->items[i].step <= steps)
      list->items[kept++] = list->items[i];
  list->count = kept;
}

void lifetimes_rewind(struct lifetimes *lifetimes, uint32_t slot, uint64_t steps) {
  rewind_moments(&lifetimes->births, slot, steps);
  rewind_moments(&lifetimes->deaths, slot, steps);
}

void lifetimes_clear(struct lifetimes *lifetimes) {
  lifetimes->births.count = lifetimes->deaths.count = 0;
}

void lifetimes_release(struct lifetimes *lifetimes) {
  vector_release(&lifetimes->births);
  vector_release(&lifetimes->deaths);
}
