/* SPDX-License-Identifier: Apache-2.0 */
/* Sleep sets with stored states, after Godefroid: see por.c. */
#include "por/sleep_sets.h"

void sleep_sets_release(struct sleep_sets *sets) {
  vector_release(&sets->states);
  vector_release(&sets->marks);
  map_release(&sets->woken);
}

struct sleeping *sleep_sets_of(struct sleep_sets *sets, uint32_t state) {
  vector_ensure(&sets->states, state);
  vector_ensure(&sets->marks, state);
  return &sets->states.items[state];
}

bool sleep_sets_narrow(struct sleep_sets *sets, uint32_t state, uint64_t sleep) {
  struct sleeping *known = &sets->states.items[state];
  uint64_t woken = known->sleep & ~sleep, before = 0;
  known->sleep &= sleep;
  if (!(sets->marks.items[state] & IS_EXPANDED) || !woken)
    return false;
  map_get(&sets->woken, state, &before);
  map_set(&sets->woken, state, before | woken);
  return true;
}

uint64_t sleep_sets_take_woken(struct sleep_sets *sets, uint32_t state) {
  uint64_t woken = 0;
  if (map_get(&sets->woken, state, &woken) && woken)
    map_set(&sets->woken, state, 0);
  return woken;
}
