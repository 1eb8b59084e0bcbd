/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a place without changing what was never written. */
#include "por/watched.h"

struct watched_reader {
  struct chooser chooser; /* first: the chooser is the reader */
  bool asked;
};

static uint64_t refuse(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)width;
  (void)edge;
  ((struct watched_reader *)chooser)->asked = true;
  return 0;
}

bool watched_follow(struct watched *watched, const struct watched *before, size_t count) {
  const struct exact_access *access = &watched->access;
  bool is_decidable = true;
  for (size_t i = 0; i < count; i++) {
    const struct exact_access *earlier = &before[i].access;
    if (!earlier->writes || earlier->start >= access->end || access->start >= earlier->end)
      continue;
    is_decidable &= earlier->start <= access->start && earlier->end >= access->end;
    watched->is_checked = false;
  }
  return is_decidable;
}

bool watched_holds(struct machine *machine, const struct state *state,
                   const struct watched *watched) {
  struct place place;
  uint64_t bits, size = watched->access.end - watched->access.start;
  struct watched_reader reader = {.chooser = {refuse, true, NULL}};
  if (!state_find_place(state, watched->access.start, &place) || !place.content ||
      size > place.size - place.offset)
    return false;
  if (!watched->is_checked)
    return true;
  struct value value =
      machine->domain->content_read(machine->domain_context, place.content, place.size,
                                    place.offset, (unsigned)size, NULL, &reader.chooser);
  return machine->domain->known(machine->domain_context, value, &bits) && !reader.asked &&
         bits == watched->value;
}
