/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises loops that only count. The locations of such a loop form a sequence with one branch,
 * which stays or leaves. All other operations are assignments and checks. The branch compares a
 * register that changes by the same constant in every iteration (the counter, plus a constant) with
 * a value that does not change.
 *
 *     head: before …  branch: [d < bound] after … → head
 *                             [bound <= d] → behind
 *
 * The number of iterations is then a term over the registers at the head, under the condition that
 * the counter does not run past the end of its range. Otherwise it wraps around, and the loop may
 * never end. Where the condition is not certain, the loop stays as an alternative. Registers that
 * change by a constant, and registers computed from them, have a closed form. So the edges that
 * lead to the head from outside now lead to
 *
 *     [condition] registers := those after all iterations; before … → behind
 *
 * A check is allowed if it does not depend on the iteration and is also made on the way out, or if
 * it asks whether the next step of the counter overflows, which it cannot in any iteration but the
 * last. */
#include "analysis/delays.h"

#include "analysis/delay.h"
#include "analysis/liveness.h"
#include "base/memory.h"

#include <string.h>

static uint32_t add_location(struct delay_draft *draft) {
  vector_push(&draft->locations, (struct location){.first_edge = (uint32_t)draft->edges.count});
  vector_push(&draft->is_done, false);
  return (uint32_t)draft->locations.count - 1;
}

/* To the location that was added last. Its target may be changed until the next is added. */
static void add_edge(struct delay_draft *draft, struct edge edge) {
  edge.from = (uint32_t)draft->locations.count - 1;
  vector_last(&draft->locations).edge_count++;
  vector_push(&draft->edges, edge);
}

static void add_assumption(struct delay_draft *draft, struct position at,
                           const struct term *condition, uint32_t to) {
  add_edge(draft,
           (struct edge){
               .op = OPERATION_ASSUME, .to = to, .at = at, .assume = {.condition = condition}});
}

/* The way that takes the place of the loop; returns where it begins. */
static uint32_t add_jump(struct delay_draft *draft, const struct delay_cycle *cycle,
                         const struct delay_count *count, const struct delay_assignments *last) {
  struct position at = draft->edges.items[cycle->onward].at;
  uint32_t start = add_location(draft);
  if (!term_is_true(count->condition)) {
    add_assumption(draft, at, count->condition, start + 1);
    add_assumption(draft, at, delay_apply(draft, OP_NOT, count->condition, NULL), cycle->head);
    add_location(draft);
  }
  add_edge(draft, (struct edge){.op = OPERATION_ASSIGN,
                                .to = (uint32_t)draft->locations.count,
                                .at = at,
                                .assign = {(uint32_t)last->count,
                                           arena_copy(draft->program->arena, last->items,
                                                      last->count * sizeof *last->items)}});
  for (size_t i = 0; i < cycle->before.count; i++) {
    add_location(draft);
    struct edge edge = draft->edges.items[cycle->before.items[i]];
    edge.to = (uint32_t)draft->locations.count;
    add_edge(draft, edge);
  }
  vector_last(&draft->edges).to = draft->edges.items[cycle->leave].to;
  return start;
}

/* Whoever comes to the head from outside goes to `to` instead, where the jump begins. */
static void redirect(struct delay_draft *draft, const struct delay_cycle *cycle, uint32_t to) {
  for (size_t i = 0; i < draft->edges.count; i++) {
    struct edge *edge = &draft->edges.items[i];
    if (edge->to != cycle->head ||
        (edge->from < cycle->is_inside.count ? cycle->is_inside.items[edge->from]
                                             : edge->from >= to))
      continue;
    edge->to = to;
  }
  if (draft->entry == cycle->head)
    draft->entry = to;
}

static bool jump_over(struct delay_draft *draft, uint32_t head, uint32_t which) {
  struct delay_cycle cycle;
  struct delay_count count = {0};
  struct delay_assignments last = {0};
  bool jumps = delay_find_cycle(draft, &cycle, head, which) &&
               delay_find_count(draft, &cycle, &count) &&
               delay_allow_checks(draft, &cycle, &count) && !term_is_false(count.condition) &&
               delay_find_last(draft, &cycle, &count, &last);
  if (jumps)
    redirect(draft, &cycle, add_jump(draft, &cycle, &count, &last));
  vector_release(&last);
  delay_release_cycle(&cycle);
  return jumps;
}

