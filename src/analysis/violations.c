/* SPDX-License-Identifier: Apache-2.0 */
/* Reachability over the automata. A condition that is never true is not passed, nor is a call of a
 * function that never returns. Every function counts as called. */
#include "analysis/violations.h"

#include "base/memory.h"
#include "base/vector.h"

struct violation_search {
  const struct program *program;
  bool *returns; /* per function: some execution of it may come back */
  property_set possible;
  bool creates_threads;
  VECTOR(uint32_t) stack;
};

static bool can_be_passed(const struct violation_search *search, const struct edge *edge) {
  if (edge->op == OPERATION_ASSUME)
    return !term_is_false(edge->assume.condition);
  if (edge->op == OPERATION_CHECK)
    return !(edge->check.fatal && term_is_false(edge->check.condition));
  if (edge->op == OPERATION_CALL)
    return !edge->call.callee || search->returns[edge->call.callee->number];
  return !operation_is(edge->op, IS_LAST);
}

static void note(struct violation_search *search, const struct edge *edge) {
  search->creates_threads |= edge->op == OPERATION_SPAWN || edge->op == OPERATION_UNSUPPORTED;
  if (edge->op != OPERATION_CHECK || !term_is_true(edge->check.condition))
    search->possible |= edge_violates(edge);
}

/* Goes through what can be reached in the function. True: an execution of it may come back. */
static bool explore(struct violation_search *search, const struct function *function) {
  bool *seen = memory_allocate_zeroed(function->location_count), returns = false;
  search->stack.count = 0;
  seen[function->entry] = true;
  vector_push(&search->stack, function->entry);
  while (search->stack.count) {
    const struct location *location =
        &function->locations[search->stack.items[--search->stack.count]];
    for (uint32_t i = 0; i < location->edge_count; i++) {
      const struct edge *edge = &function->edges[location->first_edge + i];
      note(search, edge);
      returns |= edge->op == OPERATION_RETURN;
      if (edge->op == OPERATION_RETURN || !can_be_passed(search, edge) || seen[edge->to])
        continue;
      seen[edge->to] = true;
      vector_push(&search->stack, edge->to);
    }
  }
  memory_release(seen);
  return returns;
}

/* What the functions can violate if these return, and maybe more of them. */
static bool explore_all(struct violation_search *search) {
  bool changed = false;
  search->possible = 0;
  search->creates_threads = false;
  for (uint32_t i = 0; i < search->program->function_count; i++) {
    const struct function *function = search->program->functions[i];
    bool returns = true;
    if (function->locations)
      returns = explore(search, function);
    else
      search->possible = ALL_PROPERTIES;
    changed |= returns && !search->returns[i];
    search->returns[i] |= returns;
  }
  return changed;
}

property_set violations_possible(const struct program *program, property_set properties) {
  struct violation_search search = {.program = program,
                                    .returns = memory_allocate_zeroed(program->function_count)};
  while (explore_all(&search))
    ;
  memory_release(search.returns);
  vector_release(&search.stack);
  if (!search.creates_threads) /* a race takes two */
    search.possible &= ~PROPERTY_BIT(PROPERTY_RACE);
  return search.possible & properties;
}
