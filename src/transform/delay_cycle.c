/* SPDX-License-Identifier: Apache-2.0 */
/* Follows the sequence of locations of a loop and composes the effects of its edges. */
#include "transform/delay.h"

#include "base/memory.h"
#include "term/walk.h"

enum { LARGEST_TERM = 200 }; /* operators, written out */

const struct term *delay_apply(const struct delay_draft *draft, enum operator op,
                               const struct term *a, const struct term *b) {
  return term_apply(draft->terms, op, a, b, NULL);
}

const struct term *delay_constant(const struct delay_draft *draft, unsigned width, uint64_t bits) {
  return term_constant(draft->terms, width, bits & width_mask(width));
}

bool delay_is_small(const struct term *term) { return term_is_small(term, LARGEST_TERM); }

static const struct term *value_of(const struct term *variable, void *context) {
  const struct term *const *values = *(const struct term *const **)context;
  return values[variable->value] ? values[variable->value] : variable;
}

const struct term *delay_substitute(const struct delay_draft *draft,
                                    const struct term *const *values, const struct term *term) {
  return term_map(draft->terms, term, value_of, &values);
}

static bool is_changed(const struct term *part, void *context) {
  const struct delay_cycle *cycle = *(const struct delay_cycle **)context;
  return part->kind == TERM_VARIABLE && cycle->values[part->value];
}

bool delay_is_fixed(const struct delay_cycle *cycle, const struct term *term) {
  return !term_any(term, is_changed, &cycle);
}

/* Is the term a register plus a constant? */
bool delay_is_shifted(const struct term *term, uint32_t *reg, uint64_t *offset) {
  *offset = 0;
  if (term->kind == TERM_APPLY && (term->op == OP_ADD || term->op == OP_SUB)) {
    const struct term *a = term->operands[0], *b = term->operands[1];
    if (term->op == OP_ADD && term_is_constant(a)) {
      a = b;
      b = term->operands[0];
    }
    if (!term_is_constant(b))
      return false;
    *offset = (term->op == OP_ADD ? b->value : 0 - b->value) & width_mask(term->width);
    term = a;
  }
  *reg = (uint32_t)term->value;
  return term->kind == TERM_VARIABLE;
}

/* The constant by which a round changes a register, if it is one. */
bool delay_find_step(const struct delay_cycle *cycle, uint32_t reg, uint64_t *step) {
  uint32_t base;
  return cycle->values[reg] && delay_is_shifted(cycle->values[reg], &base, step) && base == reg;
}

/* Adds what an edge of a round does; false: it is not one to be jumped over. */
static bool take_edge(const struct delay_draft *draft, struct delay_cycle *cycle,
                      const struct edge *edge) {
  if (edge->op == OPERATION_SKIP)
    return true;
  if (edge->op == OPERATION_CHECK) {
    if (!delay_is_small(edge->check.condition))
      return false;
    vector_push(&cycle->checks, delay_substitute(draft, cycle->values, edge->check.condition));
    return delay_is_small(vector_last(&cycle->checks));
  }
  if (edge->op != OPERATION_ASSIGN)
    return false;
  const struct term **fresh = memory_allocate((edge->assign.count + 1) * sizeof *fresh);
  bool fine = true;
  for (uint32_t i = 0; i < edge->assign.count && fine; i++) {
    fine = delay_is_small(edge->assign.list[i].value);
    fresh[i] = fine ? delay_substitute(draft, cycle->values, edge->assign.list[i].value) : NULL;
    fine = fine && delay_is_small(fresh[i]);
  }
  for (uint32_t i = 0; i < edge->assign.count && fine; i++)
    cycle->values[edge->assign.list[i].target] = fresh[i];
  memory_release(fresh);
  return fine;
}

/* Follows locations with a single edge from `at`, up to a branch or to `end`. */
static bool follow(const struct delay_draft *draft, struct delay_cycle *cycle, uint32_t at,
                   uint32_t end, struct delay_numbers *edges, uint32_t *reached) {
  for (size_t steps = 0; steps <= draft->edit.locations.count; steps++) {
    const struct location *location = &draft->edit.locations.items[at];
    cycle->is_inside.items[at] = true;
    *reached = at;
    if (location->edge_count != 1)
      return true;
    if (!take_edge(draft, cycle, &draft->edit.edges.items[location->first_edge]))
      return false;
    vector_push(edges, location->first_edge);
    at = draft->edit.edges.items[location->first_edge].to;
    *reached = at;
    if (at == end)
      return true;
  }
  return false;
}

/* From after an edge of the branch back to the head. */
static bool find_way_back(const struct delay_draft *draft, struct delay_cycle *cycle,
                          uint32_t onward, uint32_t leave) {
  const struct edge *edge = &draft->edit.edges.items[onward];
  uint32_t reached = edge->to;
  cycle->onward = onward;
  cycle->leave = leave;
  if (!delay_is_small(edge->assume.condition))
    return false;
  cycle->stays = delay_substitute(draft, cycle->values, edge->assume.condition);
  return (edge->to == cycle->head ||
          follow(draft, cycle, edge->to, cycle->head, &cycle->after, &reached)) &&
         reached == cycle->head && delay_is_small(cycle->stays);
}

void delay_release_cycle(struct delay_cycle *cycle) {
  vector_release(&cycle->before);
  vector_release(&cycle->after);
  vector_release(&cycle->is_inside);
  vector_release(&cycle->checks);
  memory_release(cycle->values);
}

/* With the first or the second edge of the branch as the one that stays. */
bool delay_find_cycle(const struct delay_draft *draft, struct delay_cycle *cycle, uint32_t head,
                      uint32_t which) {
  uint32_t registers = draft->function->register_count, branch;
  *cycle = (struct delay_cycle){.head = head};
  cycle->values = memory_allocate_zeroed((registers + 1) * sizeof *cycle->values);
  for (size_t i = 0; i < draft->edit.locations.count; i++)
    vector_push(&cycle->is_inside, false);
  if (!follow(draft, cycle, head, head, &cycle->before, &branch))
    return false;
  cycle->checks_before = cycle->checks.count;
  const struct location *location = &draft->edit.locations.items[branch];
  if (location->edge_count != 2 ||
      draft->edit.edges.items[location->first_edge].op != OPERATION_ASSUME)
    return false;
  return find_way_back(draft, cycle, location->first_edge + which, location->first_edge + !which);
}
