/* SPDX-License-Identifier: Apache-2.0 */
/* One double-ended queue per priority. */
#include "engine/explicit/waitlist.h"

#include <assert.h>

void waitlist_add(struct waitlist *list, uint32_t state, uint32_t priority) {
  vector_ensure(&list->levels, priority);
  vector_push(&list->levels.items[priority].states, state);
  if (priority < list->lowest)
    list->lowest = priority;
  list->count++;
}

uint32_t waitlist_take(struct waitlist *list) {
  assert(list->count);
  while (list->levels.items[list->lowest].first == list->levels.items[list->lowest].states.count)
    list->lowest++;
  struct waiting_level *level = &list->levels.items[list->lowest];
  list->count--;
  uint32_t state =
      list->breadth_first ? level->states.items[level->first++] : vector_pop(&level->states);
  if (level->first == level->states.count)
    level->first = level->states.count = 0;
  return state;
}

void waitlist_release(struct waitlist *list) {
  vector_release_members(&list->levels, states);
  *list = (struct waitlist){0};
}
