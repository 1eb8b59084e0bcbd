/* SPDX-License-Identifier: Apache-2.0 */
/* The refutation of an infeasible candidate path names the symbols that the search has to keep:
 * those in its core. */
#include "engine/explicit/refine.h"

#include "engine/confirmed.h"

#include <stdio.h>

/* Keeps more symbols; false: all of them were kept before. */
static bool keep_sources(struct map *precision, const struct edge *const *sources, size_t count) {
  size_t before = precision->count;
  for (size_t i = 0; i < count; i++)
    map_set(precision, (uintptr_t)sources[i], 1);
  return precision->count > before;
}

/* Keeps all symbols if those that the refutation needs were kept but lost on the way. */
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
                                      .asks_open = true};
  struct path path = {0};
  enum refinement refinement = REFINE_UNDECIDED;
  threading_find_path(threading, reach, &path);
  switch (result_confirm(result, &confirmation, &threading->explorer, &path)) {
  case CONFIRM_REAL:
    refinement = REFINE_CONFIRMED;
    break;
  case CONFIRM_INFEASIBLE:
  case CONFIRM_OPEN:
    refinement = refine(&data->context.precision, &confirmation, result);
    break;
  case CONFIRM_UNDECIDED:
    break;
  }
  path_release(&path);
  confirmation_release(&confirmation);
  return refinement;
}
