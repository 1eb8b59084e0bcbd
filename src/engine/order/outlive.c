/* SPDX-License-Identifier: Apache-2.0 */
/* Marks are kept among the fences: both are actions of a thread that access nothing. */
#include "engine/order/outlive.h"

#include "base/text.h"
#include "engine/order/access.h"

#include <stdio.h>

enum { MOST_PAIRS = 100000 };

static bool asks_for(const struct symbolic *symbolic, enum property property) {
  return property_in(property, symbolic->properties);
}

static bool is_marked(const struct symbolic *symbolic, const struct instance *instance) {
  return symbolic->memory_model == MEMORY_RC11 && instance->shared && instance->size;
}

/* From now on accesses of other threads are events. */
static void add_mark(struct symbolic *symbolic, const struct thread_path *path,
                     struct order_fence mark, struct instance *instance) {
  knowledge_note_access(symbolic->knowledge, instance->marks, 0, instance->size, path->thread, true,
                        !order_access_is_alone(symbolic));
  mark.sequence = (uint32_t)symbolic->events.count;
  mark.in_section = path->atomic_depth != 0;
  mark.instance = instance->number;
  vector_push(&symbolic->fences, mark);
  symbolic->mark_count++;
  instance->marked = true;
}

void outlive_note_free(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                       struct instance *instance, const struct term *where) {
  if (is_marked(symbolic, instance) &&
      (asks_for(symbolic, PROPERTY_MEMORY) || asks_for(symbolic, PROPERTY_RACE)))
    add_mark(symbolic, path,
             (struct order_fence){.kind = MARK_FREE,
                                  .guard = order_and(symbolic, path->guard, where),
                                  .edge = edge,
                                  .node = order_memory_node(symbolic, path, edge)},
             instance);
}

/* A node of its own would be a step of the interpreter. The thread's last one has its place in
 * program order, too. */
static uint32_t last_node(struct symbolic *symbolic, struct thread_path *path,
                          const struct edge *edge) {
  if (path->node != NO_NODE)
    return path->node;
  for (size_t i = symbolic->nodes.count; i-- > 0;)
    if (symbolic->nodes.items[i].thread == path->thread)
      return (uint32_t)i;
  return order_memory_node(symbolic, path, edge);
}

void outlive_note_end(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                      struct instance *instance) {
  if (is_marked(symbolic, instance) && asks_for(symbolic, PROPERTY_MEMORY))
    add_mark(symbolic, path,
             (struct order_fence){.kind = MARK_END,
                                  .guard = path->guard,
                                  .edge = edge,
                                  .node = last_node(symbolic, path, edge)},
             instance);
}

void outlive_note_allocation(struct symbolic *symbolic, struct thread_path *path,
                             const struct edge *edge, struct instance *instance) {
  if (is_marked(symbolic, instance) && edge->allocate.heap && asks_for(symbolic, PROPERTY_RACE) &&
      !order_access_is_alone(symbolic))
    add_mark(symbolic, path,
             (struct order_fence){.kind = MARK_ALLOCATION,
                                  .guard = path->guard,
                                  .edge = edge,
                                  .node = order_memory_node(symbolic, path, edge)},
             instance);
}

void outlive_note_access(struct symbolic *symbolic, const struct thread_path *path,
                         const struct edge *edge, const struct instance *instance,
                         const struct term *lies) {
  for (size_t i = 0; instance->marked && i < symbolic->fences.count; i++) {
    const struct order_fence *mark = &symbolic->fences.items[i];
    if (mark->kind == FENCE || mark->kind == MARK_ALLOCATION ||
        mark->instance != instance->number ||
        symbolic->nodes.items[mark->node].thread != path->thread)
      continue;
    struct thread_path behind = *path;
    behind.guard = order_and(symbolic, order_and(symbolic, path->guard, lies), mark->guard);
    if (!term_is_false(behind.guard))
      order_add_incompleteness(symbolic, &behind, edge, "an access behind the end of its object");
  }
}

static void imply(struct formula *formula, int pair, int literal) {
  int clause[] = {-pair, literal};
  formula_add_clause(formula, clause, 2);
}

