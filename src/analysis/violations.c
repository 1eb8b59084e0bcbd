/* SPDX-License-Identifier: Apache-2.0 */
/* Reachability over the automata. A condition that is never true is not passed, nor is a call of a
 * function that never returns. Every function counts as called. */
#include "analysis/violations.h"

#include "base/memory.h"
#include "base/vector.h"

struct violation_search {
  const struct program *program;
  property_set properties;
  bool *returns; /* per function: some execution of it may come back */
  VECTOR(uint32_t) stack;
};

static bool can_be_passed(const struct violation_search *search, const struct edge *edge) {
  switch (edge->op) {
  case OPERATION_ASSUME:
    return !term_is_false(edge->assume.condition);
  case OPERATION_CHECK:
    return !(edge->check.fatal && term_is_false(edge->check.condition));
  case OPERATION_CALL:
    return !edge->call.callee || search->returns[edge->call.callee->number];
  case OPERATION_FINISH:
  case OPERATION_EXIT:
  case OPERATION_LONGJMP:
  case OPERATION_UNSUPPORTED:
    return false;
  case OPERATION_SKIP:
  case OPERATION_ASSIGN:
  case OPERATION_NONDET:
  case OPERATION_RETURN:
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_RMW:
  case OPERATION_CAS:
  case OPERATION_FENCE:
  case OPERATION_ALLOCATE:
  case OPERATION_FREE:
  case OPERATION_BLOCK_SIZE:
  case OPERATION_COPY:
  case OPERATION_FILL:
  case OPERATION_SPAWN:
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_ATOMIC_BEGIN:
  case OPERATION_ATOMIC_END:
  case OPERATION_WAIT:
  case OPERATION_HOLD:
  case OPERATION_SETJMP:
  case OPERATION_PRINT:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
  case OPERATION_COUNT:
    break;
  }
  return true;
}

static bool can_fail(const struct violation_search *search, const struct edge *edge) {
  if (edge->op == OPERATION_UNSUPPORTED)
    return true;
  return edge->op == OPERATION_CHECK && property_in(edge->check.property, search->properties) &&
         !term_is_true(edge->check.condition);
}

/* Goes through what can be reached in the function. */
static void explore(struct violation_search *search, const struct function *function, bool *returns,
                    bool *fails) {
  bool *seen = memory_allocate_zeroed(function->location_count);
  *returns = *fails = false;
  search->stack.count = 0;
  seen[function->entry] = true;
  vector_push(&search->stack, function->entry);
  while (search->stack.count) {
    const struct location *location =
        &function->locations[search->stack.items[--search->stack.count]];
    for (uint32_t i = 0; i < location->edge_count; i++) {
      const struct edge *edge = &function->edges[location->first_edge + i];
      *fails |= can_fail(search, edge);
      *returns |= edge->op == OPERATION_RETURN;
      if (edge->op == OPERATION_RETURN || !can_be_passed(search, edge) || seen[edge->to])
        continue;
      seen[edge->to] = true;
      vector_push(&search->stack, edge->to);
    }
  }
  memory_release(seen);
}

static void find_returning(struct violation_search *search) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < search->program->function_count; i++) {
      const struct function *function = search->program->functions[i];
      bool returns = true, fails;
      if (search->returns[i])
        continue;
      if (function->locations)
        explore(search, function, &returns, &fails);
      search->returns[i] = returns;
      changed |= returns;
    }
  }
}

bool violations_are_possible(const struct program *program, property_set properties) {
  static const enum property checked[] = {PROPERTY_REACH, PROPERTY_SPEC,     PROPERTY_ABORT,
                                          PROPERTY_LOCK,  PROPERTY_OVERFLOW, PROPERTY_DIVISION};
  property_set others = properties;
  for (size_t i = 0; i < sizeof checked / sizeof *checked; i++)
    others &= ~((property_set)1 << checked[i]);
  if (others) /* they are no checks */
    return true;
  struct violation_search search = {.program = program,
                                    .properties = properties,
                                    .returns = memory_allocate_zeroed(program->function_count)};
  find_returning(&search);
  bool possible = false;
  for (uint32_t i = 0; i < program->function_count && !possible; i++) {
    bool returns, fails = !program->functions[i]->locations;
    if (!fails)
      explore(&search, program->functions[i], &returns, &fails);
    possible = fails;
  }
  memory_release(search.returns);
  vector_release(&search.stack);
  return possible;
}
