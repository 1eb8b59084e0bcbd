/* SPDX-License-Identifier: Apache-2.0 */
/* The order of two nodes: fixed within a thread and by thread creation, a literal otherwise. */
#include "engine/order/formula.h"

static int pair_literal(struct formula *formula, uint32_t a, uint32_t b) {
  uint64_t key = (uint64_t)a << 32 | b, number;
  if (map_get(&formula->precedence.numbers, key, &number))
    return formula->precedence.pairs.items[number].literal;
  struct node_pair pair = {a, b, 0, false};
  if (formula->precedence.is_eager)
    pair.literal = solver_literal(formula->solver, term_apply(formula->run->terms, OP_ULT,
                                                              formula->precedence.clocks[a],
                                                              formula->precedence.clocks[b], NULL));
  else
    pair.literal = solver_fresh_literal(formula->solver);
  map_set(&formula->precedence.numbers, key, formula->precedence.pairs.count);
  vector_push(&formula->precedence.pairs, pair);
  return pair.literal;
}

/* The order of two nodes, whatever their sections. */
static int plain_before(struct formula *formula, uint32_t a, uint32_t b) {
  const struct order_node *first = &formula->run->log.nodes.items[a];
  const struct order_node *second = &formula->run->log.nodes.items[b];
  if (first->thread == second->thread)
    return first->position < second->position ? LITERAL_TRUE : LITERAL_FALSE;
  if (event_log_spawned_after(&formula->run->log, first, second))
    return LITERAL_TRUE;
  if (event_log_spawned_after(&formula->run->log, second, first))
    return LITERAL_FALSE;
  return a < b ? pair_literal(formula, a, b) : -pair_literal(formula, b, a);
}

/* If the nodes lie in two sections of one lock, replaces them by those that begin the sections. */
static void replace_by_sections(const struct formula *formula, uint32_t *a, uint32_t *b) {
  const struct order_run *run = formula->run;
  const struct order_node *first = &run->log.nodes.items[*a], *second = &run->log.nodes.items[*b];
  for (uint32_t i = 0; i < first->section_count; i++)
    for (uint32_t j = 0; j < second->section_count; j++) {
      const struct section *one = &run->log.sections.items[first->sections[i]];
      const struct section *other = &run->log.sections.items[second->sections[j]];
      if (one->lock != other->lock || one->acquire == NO_EVENT || other->acquire == NO_EVENT)
        continue;
      *a = run->log.events.items[one->acquire].node;
      *b = run->log.events.items[other->acquire].node;
      return;
    }
}

int formula_node_before(struct formula *formula, uint32_t a, uint32_t b) {
  const struct order_node *nodes = formula->run->log.nodes.items;
  if (!formula->precedence.is_eager && nodes[a].thread != nodes[b].thread)
    replace_by_sections(formula, &a, &b);
  return plain_before(formula, a, b);
}

int formula_position_before(struct formula *formula, uint32_t a, uint32_t b) {
  int literal = plain_before(formula, a, b);
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, number;
  if (map_get(&formula->precedence.numbers, key, &number))
    formula->precedence.pairs.items[number].is_position = true;
  return literal;
}

bool formula_is_ordered(const struct formula *formula, uint32_t a, uint32_t b) {
  const struct order_node *first = &formula->run->log.nodes.items[a];
  const struct order_node *second = &formula->run->log.nodes.items[b];
  return first->thread == second->thread ||
         event_log_spawned_after(&formula->run->log, first, second) ||
         event_log_spawned_after(&formula->run->log, second, first);
}

int formula_event_before(struct formula *formula, uint32_t a, uint32_t b) {
  const struct order_event *first = &formula->run->log.events.items[a];
  const struct order_event *second = &formula->run->log.events.items[b];
  if (first->node == second->node)
    return first->sequence < second->sequence ? LITERAL_TRUE : LITERAL_FALSE;
  return formula_node_before(formula, first->node, second->node);
}
