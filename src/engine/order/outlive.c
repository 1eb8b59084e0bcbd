/* SPDX-License-Identifier: Apache-2.0 */
/* Marks are kept among the fences: both are actions of a thread that access nothing. */
#include "engine/order/outlive.h"

#include "engine/order/checks.h"

enum { MOST_PAIRS = 100000 };

static bool is_marked(const struct order_run *run, const struct instance *instance) {
  return run->memory_model == MEMORY_RC11 && instance->shared && instance->size;
}

/* Adds a mark. From now on, accesses of other threads to the object are events. */
static void add_mark(struct order_run *run, const struct thread_path *path, struct order_fence mark,
                     struct instance *instance) {
  knowledge_note_access(run->knowledge, instance->marks,
                        (struct byte_access){.end = instance->size,
                                             .thread = path->thread,
                                             .writes = true,
                                             .is_alone = event_log_has_one_thread(&run->log)});
  mark.sequence = (uint32_t)run->log.events.count;
  mark.in_section = path->atomic_depth != 0;
  mark.instance = instance->number;
  vector_push(&run->log.fences, mark);
  run->log.mark_count++;
  instance->marked = true;
}

void outlive_note_free(struct order_run *run, struct thread_path *path, const struct edge *edge,
                       struct instance *instance, const struct term *where) {
  if (is_marked(run, instance) &&
      (order_run_checks(run, PROPERTY_MEMORY) || order_run_checks(run, PROPERTY_RACE)))
    add_mark(run, path,
             (struct order_fence){.kind = MARK_FREE,
                                  .guard = order_and(run->terms, path->guard, where),
                                  .edge = edge,
                                  .node = order_node_of(run, path, edge)},
             instance);
}

/* The open node, or the last one of the thread: it has the right place in program order, whereas a
 * new node would be a step of the interpreter. */
static uint32_t last_node(struct order_run *run, struct thread_path *path,
                          const struct edge *edge) {
  if (path->node != NO_NODE)
    return path->node;
  for (size_t i = run->log.nodes.count; i-- > 0;)
    if (run->log.nodes.items[i].thread == path->thread)
      return (uint32_t)i;
  return order_node_of(run, path, edge);
}

void outlive_note_end(struct order_run *run, struct thread_path *path, const struct edge *edge,
                      struct instance *instance) {
  if (is_marked(run, instance) && order_run_checks(run, PROPERTY_MEMORY))
    add_mark(run, path,
             (struct order_fence){.kind = MARK_END,
                                  .guard = path->guard,
                                  .edge = edge,
                                  .node = last_node(run, path, edge)},
             instance);
}

void outlive_note_allocation(struct order_run *run, struct thread_path *path,
                             const struct edge *edge, struct instance *instance) {
  if (is_marked(run, instance) && edge->allocate.heap && order_run_checks(run, PROPERTY_RACE) &&
      !event_log_has_one_thread(&run->log))
    add_mark(run, path,
             (struct order_fence){.kind = MARK_ALLOCATION,
                                  .guard = path->guard,
                                  .edge = edge,
                                  .node = order_node_of(run, path, edge)},
             instance);
}

void outlive_note_access(struct order_run *run, const struct thread_path *path,
                         const struct edge *edge, const struct instance *instance,
                         const struct term *lies) {
  for (size_t i = 0; instance->marked && i < run->log.fences.count; i++) {
    const struct order_fence *mark = &run->log.fences.items[i];
    if (mark->kind == FENCE || mark->kind == MARK_ALLOCATION ||
        mark->instance != instance->number ||
        run->log.nodes.items[mark->node].thread != path->thread)
      continue;
    outcomes_leave_out_where(run, path, order_and(run->terms, lies, mark->guard), edge,
                             "an access after the end of its object");
  }
}

/* A literal for an access and a mark that are not ordered, which is an execution that is left out.
 */
