/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises loops that only count. The locations of such a loop form a sequence with one branch,
 * which stays or leaves. All other operations are assignments and checks. The branch compares a
 * register that changes by the same constant in every iteration (the counter, plus a constant) with
 * a value that does not change.
 *
 *     head: before …  branch: [d < bound] after … → head
 *                             [bound <= d] → after it
 *
 * The number of iterations is then a term over the registers at the head, under the condition that
 * the counter does not run past the end of its range. Otherwise it wraps around, and the loop may
 * never end. Where the condition is not certain, the loop stays as an alternative. Registers that
 * change by a constant, and registers computed from them, have a closed form. So the edges that
 * lead to the head from outside now lead to
 *
 *     [condition] registers := those after all iterations; before … → after it
 *
 * A check is allowed if it does not depend on the iteration and is also made on the way out, or if
 * it asks whether the next step of the counter overflows, which it cannot in any iteration but the
 * last. */
#include "transform/delays.h"

#include "analysis/liveness.h"
#include "base/memory.h"
#include "transform/delay.h"

#include <string.h>

static uint32_t add_location(struct delay_draft *draft) {
  vector_push(&draft->is_done, false);
  return function_edit_add_location(&draft->edit);
}

static void add_assumption(struct delay_draft *draft, struct position at,
                           const struct term *condition, uint32_t to) {
  function_edit_add_edge(&draft->edit, (struct edge){.op = OPERATION_ASSUME,
                                                     .to = to,
                                                     .at = at,
                                                     .assume = {.condition = condition}});
}

/* Adds the path that replaces the loop; returns the location where it begins. */
static uint32_t add_jump(struct delay_draft *draft, const struct delay_cycle *cycle,
                         const struct delay_count *count, const struct delay_assignments *last) {
  struct position at = draft->edit.edges.items[cycle->onward].at;
  uint32_t start = add_location(draft);
  if (!term_is_true(count->condition)) {
    add_assumption(draft, at, count->condition, start + 1);
    add_assumption(draft, at, delay_apply(draft, OP_NOT, count->condition, NULL), cycle->head);
    add_location(draft);
  }
  function_edit_add_edge(&draft->edit,
                         (struct edge){.op = OPERATION_ASSIGN,
                                       .to = (uint32_t)draft->edit.locations.count,
                                       .at = at,
                                       .assign = {(uint32_t)last->count,
                                                  arena_copy(draft->program->arena, last->items,
                                                             last->count * sizeof *last->items)}});
  for (size_t i = 0; i < cycle->before.count; i++) {
    add_location(draft);
    struct edge edge = draft->edit.edges.items[cycle->before.items[i]];
    edge.to = (uint32_t)draft->edit.locations.count;
    function_edit_add_edge(&draft->edit, edge);
  }
  vector_last(&draft->edit.edges).to = draft->edit.edges.items[cycle->leave].to;
  return start;
}

/* Executions that come to the head from outside go to `to` instead, where the jump begins. */
static void redirect(struct delay_draft *draft, const struct delay_cycle *cycle, uint32_t to) {
  vector_each (edge, &draft->edit.edges) {
    if (edge->to != cycle->head ||
        (edge->from < cycle->is_inside.count ? cycle->is_inside.items[edge->from]
                                             : edge->from >= to))
      continue;
    edge->to = to;
  }
  if (draft->edit.entry == cycle->head)
    draft->edit.entry = to;
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
    for (uint32_t i = 0; i < draft->edit.locations.count; i++)
      if (draft->edit.locations.items[i].loop_head && !draft->is_done.items[i] &&
          (jump_over(draft, i, 0) || jump_over(draft, i, 1)))
        again = draft->is_done.items[i] = draft->is_changed = true;
  } while (again);
}

static bool has_loop(const struct function *function) {
  for (uint32_t i = 0; function->locations && i < function->location_count; i++)
    if (function->locations[i].loop_head)
      return true;
  return false;
}

static bool change_function(struct program *program, struct function *function,
                            struct liveness **liveness) {
  struct delay_draft draft = {
      .terms = program->terms, .program = program, .function = function, .liveness = liveness};
  function_edit_begin(&draft.edit, program->arena, function);
  vector_ensure(&draft.is_done, function->location_count - 1);
  jump_over_all(&draft);
  if (draft.is_changed) {
    function_edit_drop_unreached(&draft.edit);
    function_edit_finish(&draft.edit, function);
  } else {
    function_edit_cancel(&draft.edit);
  }
  vector_release(&draft.is_done);
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
