/* SPDX-License-Identifier: Apache-2.0 */
/* Which objects exist once: variables, and what is allocated where an execution comes only once. */
#include "analysis/held_state.h"

#include "analysis/loops.h"
#include "analysis/points.h"

#include <string.h>

enum { MOST_CALLEES = 64, DEEPEST_CALL = 32 };

static void note_call(struct held_analysis *held, const struct function *caller,
                      const struct edge *edge) {
  const struct function *callees[MOST_CALLEES];
  bool spawns = edge->op == OPERATION_SPAWN;
  if (!spawns && edge->op != OPERATION_CALL)
    return;
  size_t count = spawns ? sharing_started(held->sharing, edge, callees, MOST_CALLEES)
                        : sharing_callees(held->sharing, edge, callees, MOST_CALLEES);
  if (count > MOST_CALLEES)
    obstacle_note(&held->obstacle, obstacle_any_function, caller, edge);
  for (size_t i = 0; i < count && i < MOST_CALLEES; i++) {
    struct held_calls *calls = &held->calls[callees[i]->number];
    calls->count += spawns ? 2 : 1; /* a thread may be one of many */
    calls->edge = edge;
    calls->caller = caller;
  }
}

static void note_allocation(struct held_analysis *held, const struct function *function,
                            const struct edge *edge) {
  uint32_t number;
  if (edge->op == OPERATION_ALLOCATE && sharing_find_allocation(held->sharing, edge, &number))
    held->allocations[number] = (struct held_calls){edge, function, 1};
}

void held_find_once(struct held_analysis *held) {
  const struct program *program = held->program;
  held->calls = arena_allocate(held->arena, program->function_count * sizeof *held->calls);
  held->allocations =
      arena_allocate(held->arena, sharing_object_count(held->sharing) * sizeof *held->allocations);
  held->loops = arena_allocate(held->arena, program->function_count * sizeof *held->loops);
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0; program->functions[i]->locations && j < program->functions[i]->edge_count;
         j++) {
      note_call(held, program->functions[i], &program->functions[i]->edges[j]);
      note_allocation(held, program->functions[i], &program->functions[i]->edges[j]);
    }
}

/* Is the edge executed once at most? */
static bool is_once(struct held_analysis *held, const struct function *function,
                    const struct edge *edge, unsigned depth) {
  const struct loops **loops = &held->loops[function->number];
  if (!*loops)
    *loops = loops_create(held->arena, function);
  if (depth > DEEPEST_CALL || (*loops)->too_deep || (*loops)->locations[edge->from].depth)
    return false;
  const struct held_calls *calls = &held->calls[function->number];
  if (function == held->program->start)
    return !calls->count;
  return calls->count == 1 && is_once(held, calls->caller, calls->edge, depth + 1);
}

void held_find_pointees(struct held_analysis *held, const struct function *function,
                        const struct term *term) {
  bits_clear(held->set, held->words);
  sharing_add_pointees(held->sharing, function, term, held->set);
}

bool held_find_place(struct held_analysis *held, const struct function *function,
                     const struct term *term, struct held_place *place) {
  uint32_t found = UINT32_MAX, count = 0;
  held_find_pointees(held, function, term);
  for (uint32_t i = 0; i < sharing_object_count(held->sharing); i++)
    if (points_in(held->set, i)) {
      found = i;
      count++;
    }
  if (count != 1 || !offsets_of(held->offsets, function, term, &place->offset))
    return false;
  place->object = found;
  if (found < held->program->object_count)
    return !held->program->objects[found].function;
  const struct held_calls *allocation = &held->allocations[found];
  return allocation->edge && is_once(held, allocation->caller, allocation->edge, 0);
}
