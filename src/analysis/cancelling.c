/* SPDX-License-Identifier: Apache-2.0 */
/* A fixed point over the call graph: a location leads to a call of pthread_cancel if one of its
 * edges does, or leads to such a location. Threads that are created count like calls. */
#include "analysis/cancelling.h"

#include "analysis/sharing.h"
#include "base/memory.h"

#include <string.h>

enum { MANY_CALLEES = 64 };

struct cancelling {
  const bool *const *ahead; /* by function and location; NULL: not lowered */
};

struct cancel_search {
  const struct function *cancel;
  struct sharing *sharing;
  bool **ahead;
};

static bool enters_cancel(const struct cancel_search *search, const struct function *function) {
  return search->ahead[function->number] && search->ahead[function->number][function->entry];
}

static bool edge_cancels(const struct cancel_search *search, const struct edge *edge) {
  const struct function *callees[MANY_CALLEES];
  if (edge->op != OPERATION_CALL && edge->op != OPERATION_SPAWN)
    return false;
  size_t count = edge->op == OPERATION_CALL
                     ? sharing_callees(search->sharing, edge, callees, MANY_CALLEES)
                     : sharing_started(search->sharing, edge, callees, MANY_CALLEES);
  if (count > MANY_CALLEES)
    return true;
  for (size_t i = 0; i < count; i++)
    if (enters_cancel(search, callees[i]))
      return true;
  return false;
}

static bool has_setjmp(const struct function *function) {
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (function->edges[i].op == OPERATION_SETJMP)
      return true;
  return false;
}

/* True if more is known than before. */
static bool look_at_function(const struct cancel_search *search, const struct function *function) {
  bool *ahead = search->ahead[function->number], changed = false, again = true;
  while (again) {
    again = false;
    for (uint32_t i = function->edge_count; i-- > 0;) {
      const struct edge *edge = &function->edges[i];
      if (!ahead[edge->from] && (ahead[edge->to] || edge_cancels(search, edge)))
        ahead[edge->from] = changed = again = true;
    }
  }
  return changed;
}

static void spread_over_setjmp(const struct cancel_search *search,
                               const struct function *function) {
  bool *ahead = search->ahead[function->number], some = false;
  for (uint32_t i = 0; i < function->location_count; i++)
    some |= ahead[i];
  if (some && has_setjmp(function))
    memset(ahead, true, function->location_count);
}

void cancelling_find(struct program *program) {
  struct cancel_search search = {.cancel = program_find_function(program, "pthread_cancel")};
  if (!search.cancel || !search.cancel->locations)
    return;
  search.sharing = sharing_create(program);
  search.ahead =
      arena_allocate(program->arena, (program->function_count + 1) * sizeof *search.ahead);
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    search.ahead[i] = NULL;
    if (!function->locations)
      continue;
    search.ahead[i] = arena_allocate(program->arena, function->location_count + 1);
    memset(search.ahead[i], function == search.cancel, function->location_count + 1);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < program->function_count; i++)
      if (search.ahead[i])
        changed |= look_at_function(&search, program->functions[i]);
  }
  for (uint32_t i = 0; i < program->function_count; i++)
    if (search.ahead[i])
      spread_over_setjmp(&search, program->functions[i]);
  sharing_destroy(search.sharing);
  struct cancelling *found = arena_allocate(program->arena, sizeof *found);
  found->ahead = (const bool *const *)search.ahead;
  program->cancelling = found;
}

bool cancelling_ahead(const struct program *program, const struct function *function,
                      uint32_t location) {
  const bool *ahead = program->cancelling ? program->cancelling->ahead[function->number] : NULL;
  return ahead && ahead[location];
}