/* Inner loops first: those around them may become rows. */
static void jump_over_all(struct delay_draft *draft) {
  bool again;
  do {
    again = false;
    for (uint32_t i = 0; i < draft->locations.count; i++)
      if (draft->locations.items[i].loop_head && !draft->is_done.items[i] &&
          (jump_over(draft, i, 0) || jump_over(draft, i, 1)))
        again = draft->is_done.items[i] = draft->is_changed = true;
  } while (again);
}

/* Numbers the locations that can be reached, in their order; returns how many there are. */
static uint32_t number_reached(const struct delay_draft *draft, uint32_t *numbers) {
  struct delay_numbers left = {0};
  uint32_t count = 0;
  memset(numbers, 0, draft->locations.count * sizeof *numbers);
  numbers[draft->entry] = 1;
  vector_push(&left, draft->entry);
  while (left.count) {
    const struct location *location = &draft->locations.items[vector_pop(&left)];
    for (uint32_t i = 0; i < location->edge_count; i++) {
      uint32_t to = draft->edges.items[location->first_edge + i].to;
      if (!numbers[to])
        vector_push(&left, to);
      numbers[to] = 1;
    }
  }
  vector_release(&left);
  for (size_t i = 0; i < draft->locations.count; i++)
    numbers[i] = numbers[i] ? count++ : UINT32_MAX;
  return count;
}

static void keep_reached(const struct delay_draft *draft, struct function *function) {
  uint32_t *numbers = memory_allocate((draft->locations.count + 1) * sizeof *numbers);
  uint32_t count = number_reached(draft, numbers), edge_count = 0;
  struct arena *arena = draft->program->arena;
  struct location *locations = arena_allocate(arena, count * sizeof *locations);
  struct edge *edges = arena_allocate(arena, draft->edges.count * sizeof *edges);
  for (size_t i = 0; i < draft->locations.count; i++) {
    const struct location *from = &draft->locations.items[i];
    if (numbers[i] == UINT32_MAX)
      continue;
    locations[numbers[i]] = (struct location){edge_count, from->edge_count, from->loop_head};
    for (uint32_t j = 0; j < from->edge_count; j++) {
      edges[edge_count] = draft->edges.items[from->first_edge + j];
      edges[edge_count].from = numbers[edges[edge_count].from];
      edges[edge_count].to = numbers[edges[edge_count].to];
      edge_count++;
    }
  }
  function->locations = locations;
  function->edges = edges;
  function->location_count = count;
  function->edge_count = edge_count;
  function->entry = numbers[draft->entry];
  memory_release(numbers);
}

static bool has_loop(const struct function *function) {
  for (uint32_t i = 0; function->locations && i < function->location_count; i++)
    if (function->locations[i].loop_head)
      return true;
  return false;
}

static bool change_function(struct program *program, struct function *function,
                            struct liveness **liveness) {
  struct delay_draft draft = {.program = program,
                              .terms = program->terms,
                              .function = function,
                              .liveness = liveness,
                              .entry = function->entry};
  for (uint32_t i = 0; i < function->location_count; i++) {
    vector_push(&draft.locations, function->locations[i]);
    vector_push(&draft.is_done, false);
  }
  for (uint32_t i = 0; i < function->edge_count; i++)
    vector_push(&draft.edges, function->edges[i]);
  jump_over_all(&draft);
  if (draft.is_changed)
    keep_reached(&draft, function);
  vector_release(&draft.locations);
  vector_release(&draft.is_done);
  vector_release(&draft.edges);
  return draft.is_changed;
}

void delays_jump(struct program *program) {
  struct liveness *liveness = NULL;
  bool is_changed = false;
  for (uint32_t i = 0; i < program->function_count; i++)
    if (has_loop(program->functions[i]))
      is_changed |= change_function(program, program->functions[i], &liveness);
  liveness_destroy(liveness);
  if (is_changed)
    program_validate(program);
}
