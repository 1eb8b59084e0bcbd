/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a place without initialising memory that was never written. */
#include "por/watched.h"

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
  struct looking_chooser looking = chooser_looking();
  if (!state_find_place(state, watched->access.start, &place) || !place.content ||
      place_has_open_end(&place) || size > place.size - place.offset)
    return false;
  if (!watched->is_checked)
    return true;
  struct value value =
      machine->domain->content_read(machine->domain_context, place.content, place.size,
                                    place.offset, (unsigned)size, NULL, &looking.chooser);
  return machine->domain->known(machine->domain_context, value, &bits) && !looking.was_asked &&
         bits == watched->value;
}
