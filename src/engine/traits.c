/* SPDX-License-Identifier: Apache-2.0 */
/* Visits the automata that can be reached from the start of the program. Assumptions that are
 * false are not passed: library models ask the front end questions with constant answers. After an
 * indirect call or the creation of a thread, every user function counts as called. */
#include "engine/traits.h"

#include "analysis/loops.h"
#include "base/memory.h"
#include "program/paths.h"

enum {
  NARROW = 2,  /* bits */
  SEVERAL = 3, /* threads that are alike */
};

static void note_edge(struct traits *traits, const struct function *function,
                      const struct edge *edge) {
  enum operation op = edge->op;
  if (op == OPERATION_SPAWN) {
    traits->threads = true;
  } else if (op == OPERATION_WAIT) {
    traits->waits = true;
  } else if (op == OPERATION_CALL) {
    traits->loops |= edge->call.callee == function;
  } else if (op == OPERATION_NONDET) {
    traits->wide_choices |= edge->nondet.source != NONDET_UNINITIALISED &&
                            edge->nondet.source != NONDET_LAYOUT &&
                            function->registers[edge->nondet.target].width > NARROW;
  }
}

struct traits_walk {
  const struct program *program;
  struct traits *traits;
  bool *is_called;       /* by number of a function */
  bool calls_everything; /* an indirect call was met */
};

static void note_call(struct traits_walk *walk, const struct edge *edge) {
  if (edge->op == OPERATION_CALL && edge->call.callee)
    walk->is_called[edge->call.callee->number] = true;
  walk->calls_everything |=
      edge->op == OPERATION_SPAWN || (edge->op == OPERATION_CALL && !edge->call.callee);
}

static bool may_be_taken(const struct edge *edge, void *context) {
  (void)context;
  return edge->op != OPERATION_ASSUME || !term_is_false(edge->assume.condition);
}

static void note_function(struct traits_walk *walk, const struct function *function) {
  if (!function->locations)
    return;
  struct arena *arena = arena_create();
  const struct loops *loops = loops_create(arena, function);
  bool *reached = paths_from(function, function->entry, may_be_taken, NULL);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (!reached[edge->from] || !may_be_taken(edge, NULL))
      continue;
    note_edge(walk->traits, function, edge);
    note_call(walk, edge);
    walk->traits->loops |= loops->too_deep || loops_is_back_edge(loops, edge);
  }
  for (uint32_t i = 0; i < function->register_count; i++)
    walk->traits->floats |= function->registers[i].is_float;
  memory_release(reached);
  arena_destroy(arena);
}

/* Can the edge create a thread, also by calling a function by name? */
static bool may_spawn(const struct program *program, const bool *spawns, const struct edge *edge) {
  return edge->op == OPERATION_SPAWN ||
         (edge->op == OPERATION_CALL && edge->call.callee && edge->call.callee != program->start &&
          spawns[edge->call.callee->number]);
}

/* Finds the called functions that can create a thread. */
static void find_spawners(const struct program *program, const bool *is_called, bool *spawns) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < program->function_count; i++) {
      const struct function *function = program->functions[i];
      for (uint32_t j = 0; is_called[i] && !spawns[i] && j < function->edge_count; j++)
        changed |= spawns[i] = may_spawn(program, spawns, &function->edges[j]);
    }
  }
}

static bool spawns_in_loop(const struct program *program, const bool *spawns,
                           const struct function *function) {
  struct arena *arena = arena_create();
  const struct loops *loops = loops_create(arena, function);
  bool found = false;
  for (uint32_t i = 0; i < function->location_count && !found; i++) {
    const struct location *location = &function->locations[i];
    for (uint32_t j = 0; loops->locations[i].depth && j < location->edge_count; j++)
      found |= may_spawn(program, spawns, &function->edges[location->first_edge + j]);
  }
  arena_destroy(arena);
  return found;
}

/* Does the edge create a thread with a known function and argument? */
static bool is_creation(const bool *spawns, const struct edge *edge) {
  if (edge->op != OPERATION_CALL || !edge->call.callee || !edge->call.callee->is_library ||
      !spawns[edge->call.callee->number] || edge->call.argument_count < 2)
    return false;
  for (uint32_t i = 1; i < edge->call.argument_count;
       i++) /* the first one is for the thread's id */
    if (!term_is_constant(edge->call.arguments[i]))
      return false;
  return true;
}

static bool are_alike(const struct edge *a, const struct edge *b) {
  bool are = a->call.callee == b->call.callee && a->call.argument_count == b->call.argument_count;
  for (uint32_t i = 1; are && i < a->call.argument_count; i++)
    are = a->call.arguments[i] == b->call.arguments[i];
  return are;
}

/* Counts the calls in the function that create threads like `first` does. A call in a loop counts
 * as several, unless the loop cannot end. */
static size_t count_alike(const struct function *function, const struct loops *loops,
                          const bool *spawns, const struct edge *first) {
  size_t count = 0;
  for (uint32_t i = 0; i < function->location_count; i++) {
    const struct location *location = &function->locations[i];
    for (uint32_t j = 0; j < location->edge_count; j++) {
      const struct edge *edge = &function->edges[location->first_edge + j];
      if (is_creation(spawns, edge) && are_alike(first, edge) && loops->locations[i].can_return)
        count += loops->locations[i].depth ? SEVERAL : 1;
    }
  }
  return count;
}

static bool creates_alike_threads(const bool *spawns, const struct function *function) {
  struct arena *arena = arena_create();
  const struct loops *loops = loops_create(arena, function);
  bool found = false;
  for (uint32_t i = 0; i < function->edge_count && !found; i++)
    found = is_creation(spawns, &function->edges[i]) &&
            count_alike(function, loops, spawns, &function->edges[i]) >= SEVERAL;
  arena_destroy(arena);
  return found;
}

static void note_creations(struct traits *traits, const struct program *program,
                           const bool *is_called) {
  bool *spawns = memory_allocate_zeroed(program->function_count + 1);
  find_spawners(program, is_called, spawns);
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    if (!spawns[i])
      continue;
    traits->unbounded_threads |= spawns_in_loop(program, spawns, function);
    traits->alike_threads |= !function->is_library && creates_alike_threads(spawns, function);
  }
  memory_release(spawns);
}

struct traits traits_find(const struct program *program) {
  struct traits traits = {.unordered = program->orders.unordered};
  bool *is_noted = memory_allocate_zeroed(program->function_count + 1);
  struct traits_walk walk = {program, &traits, memory_allocate_zeroed(program->function_count + 1),
                             false};
  walk.is_called[program->start->number] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < program->function_count; i++) {
      const struct function *function = program->functions[i];
      bool is_called = walk.is_called[i] || (walk.calls_everything && !function->is_library);
      if (!is_called || is_noted[i])
        continue;
      is_noted[i] = changed = true;
      note_function(&walk, function);
    }
  }
  if (traits.threads)
    note_creations(&traits, program, is_noted);
  memory_release(is_noted);
  memory_release(walk.is_called);
  return traits;
}
