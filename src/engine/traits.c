/* One look at every edge: what the front end lowered can all be reached by calls. */
#include "engine/traits.h"

#include "analysis/loops.h"
#include "base/memory.h"

enum { NARROW = 2 }; /* bits */

static void note_edge(struct traits *traits, const struct function *function,
                      const struct edge *edge) {
  switch ((int)edge->op) {
  case OPERATION_SPAWN:
    traits->threads = true;
    break;
  case OPERATION_WAIT:
    traits->waits = true;
    break;
  case OPERATION_CALL:
    traits->loops |= edge->call.callee == function;
    break;
  case OPERATION_NONDET:
    traits->wide_choices |= edge->nondet.source != NONDET_UNINITIALISED &&
                            function->registers[edge->nondet.target].width > NARROW;
    break;
  default:
    break;
  }
}

static void note_function(struct traits *traits, const struct function *function) {
  if (!function->locations)
    return;
  struct arena *arena = arena_create();
  const struct loops *loops = loops_create(arena, function);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    note_edge(traits, function, &function->edges[i]);
    traits->loops |= loops->too_deep || loops_is_back_edge(loops, &function->edges[i]);
  }
  for (uint32_t i = 0; i < function->register_count; i++)
    traits->floats |= function->registers[i].is_float;
  arena_destroy(arena);
}

struct traits traits_find(const struct program *program) {
  struct traits traits = {.unordered = program->orders.unordered};
  for (uint32_t i = 0; i < program->function_count; i++)
    note_function(&traits, program->functions[i]);
  return traits;
}
