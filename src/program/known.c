/* SPDX-License-Identifier: Apache-2.0 */
/* A site is a small sorted set of source locations. */
#include "program/known.h"

#include <string.h>

static int compare(struct position a, struct position b) {
  if (a.file != b.file)
    return a.file < b.file ? -1 : 1;
  if (a.line != b.line)
    return a.line < b.line ? -1 : 1;
  return a.column == b.column ? 0 : a.column < b.column ? -1 : 1;
}

void site_add(struct violation_site *site, struct position at) {
  if (site->property == PROPERTY_RACE || site->property == PROPERTY_DEADLOCK)
    at.column = 0;
  uint32_t i = 0;
  while (i < site->count && compare(site->places[i], at) < 0)
    i++;
  uint32_t room = sizeof site->places / sizeof site->places[0];
  if (site->count == room || (i < site->count && compare(site->places[i], at) == 0))
    return;
  memmove(&site->places[i + 1], &site->places[i], (site->count - i) * sizeof at);
  site->places[i] = at;
  site->count++;
}

bool site_is_same(const struct violation_site *a, const struct violation_site *b) {
  if (a->property != b->property || a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (compare(a->places[i], b->places[i]) != 0)
      return false;
  return true;
}

bool known_has(const struct known_violations *known, const struct violation_site *site) {
  for (size_t i = 0; known && i < known->list.count; i++)
    if (site_is_same(&known->list.items[i], site))
      return true;
  return false;
}

property_set known_properties(const struct known_violations *known) {
  property_set set = known ? suppressions_properties(known->suppressions) : 0;
  for (size_t i = 0; known && i < known->list.count; i++)
    set |= (property_set)1 << known->list.items[i].property;
  return set;
}
