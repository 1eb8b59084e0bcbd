/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that every part of the symbolic execution needs: guards, fresh variables, checks,
 * incompleteness. */
#include "engine/order/symbolic.h"

#include "base/text.h"

#include <stdio.h>

const struct term *order_and(struct symbolic *symbolic, const struct term *a,
                             const struct term *b) {
  const struct term *both = term_apply(symbolic->terms, OP_AND, a, b, NULL);
  if (both == a || both == b || term_is_constant(both))
    return both;
  if (guard_implies(a, b))
    return a;
  if (guard_implies(a, order_not(symbolic, b)))
    return never(symbolic);
  return both;
}
const struct term *order_fresh(struct symbolic *symbolic, unsigned width) {
  return term_variable(symbolic->terms, width, symbolic->next_variable++);
}

const struct term *order_evaluate(struct symbolic *symbolic, const struct thread_path *path,
                                  const struct term *term) {
  if (term->kind == TERM_VARIABLE)
    return path->registers[term->value];
  if (term->kind == TERM_CONSTANT)
    return order_number(symbolic, term, term->value);
  const struct term *operands[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = order_evaluate(symbolic, path, term->operands[i]);
  return term_rebuild(symbolic->terms, term, operands);
}

void order_add_incompleteness(struct symbolic *symbolic, const struct thread_path *path,
                              const struct edge *edge, const char *what) {
  struct incompleteness incompleteness = {.condition = path->guard, .node = path->node};
  struct text place = {0};
  program_print_position(&place, symbolic->program, (symbolic->site ? symbolic->site : edge)->at);
  snprintf(incompleteness.reason, sizeof incompleteness.reason, "%s%s%s", what,
           place.length ? " at " : "", text_get(&place));
  text_release(&place);
  vector_push(&symbolic->incomplete, incompleteness);
}

const struct term *order_decide(struct symbolic *symbolic, const struct term *guard,
                                const struct term *condition) {
  if (term_is_constant(condition))
    return condition;
  struct range range = ranges_under(symbolic->ranges, guard, condition);
  return range.low == range.high ? term_constant(symbolic->terms, 1, (uint64_t)range.low)
                                 : condition;
}

void order_cut_off(struct symbolic *symbolic, const struct thread_path *path, uint64_t bound,
                   bool decided) {
  struct incompleteness incompleteness = {.condition = path->guard,
                                          .node = path->node,
                                          .unwinding = true,
                                          .decided = decided,
                                          .bound = bound};
  vector_push(&symbolic->incomplete, incompleteness);
}

void order_assume(struct symbolic *symbolic, struct thread_path *path,
                  const struct term *condition) {
  condition = order_decide(symbolic, path->guard, condition);
  if (term_is_true(condition))
    return;
  if (path->atomic_depth) {
    const struct term *violated = order_not(symbolic, condition);
    struct impossible impossible = {order_and(symbolic, path->guard, violated), path->node};
    vector_push(&symbolic->impossible, impossible);
    if (!map_get(&symbolic->knowledge->assuming, path->section, NULL)) {
      map_set(&symbolic->knowledge->assuming, path->section, 1);
      symbolic->knowledge->changed = true;
    }
  }
  path->guard = order_and(symbolic, path->guard, condition);
}

void order_note_stop(struct symbolic *symbolic, const struct term *condition, size_t first_event,
                     bool is_wait) {
  if (symbolic->memory_model != MEMORY_RC11 || term_is_false(condition) ||
      !property_in(PROPERTY_DEADLOCK, symbolic->properties))
    return;
  struct order_stop stop = {condition, (uint32_t)first_event, (uint32_t)symbolic->events.count,
                            is_wait};
  vector_push(&symbolic->stops, stop);
}

void order_check(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                 const struct term *holds, enum property property, const char *message,
                 bool fatal) {
  holds = order_decide(symbolic, path->guard, holds);
  if (term_is_true(holds))
    return;
  if (property_in(property, symbolic->properties)) {
    struct possible_error error = {.condition =
                                       order_and(symbolic, path->guard, order_not(symbolic, holds)),
                                   .property = property,
                                   .message = message,
                                   .thread = path->thread,
                                   .position = symbolic->threads.items[path->thread].node_count,
                                   .edge = edge};
    if (!term_is_false(error.condition))
      vector_push(&symbolic->errors, error);
    path->guard = order_and(symbolic, path->guard, holds);
  } else if (fatal) {
    order_assume(symbolic, path, holds);
  }
}

unsigned loop_bounds_get(const struct loop_bounds *bounds, uint64_t key) {
  uint64_t bound;
  return map_get(&bounds->grown, key, &bound) ? (unsigned)bound : bounds->first;
}

void loop_bounds_grow(struct loop_bounds *bounds, uint64_t key) {
  unsigned bound = loop_bounds_get(bounds, key), before = 1, next = 2;
  while (next <= bound) {
    unsigned sum = before + next;
    before = next;
    next = sum;
  }
  map_set(&bounds->grown, key, next);
  if (next > bounds->largest)
    bounds->largest = next;
}