/* A literal for the pair, which is an execution that is left out. */
static int add_pair(struct formula *formula, const struct edge *access,
                    const struct order_fence *mark) {
  struct symbolic *symbolic = formula->symbolic;
  struct incompleteness left_out = {.condition = order_fresh(symbolic, 1), .node = NO_NODE};
  struct text place = {0};
  program_print_position(&place, symbolic->program, access->at);
  snprintf(left_out.reason, sizeof left_out.reason, "an access that does not happen %s%s%s",
           mark->kind == MARK_ALLOCATION ? "after the allocation of its block"
                                         : "before the end of its object",
           place.length ? " at " : "", text_get(&place));
  text_release(&place);
  vector_push(&symbolic->incomplete, left_out);
  int literal = formula_literal(formula, left_out.condition);
  imply(formula, literal, formula->fences[mark - symbolic->fences.items]);
  return literal;
}

/* Can the access and the mark be in one execution without being ordered as they should? */
static bool may_outlive(const struct symbolic *symbolic, const struct order_event *event,
                        const struct order_fence *mark) {
  const struct order_node *one = &symbolic->nodes.items[event->node];
  const struct order_node *other = &symbolic->nodes.items[mark->node];
  if (event->is_silent && !asks_for(symbolic, PROPERTY_MEMORY))
    return false;
  if (one->thread == other->thread)
    return false; /* see outlive_note_access */
  return !formula_spawned_after(symbolic, mark->kind == MARK_ALLOCATION ? other : one,
                                mark->kind == MARK_ALLOCATION ? one : other);
}

static void add_event_pair(struct formula *formula, uint32_t number, uint32_t mark_number) {
  struct symbolic *symbolic = formula->symbolic;
  const struct order_event *event = &symbolic->events.items[number];
  const struct order_fence *mark = &symbolic->fences.items[mark_number];
  const struct instance *instance = symbolic->instances.items[mark->instance];
  if (!may_outlive(symbolic, event, mark))
    return;
  unsigned width = event->address->width;
  const struct term *offset =
      term_apply(symbolic->terms, OP_SUB, event->address,
                 term_constant(symbolic->terms, width, instance->base), NULL);
  const struct term *inside = term_apply(
      symbolic->terms, OP_ULT, offset, term_constant(symbolic->terms, width, instance->size), NULL);
  if (term_is_false(inside))
    return;
  int literal = add_pair(formula, event->edge, mark);
  imply(formula, literal, formula->guards.items[number]);
  imply(formula, literal, formula_literal(formula, inside));
  struct outlived_pair pair = {.event = number,
                               .mark = mark_number,
                               .literal = literal,
                               .may_be_before = mark->kind != MARK_ALLOCATION,
                               .may_be_behind = mark->kind == MARK_ALLOCATION ||
                                                !asks_for(symbolic, PROPERTY_MEMORY)};
  vector_push(&formula->outlived, pair);
}

/* A block is freed once, and after its allocation. */
static void add_pair_of_marks(struct formula *formula, uint32_t first, uint32_t second) {
  const struct order_fence *marks = formula->symbolic->fences.items;
  if (marks[first].instance != marks[second].instance || marks[first].kind == FENCE)
    return;
  uint32_t allocated = marks[first].kind == MARK_ALLOCATION ? first : second;
  uint32_t freed = allocated == first ? second : first;
  if (marks[freed].kind != MARK_FREE || marks[allocated].kind == MARK_END)
    return;
  int literal = add_pair(formula, marks[freed].edge, &marks[allocated]);
  imply(formula, literal, formula->fences[freed]);
  if (marks[allocated].kind != MARK_ALLOCATION)
    return;
  struct outlived_pair pair = {.event = NO_EVENT,
                               .other = freed,
                               .mark = allocated,
                               .literal = literal,
                               .may_be_behind = true};
  vector_push(&formula->outlived, pair);
}

bool outlive_add_pairs(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  for (uint32_t i = 0; i < symbolic->fences.count && symbolic->mark_count; i++) {
    const struct order_fence *mark = &symbolic->fences.items[i];
    if (mark->kind == FENCE)
      continue;
    for (uint32_t j = 0; j < symbolic->events.count && !formula_is_stopped(formula); j++)
      for (uint32_t k = 0; k < symbolic->events.items[j].target_count; k++)
        if (symbolic->events.items[j].targets[k] == mark->instance)
          add_event_pair(formula, j, i);
    for (uint32_t j = 0; j < i; j++)
      add_pair_of_marks(formula, j, i);
    if (formula->outlived.count > MOST_PAIRS)
      return false;
  }
  return true;
}
