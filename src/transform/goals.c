/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the locations of interest, and copies the functions with checks in front of them.
 *
 * An assertion is a branch with one side that leads to a failing call: of __assert_fail, abort,
 * reach_error, or of a function of the user that leads there without a branch, such as die.
 * Reaching the branch counts. A function that tests a condition passed to it counts when it is
 * called. */
#include "transform/goals.h"

#include "analysis/cancelling.h"
#include "analysis/reuse.h"
#include "base/memory.h"
#include "base/vector.h"
#include "transform/function_edit.h"

#include <string.h>

enum failing { FAILS_NOT, FAILS_ALWAYS, FAILS_BY_CONDITION };

/* What goals_destroy releases. */
struct copied_program {
  struct program program; /* first; in its own arena */
  struct reuse *reuse;
};

struct goal_search {
  const struct program *program;
  enum goal goal;
  enum failing *failing; /* per function */
  bool **marked;         /* per function and location: comes a check before what it does? */
  size_t marks;
};

static bool is_error(const struct edge *edge) {
  return edge->op == OPERATION_CHECK && term_is_false(edge->check.condition) &&
         (edge->check.property == PROPERTY_REACH || edge->check.property == PROPERTY_ABORT);
}

/* Before anything is tested? */
static bool begins_with_error(const struct function *function) {
  uint32_t at = function->entry;
  for (uint32_t steps = 0; steps < function->location_count; steps++) {
    if (function->locations[at].edge_count != 1)
      return false;
    const struct edge *edge = &function->edges[function->locations[at].first_edge];
    if (is_error(edge) || (edge->op == OPERATION_CHECK && edge->check.at_call))
      return true;
    at = edge->to;
  }
  return false;
}

static enum failing classify(const struct function *function) {
  if (!function->locations)
    return FAILS_NOT;
  if (begins_with_error(function) || (function->is_library && !strcmp(function->name, "abort")))
    return FAILS_ALWAYS;
  for (uint32_t i = 0; function->is_library && i < function->edge_count; i++)
    if (is_error(&function->edges[i]))
      return FAILS_BY_CONDITION;
  return FAILS_NOT;
}

static void mark(struct goal_search *search, const struct function *function, uint32_t location) {
  bool *marked = search->marked[function->number];
  if (!marked)
    marked = search->marked[function->number] =
        memory_allocate_zeroed(function->location_count * sizeof *marked);
  search->marks += !marked[location];
  marked[location] = true;
}

/* Marks the branches that decide whether a location is reached; false: there are none, so that
 * every caller of the function reaches it. */
static bool mark_branches(struct goal_search *search, const struct function *function,
                          uint32_t location) {
  bool *seen = memory_allocate_zeroed(function->location_count), is_decided = true;
  VECTOR(uint32_t) stack = {0};
  vector_push(&stack, location);
  seen[location] = true;
  while (stack.count) {
    uint32_t at = stack.items[--stack.count];
    is_decided &= at != function->entry;
    for (uint32_t i = 0; i < function->edge_count; i++) {
      const struct edge *edge = &function->edges[i];
      if (edge->to != at || seen[edge->from])
        continue;
      seen[edge->from] = true;
      if (function->locations[edge->from].edge_count > 1)
        mark(search, function, edge->from);
      else
        vector_push(&stack, edge->from);
    }
  }
  vector_release(&stack);
  memory_release(seen);
  return is_decided;
}

/* True: the function turned out to fail whenever it is called. */
static bool note_failing_calls(struct goal_search *search, const struct function *function) {
  bool always = false;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    enum failing failing = edge->op == OPERATION_CALL && edge->call.callee
                               ? search->failing[edge->call.callee->number]
                               : FAILS_NOT;
    if (failing == FAILS_BY_CONDITION)
      mark(search, function, edge->from);
    else if (failing == FAILS_ALWAYS)
      always |= !mark_branches(search, function, edge->from);
  }
  return always && search->failing[function->number] == FAILS_NOT;
}

static void find_assertions(struct goal_search *search) {
  const struct program *program = search->program;
  for (uint32_t i = 0; i < program->function_count; i++)
    search->failing[i] = classify(program->functions[i]);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < program->function_count; i++) {
      const struct function *function = program->functions[i];
      if (function->is_library || !function->locations || !note_failing_calls(search, function))
        continue;
      search->failing[i] = FAILS_ALWAYS;
      changed = true;
    }
  }
}

static void find_operations(struct goal_search *search, enum operation op) {
  for (uint32_t i = 0; i < search->program->function_count; i++) {
    const struct function *function = search->program->functions[i];
    for (uint32_t k = 0; k < function->edge_count; k++)
      if (function->edges[k].op == op)
        mark(search, function, function->edges[k].from);
  }
}