static int add_pair(struct formula *formula, const struct edge *access,
                    const struct order_fence *mark) {
  struct order_run *run = formula->run;
  struct incompleteness left_out = {.condition = symbols_fresh(&run->symbols, 1),
                                    .node = NO_NODE,
                                    .what = mark->kind == MARK_ALLOCATION
                                                ? "an access that does not happen after the "
                                                  "allocation of its block"
                                                : "an access that does not happen before the end "
                                                  "of its object",
                                    .edge = access};
  vector_push(&run->outcomes.incomplete, left_out);
  int literal = formula_literal(formula, left_out.condition);
  formula_imply(formula, literal, formula->fences[mark - run->log.fences.items]);
  return literal;
}

/* Can one execution contain the access and the mark without the required order? */
static bool may_outlive(const struct order_run *run, const struct order_event *event,
                        const struct order_fence *mark) {
  const struct order_node *one = &run->log.nodes.items[event->node];
  const struct order_node *other = &run->log.nodes.items[mark->node];
  if (event->is_silent && !order_run_checks(run, PROPERTY_MEMORY))
    return false;
  if (one->thread == other->thread)
    return false; /* see outlive_note_access */
  return !event_log_spawned_after(&run->log, mark->kind == MARK_ALLOCATION ? other : one,
                                  mark->kind == MARK_ALLOCATION ? one : other);
}

static void add_event_pair(struct formula *formula, uint32_t number, uint32_t mark_number) {
  struct order_run *run = formula->run;
  const struct order_event *event = &run->log.events.items[number];
  const struct order_fence *mark = &run->log.fences.items[mark_number];
  const struct instance *instance = run->instances.items[mark->instance];
  if (!may_outlive(run, event, mark))
    return;
  const struct term *inside = order_below(
      run->terms, order_offset(run->terms, event->address, instance->base), instance->size);
  if (term_is_false(inside))
    return;
  int literal = add_pair(formula, event->edge, mark);
  formula_imply(formula, literal, formula->guards.items[number]);
  formula_imply(formula, literal, formula_literal(formula, inside));
  struct outlived_pair pair = {.event = number,
                               .mark = mark_number,
                               .literal = literal,
                               .may_be_before = mark->kind != MARK_ALLOCATION,
                               .may_be_after = mark->kind == MARK_ALLOCATION ||
                                               !order_run_checks(run, PROPERTY_MEMORY)};
  vector_push(&formula->goals.outlived, pair);
}

/* A block is freed only once, and after its allocation. */
static void add_pair_of_marks(struct formula *formula, uint32_t first, uint32_t second) {
  const struct order_fence *marks = formula->run->log.fences.items;
  if (marks[first].instance != marks[second].instance || marks[first].kind == FENCE)
    return;
  uint32_t allocated = marks[first].kind == MARK_ALLOCATION ? first : second;
  uint32_t freed = allocated == first ? second : first;
  if (marks[freed].kind != MARK_FREE || marks[allocated].kind == MARK_END)
    return;
  int literal = add_pair(formula, marks[freed].edge, &marks[allocated]);
  formula_imply(formula, literal, formula->fences[freed]);
  if (marks[allocated].kind != MARK_ALLOCATION)
    return;
  struct outlived_pair pair = {.event = NO_EVENT,
                               .other = freed,
                               .mark = allocated,
                               .literal = literal,
                               .may_be_after = true};
  vector_push(&formula->goals.outlived, pair);
}

bool outlive_add_pairs(struct formula *formula) {
  const struct order_run *run = formula->run;
  for (uint32_t i = 0; i < run->log.fences.count && run->log.mark_count; i++) {
    const struct order_fence *mark = &run->log.fences.items[i];
    if (mark->kind == FENCE)
      continue;
    for (uint32_t j = 0; j < run->log.events.count && !formula_is_stopped(formula); j++)
      for (uint32_t k = 0; k < run->log.events.items[j].target_count; k++)
        if (run->log.events.items[j].targets[k] == mark->instance)
          add_event_pair(formula, j, i);
    for (uint32_t j = 0; j < i; j++)
      add_pair_of_marks(formula, j, i);
    if (formula->goals.outlived.count > MOST_PAIRS)
      return false;
  }
  return true;
}
