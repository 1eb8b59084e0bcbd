/* SPDX-License-Identifier: Apache-2.0 */
/* The refutation of an infeasible candidate path names the symbols that the search has to keep:
 * those in its core. */
#include "engine/explicit/refine.h"

#include "explore/confirm.h"

#include <stdio.h>

/* Keeps more symbols; false if all of them were kept already. */
static bool keep_sources(struct map *precision, const struct edge *const *sources, size_t count) {
  size_t before = precision->count;
  for (size_t i = 0; i < count; i++)
    map_set(precision, (uintptr_t)sources[i], 1);
  return precision->count > before;
}

/* If what the refutation needs is kept already but was lost on the way, all there is is kept. */
static enum refinement refine(struct map *precision, const struct confirmation *confirmation,
                              struct result *result) {
  if (keep_sources(precision, confirmation->needed.items, confirmation->needed.count) ||
      keep_sources(precision, confirmation->sources.items, confirmation->sources.count))
    return REFINE_AGAIN;
  snprintf(result->reason, sizeof result->reason,
           "an error that needs impossible values, which the search cannot tell apart");
  return REFINE_UNDECIDED;
}

enum refinement refine_candidate(struct threading *threading, const struct reach *reach,
                                 struct result *result) {
  struct data *data = threading->data;
  struct confirmation confirmation = {.backend = data->finder.session.backend,
                                      .limits = data->finder.session.limits,
                                      .asks_open = true,
                                      .schedule = &result->schedule};
  struct path path = {0};
  enum refinement refinement = REFINE_UNDECIDED;
  threading_find_path(threading, reach, &path);
  switch (confirm_path(&confirmation, &threading->explorer, &path)) {
  case CONFIRM_REAL:
    result->violation = confirmation.violation;
    refinement = REFINE_CONFIRMED;
    break;
  case CONFIRM_INFEASIBLE:
  case CONFIRM_OPEN:
    refinement = refine(&data->context.precision, &confirmation, result);
    break;
  case CONFIRM_UNDECIDED:
    snprintf(result->reason, sizeof result->reason, "%s", confirmation.reason);
    break;
  }
  path_release(&path);
  confirmation_release(&confirmation);
  return refinement;
}
