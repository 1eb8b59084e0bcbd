/* SPDX-License-Identifier: Apache-2.0 */
/* A fixed point over the call graph: a location leads to a call of pthread_cancel if one of its
 * edges does, or if an edge leads to such a location. Creating a thread counts as a call.
 *
 * A thread may never reach a call that it could reach, because it loops or waits before it. A call
 * of pthread_cancel that is in no loop of its function happens once, so the analysis need not look
 * after it: the threads that run afterwards are checked again then. */
#include "analysis/cancelling.h"

#include "analysis/sharing.h"
#include "base/memory.h"
#include "program/paths.h"

#include <string.h>

enum { MANY_CALLEES = 64 };

struct cancelling {
  const bool *const *ahead; /* by function and location; NULL: not lowered */
  const bool *const *loops, *const *waits;
  const struct function *cancel;
};

struct cancel_search {
  const struct function *cancel;
  struct sharing *sharing;
  bool **ahead, **loops, **waits;
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

/* Propagates marks in one function. True: there are new ones. */
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
  if (some && program_function_has(function, OPERATION_SETJMP))
    memset(ahead, true, function->location_count);
}

static bool cancels_once(const struct cancel_search *search, const struct function *function,
                         const struct edge *edge) {
  return edge->op == OPERATION_CALL && edge->call.callee == search->cancel &&
         !paths_repeat(function, edge);
}

/* Finds the locations of a user's function from which some path inside it never ends. */
static void find_loops(const struct cancel_search *search, const struct function *function) {
  bool *loops = search->loops[function->number];
  memset(loops, !function->is_library, function->location_count);
  for (bool again = !function->is_library; again;) {
    again = false;
    for (uint32_t i = 0; i < function->location_count; i++) {
      const struct location *location = &function->locations[i];
      bool goes_on = false;
      for (uint32_t j = 0; j < location->edge_count && loops[i]; j++) {
        const struct edge *edge = &function->edges[location->first_edge + j];
        goes_on |= loops[edge->to] && edge->op != OPERATION_RETURN &&
                   !cancels_once(search, function, edge);
      }
      if (loops[i] && !goes_on) {
        loops[i] = false;
        again = true;
      }
    }
  }
}

static void find_waits(const struct cancel_search *search, const struct function *function) {
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (function->edges[i].op == OPERATION_WAIT)
      search->waits[function->number][function->edges[i].from] = true;
}

/* Does the edge lead to a place with this mark? */
static bool leads_to(const struct cancel_search *search, bool **marks, const struct edge *edge,
                     const bool *here) {
  const struct function *callees[MANY_CALLEES];
  if (edge->op != OPERATION_RETURN && here[edge->to])
    return true;
  if (edge->op != OPERATION_CALL)
    return false;
  size_t count = sharing_callees(search->sharing, edge, callees, MANY_CALLEES);
  if (count > MANY_CALLEES)
    return true;
  for (size_t i = 0; i < count; i++)
    if (marks[callees[i]->number] && marks[callees[i]->number][callees[i]->entry])
      return true;
  return false;
}

/* Marks the locations that lead to marked ones without a call of pthread_cancel. */
static void spread_marks(const struct cancel_search *search, const struct program *program,
                         bool **marks) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < program->function_count; i++) {
      const struct function *function = program->functions[i];
      bool *here = marks[i];
      for (uint32_t j = function->edge_count; here && j-- > 0;) {
        const struct edge *edge = &function->edges[j];
        if (here[edge->from] || !leads_to(search, marks, edge, here) ||
            cancels_once(search, function, edge))
          continue;
        here[edge->from] = changed = true;
      }
    }
  }
}

static bool **allocate_marks(struct program *program) {
  bool **marks = arena_allocate(program->arena, (program->function_count + 1) * sizeof *marks);
  for (uint32_t i = 0; i < program->function_count; i++) {
    uint32_t count = program->functions[i]->location_count;
    marks[i] = NULL;
    if (!program->functions[i]->locations)
      continue;
    marks[i] = arena_allocate(program->arena, count + 1);
    memset(marks[i], false, count + 1);
  }
  return marks;
}

static void find_delays(struct cancel_search *search, struct program *program) {
  search->loops = allocate_marks(program);
  search->waits = allocate_marks(program);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (search->loops[i]) {
      find_loops(search, program->functions[i]);
      find_waits(search, program->functions[i]);
    }
  spread_marks(search, program, search->loops);
  spread_marks(search, program, search->waits);
}

void cancelling_find(struct program *program) {
  struct cancel_search search = {.cancel = program_find_function(program, "pthread_cancel")};
  if (!search.cancel || !search.cancel->locations)
    return;
  search.sharing = sharing_create(program);
  search.ahead = allocate_marks(program);
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    if (function == search.cancel)
      memset(search.ahead[i], true, function->location_count);
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
  find_delays(&search, program);
  sharing_destroy(search.sharing);
  struct cancelling *found = arena_allocate(program->arena, sizeof *found);
  found->ahead = (const bool *const *)search.ahead;
  found->cancel = search.cancel;
  found->loops = (const bool *const *)search.loops;
  found->waits = (const bool *const *)search.waits;
  program->cancelling = found;
}

static bool is_marked(const bool *const *marks, const struct function *function,
                      uint32_t location) {
  return marks[function->number] && marks[function->number][location];
}

bool cancelling_ahead(const struct program *program, const struct function *function,
                      uint32_t location) {
  return program->cancelling && is_marked(program->cancelling->ahead, function, location);
}

bool cancelling_may_loop(const struct program *program, const struct function *function,
                         uint32_t location) {
  return program->cancelling && is_marked(program->cancelling->loops, function, location);
}

bool cancelling_may_wait(const struct program *program, const struct function *function,
                         uint32_t location) {
  return program->cancelling && is_marked(program->cancelling->waits, function, location);
}

bool cancelling_is_cancel(const struct program *program, const struct function *function) {
  return program->cancelling && program->cancelling->cancel == function;
}
