/* SPDX-License-Identifier: Apache-2.0 */
/* The units of a program: a routine for each function that threads begin with, the functions of C
 * that they call, and the number of threads that run each routine. */
#include "sequentialize/flat.h"

struct flat_unit *flat_routine(struct sequentializer *s, const struct function *function,
                               const struct function *start) {
  for (size_t i = 0; i < s->routines.count; i++)
    if (s->routines.items[i]->function == function && s->routines.items[i]->start == start)
      return s->routines.items[i];
  struct flat_unit *unit = flat_create(s, function, start, false);
  if (!s->refusal.length)
    flat_interrupt_loops(s, unit);
  unit->number = (uint32_t)s->routines.count;
  vector_push(&s->routines, unit);
  return unit;
}

struct flat_unit *flat_function(struct sequentializer *s, const struct function *function) {
  uint64_t index;
  if (map_get(&s->function_units, function->number, &index))
    return s->functions.items[index];
  struct flat_unit *unit = flat_create(s, function, NULL, true);
  unit->is_single = true;
  map_set(&s->function_units, function->number, s->functions.count);
  vector_push(&s->functions, unit);
  return unit;
}

static const struct edge *spawn_of(const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_SPAWN ? node->edge : NULL;
}

struct flat_unit *flat_created(struct sequentializer *s, const struct flat_node *node) {
  const struct edge *edge = spawn_of(node);
  if (!edge)
    return NULL;
  const struct term *function = flat_term(s, node->instance, edge->spawn.function);
  const struct term *start = flat_term(s, node->instance, edge->spawn.arguments[0]);
  const struct function *run =
      term_is_constant(function) ? program_function_at(s->program, function->value) : NULL;
  if (!run || run->parameter_count != 3 || !run->locations) {
    flat_refuse(s, edge->at, "a thread with a start function that is not known");
    return NULL;
  }
  return flat_routine(
      s, run, term_is_constant(start) ? program_function_at(s->program, start->value) : NULL);
}

/* Which functions of C the nodes of a unit call. */
static void find_functions(struct sequentializer *s, const struct flat_unit *unit) {
  for (size_t i = 0; i < unit->nodes.count && !s->refusal.length; i++) {
    const struct flat_node *node = &unit->nodes.items[i];
    if (node->kind == FLAT_CALL)
      flat_function(s, node->function);
    else if (node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT)
      flat_function(s, node->edge->wait.condition);
    s->needs.heap_size |= node->kind == FLAT_EDGE && node->edge->op == OPERATION_BLOCK_SIZE;
    s->needs.running |= unit->is_plain && node->kind == FLAT_EDGE &&
                        (node->edge->op == OPERATION_SELF || node->edge->op == OPERATION_ALONE);
  }
}

void flat_find_units(struct sequentializer *s) {
  const struct flat_unit *main = flat_routine(s, s->program->start, NULL);
  for (size_t i = 0; i < main->nodes.count && !s->refusal.length; i++)
    s->facts.main_finishes |= main->nodes.items[i].kind == FLAT_END ||
                              (main->nodes.items[i].kind == FLAT_EDGE &&
                               main->nodes.items[i].edge->op == OPERATION_FINISH);
  for (size_t i = 0; i < s->routines.count && !s->refusal.length; i++) {
    const struct flat_unit *unit = s->routines.items[i];
    for (size_t k = 0; k < unit->nodes.count && !s->refusal.length; k++)
      flat_created(s, &unit->nodes.items[k]);
    find_functions(s, unit);
  }
  for (size_t i = 0; i < s->functions.count && !s->refusal.length; i++)
    find_functions(s, s->functions.items[i]);
}

/* Notes that threads of the routine, and those that they create, may exist from a node of main's
 * on. */
static void note_existing(struct sequentializer *s, struct flat_unit *unit, uint32_t node) {
  const struct flat_unit *main = s->routines.items[0];
  if (unit->exists[node])
    return;
  bool *seen = flow_reach(main, node, false);
  for (size_t i = 0; i < main->nodes.count; i++)
    unit->exists[i] |= seen[i] || i == node;
  memory_release(seen);
  for (size_t i = 0; i < unit->nodes.count; i++) {
    struct flat_unit *created = flat_created(s, &unit->nodes.items[i]);
    if (created)
      note_existing(s, created, node);
  }
}

static void find_existing(struct sequentializer *s) {
  const struct flat_unit *main = s->routines.items[0];
  for (size_t i = 1; i < s->routines.count; i++)
    s->routines.items[i]->exists = arena_allocate(s->arena, main->nodes.count + 1);
  for (size_t i = 0; i < main->nodes.count; i++) {
    struct flat_unit *created = flat_created(s, &main->nodes.items[i]);
    for (uint32_t k = 0; created && k < main->nodes.items[i].successor_count; k++)
      note_existing(s, created, main->nodes.items[i].successors[k]);
  }
}

void flat_count_threads(struct sequentializer *s) {
  s->routines.items[0]->is_single = true;
  s->routines.items[0]->thread_count = 1;
  for (size_t i = 0; i < s->routines.count; i++)
    for (size_t k = 0; k < s->routines.items[i]->nodes.count; k++) {
      struct flat_unit *creator = s->routines.items[i];
      if (!spawn_of(&creator->nodes.items[k]))
        continue;
      struct flat_unit *unit = flat_created(s, &creator->nodes.items[k]);
      unit->is_bounded |= i > 0 || flow_repeats(creator, (uint32_t)k);
      unit->thread_count++;
    }
  for (size_t i = 0; i < s->routines.count; i++) {
    struct flat_unit *unit = s->routines.items[i];
    if (unit->is_bounded)
      unit->thread_count = s->options->max_threads;
    unit->is_single = unit->thread_count == 1 && !unit->is_bounded;
    unit->first_thread = s->thread_total;
    s->thread_total += unit->thread_count;
  }
  find_existing(s);
}
