/* SPDX-License-Identifier: Apache-2.0 */
/* Gives out the postponed states, and keeps those that ignore no thread so far. */
#include "por/postponed.h"

void postponed_release(struct postponed *postponed) {
  vector_release(&postponed->list);
  vector_release(&postponed->controls);
}

void postponed_add(struct postponed *postponed, uint32_t state, const struct conflicts *threads,
                   uint64_t stepped) {
  struct postponed_state entry = {.state = state, .first = postponed->controls.count};
  for (uint64_t left = stepped; left; left &= left - 1, entry.count++)
    vector_push(&postponed->controls, threads->nexts[__builtin_ctzll(left)].control);
  vector_push(&postponed->list, entry);
}

static bool can_ignore(const struct postponed *postponed, struct moves *moves,
                       const struct postponed_state *entry) {
  for (uint32_t i = 0; i < entry->count; i++)
    if (!moves_can_go_round(moves, postponed->controls.items[entry->first + i]))
      return false;
  return true;
}

bool postponed_take(struct postponed *postponed, const struct sleep_sets *sets, struct moves *moves,
                    uint32_t *state) {
  while (postponed->next < postponed->list.count) {
    struct postponed_state entry = postponed->list.items[postponed->next++];
    if (sets->marks.items[entry.state] & IS_FULL)
      continue;
    if (can_ignore(postponed, moves, &entry)) {
      *state = entry.state;
      return true;
    }
    postponed->list.items[postponed->kept++] = entry;
  }
  postponed->list.count = postponed->kept;
  postponed->next = postponed->kept = 0;
  return false;
}
