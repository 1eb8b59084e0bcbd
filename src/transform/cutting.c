/* SPDX-License-Identifier: Apache-2.0 */
/* A check in a function of the user is one obligation. What a library function checks is told at
 * the calls that lead there, and may go only if every place of the property is proven. But a call
 * of a function that fails at once, such as that of a failed assertion, is never executed if its
 * own place is proven. */
#include "transform/cutting.h"

#include "base/memory.h"
#include "program/access.h"

#include <string.h>

/* An edge of the user, and a property that it would violate. */
static bool is_proven_at(const struct cutting *cutting, const struct function *function,
                         const struct edge *edge, enum property property) {
  if (property_in(property, cutting->whole))
    return true;
  if (function->is_library)
    return false;
  uint32_t number = obligations_of_edge(cutting->obligations, property, function, edge);
  return number != NO_OBLIGATION && obligations_at(cutting->obligations, number)->at.line &&
         cutting->is_proven[number];
}

/* The check with which a function begins that always fails, like __assert_fail; or NULL. */
static const struct edge *first_failure(const struct function *function) {
  if (!function || !function->locations)
    return NULL;
  const struct location *entry = &function->locations[function->entry];
  const struct edge *first = &function->edges[entry->first_edge];
  bool fails = entry->edge_count == 1 && first->op == OPERATION_CHECK &&
               term_is_false(first->check.condition);
  return fails ? first : NULL;
}

/* Is the edge never executed, since it would violate a property there? */
static bool is_never_executed(const struct cutting *cutting, const struct function *function,
                              const struct edge *edge) {
  if (edge->op == OPERATION_UNSUPPORTED)
    return cutting->whole >> NOT_MODELLED & 1;
  const struct edge *failure = edge->op == OPERATION_CALL ? first_failure(edge->call.callee) : NULL;
  return failure && is_proven_at(cutting, function, edge, failure->check.property);
}

static bool never_fails(const struct cutting *cutting, const struct function *function,
                        const struct edge *edge) {
  return edge->op == OPERATION_CHECK &&
         (property_in(edge->check.property, cutting->whole) ||
          (!edge->check.at_call && is_proven_at(cutting, function, edge, edge->check.property)));
}

/* A function whose edges are being cut. */
struct cut_function {
  const struct program *program;
  struct function *function;
  struct edge *edges; /* NULL: those of the function, until one changes */
  struct cutting *cutting;
};

/* An edge of the function, to be changed. */
static struct edge *edge_of(struct cut_function *cut, uint32_t number) {
  struct function *function = cut->function;
  if (!cut->edges) {
    cut->edges =
        arena_copy(cut->program->arena, function->edges, function->edge_count * sizeof *cut->edges);
    function->edges = cut->edges;
  }
  return &cut->edges[number];
}

/* Is the memory certainly there? An access of the user by name has no obligation of its own. */
static bool is_valid(const struct cutting *cutting, const struct function *function,
                     const struct edge *edge) {
  if (function->is_library || !edge->at.line)
    return property_in(PROPERTY_MEMORY, cutting->whole);
  uint32_t number = obligations_of_edge(cutting->obligations, PROPERTY_MEMORY, function, edge);
  bool is_by_name =
      number == NO_OBLIGATION || !obligations_at(cutting->obligations, number)->at.line;
  return is_by_name || is_proven_at(cutting, function, edge, PROPERTY_MEMORY);
}

/* Is it a plain access that is proven to be in no race? The end of a slot or of a thread races with
 * nothing, so the memory must be there as well. */
static bool is_raceless(const struct cutting *cutting, const struct function *function,
                        const struct edge *edge) {
  struct edge_access access;
  return edge_value_access(edge, &access) && !access_is_atomic(&access) &&
         is_proven_at(cutting, function, edge, PROPERTY_RACE) && is_valid(cutting, function, edge);
}

/* The edge becomes a step without effect, or the end of an execution. */
static void cut(struct cut_function *cut, uint32_t number, bool is_end) {
  struct edge *edge = edge_of(cut, number);
  edge->op = is_end ? OPERATION_ASSUME : OPERATION_SKIP;
  if (is_end)
    edge->assume.condition = term_constant(cut->program->terms, 1, 0);
  cut->cutting->edges++;
}

static bool is_end(const struct edge *edge) {
  return edge->op == OPERATION_ASSUME && term_is_false(edge->assume.condition);
}

/* Do all edges that start here end the execution? */
static bool is_never_reached(const struct function *function, uint32_t number) {
  const struct location *location = &function->locations[number];
  for (uint32_t i = 0; i < location->edge_count; i++)
    if (!is_end(&function->edges[location->first_edge + i]))
      return false;
  return location->edge_count > 0;
}

static bool are_complementary(const struct program *program, const struct term *a,
                              const struct term *b) {
  return term_apply(program->terms, OP_NOT, a, NULL, NULL) == b ||
         term_apply(program->terms, OP_NOT, b, NULL, NULL) == a;
}

/* Steps without effect on others that lead to what is never reached are never taken. The other edge
 * of a branch is then always taken, and its condition not needed. */
static bool cut_branch(struct cut_function *all, uint32_t number) {
  const struct edge *edge = &all->function->edges[number];
  bool is_local =
      edge->op == OPERATION_ASSUME || edge->op == OPERATION_ASSIGN || edge->op == OPERATION_SKIP;
  if (!is_local || is_end(edge) || !is_never_reached(all->function, edge->to))
    return false;
  const struct location *from = &all->function->locations[edge->from];
  uint32_t other = 2 * from->first_edge + 1 - number;
  bool is_branch = from->edge_count == 2 && edge->op == OPERATION_ASSUME &&
                   all->function->edges[other].op == OPERATION_ASSUME &&
                   are_complementary(all->program, edge->assume.condition,
                                     all->function->edges[other].assume.condition);
  cut(all, number, true);
  if (is_branch)
    cut(all, other, false);
  return true;
}

static void cut_function(struct cut_function *all) {
  const struct function *function = all->function;
  bool changed = false;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    bool is_never = is_never_executed(all->cutting, function, &function->edges[i]);
    if (is_never || never_fails(all->cutting, function, &function->edges[i]))
      cut(all, i, is_never);
    else if (is_raceless(all->cutting, function, &function->edges[i])) {
      edge_of(all, i)->never_races = true;
      all->cutting->raceless++;
    }
    changed |= is_never;
  }
  while (changed) {
    changed = false;
    for (uint32_t i = 0; i < function->edge_count; i++)
      changed |= cut_branch(all, i);
  }
}

void cutting_run(const struct program *program, struct cutting *cutting) {
  cutting->edges = cutting->raceless = 0;
  for (uint32_t i = 0; i < program->function_count; i++)
    cut_function(&(struct cut_function){
        .program = program, .function = program->functions[i], .cutting = cutting});
}