/* What has to hold where the goal is not reached yet. */
static const struct term *condition_at(const struct goal_search *search, const struct edge *edge) {
  struct terms *terms = search->program->terms;
  if (edge->op != OPERATION_EXIT)
    return term_constant(terms, 1, 0);
  const struct term *status = term_resize(terms, 8, edge->exit.code);
  const struct term *is_zero = term_apply(terms, OP_EQ, status, term_constant(terms, 8, 0), NULL);
  return term_apply(terms, OP_XOR, is_zero, term_constant(terms, 1, 1), NULL);
}

/* Puts a check before every marked location of a copy of the function. */
static void copy_body(const struct goal_search *search, struct arena *arena,
                      const struct function *from, struct function *to) {
  const bool *marked = search->marked[from->number];
  struct function_edit edit;
  function_edit_begin(&edit, arena, from);
  for (uint32_t i = 0; marked && i < from->location_count; i++) {
    if (!marked[i])
      continue;
    const struct edge *first = &from->edges[from->locations[i].first_edge];
    function_edit_insert_before(&edit, i,
                                (struct edge){.op = OPERATION_CHECK,
                                              .at = first->at,
                                              .check = {.condition = condition_at(search, first),
                                                        .property = PROPERTY_REACH,
                                                        .message = "the goal is reached"}});
  }
  function_edit_finish(&edit, to);
}

static const struct function *copy_of(const struct program *asked,
                                      const struct function *original) {
  return original ? asked->functions[original->number] : NULL;
}

static void refer_to_copies(const struct program *asked, struct edge *edge) {
  if (edge->op == OPERATION_CALL)
    edge->call.callee = copy_of(asked, edge->call.callee);
  else if (edge->op == OPERATION_WAIT)
    edge->wait.condition = copy_of(asked, edge->wait.condition);
}

static struct program *copy_program(const struct goal_search *search) {
  const struct program *program = search->program;
  struct arena *arena = arena_create();
  struct copied_program *copied = arena_allocate(arena, sizeof *copied);
  *copied = (struct copied_program){.program = *program};
  struct program *asked = &copied->program;
  struct function **functions = arena_allocate(arena, program->function_count * sizeof *functions);
  struct object *objects =
      arena_copy(arena, program->objects, program->object_count * sizeof *objects);
  asked->arena = arena;
  asked->functions = functions;
  asked->objects = objects;
  for (uint32_t i = 0; i < program->function_count; i++) {
    functions[i] = arena_copy(arena, program->functions[i], sizeof **functions);
    if (functions[i]->locations)
      copy_body(search, arena, program->functions[i], functions[i]);
  }
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t k = 0; k < functions[i]->edge_count; k++)
      refer_to_copies(asked, (struct edge *)(uintptr_t)&functions[i]->edges[k]);
  for (uint32_t i = 0; i < program->object_count; i++)
    objects[i].function = copy_of(asked, objects[i].function);
  if (program->opaque)
    asked->opaque = objects + (program->opaque - program->objects);
  asked->start = copy_of(asked, program->start);
  asked->cancelling = NULL;
  cancelling_find(asked);
  if (program->reuse)
    asked->reuse = copied->reuse = stale_addresses_create(asked, program->reuse->kinds);
  program_validate(asked);
  return asked;
}

static struct goal_search find_goal(const struct program *program, enum goal goal) {
  struct goal_search search = {
      .program = program,
      .goal = goal,
      .failing = memory_allocate_zeroed(program->function_count * sizeof *search.failing),
      .marked = memory_allocate_zeroed(program->function_count * sizeof *search.marked)};
  if (goal == GOAL_ASSERTION)
    find_assertions(&search);
  else
    find_operations(&search, goal == GOAL_THREAD ? OPERATION_SPAWN : OPERATION_EXIT);
  return search;
}

static void release_search(struct goal_search *search) {
  for (uint32_t i = 0; i < search->program->function_count; i++)
    memory_release(search->marked[i]);
  memory_release(search->marked);
  memory_release(search->failing);
}

struct program *goals_ask(const struct program *program, enum goal goal) {
  struct goal_search search = find_goal(program, goal);
  struct program *asked = search.marks ? copy_program(&search) : NULL;
  release_search(&search);
  return asked;
}

void goals_find_edges(const struct program *program, enum goal goal, struct map *edges) {
  struct goal_search search = find_goal(program, goal);
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    for (uint32_t k = 0; search.marked[i] && k < function->edge_count; k++)
      if (search.marked[i][function->edges[k].from])
        map_set(edges, (uint64_t)(uintptr_t)&function->edges[k], 1);
  }
  release_search(&search);
}

void goals_destroy(struct program *asked) {
  if (!asked)
    return;
  stale_addresses_destroy(((struct copied_program *)asked)->reuse);
  arena_destroy(asked->arena);
}
