/* SPDX-License-Identifier: Apache-2.0 */
/* The order of two steps: fixed within a thread and by thread creation, a Boolean otherwise. */
#include "engine/order/formula.h"

bool formula_spawned_after(const struct symbolic *symbolic, const struct order_node *a,
                           const struct order_node *b) {
  for (uint32_t thread = b->thread; thread;) {
    const struct symbolic_thread *of = &symbolic->threads.items[thread];
    if (of->creator == a->thread)
      return a->position < of->spawn_position;
    thread = of->creator;
  }
  return false;
}

static int pair_literal(struct formula *formula, uint32_t a, uint32_t b) {
  uint64_t key = (uint64_t)a << 32 | b, number;
  if (map_get(&formula->pair_numbers, key, &number))
    return formula->pairs.items[number].literal;
  struct node_pair pair = {a, b, 0, false};
  if (formula->eager)
    pair.literal =
        solver_literal(formula->solver, term_apply(formula->symbolic->terms, OP_ULT,
                                                   formula->clocks[a], formula->clocks[b], NULL));
  else
    pair.literal = solver_fresh_literal(formula->solver);
  map_set(&formula->pair_numbers, key, formula->pairs.count);
  vector_push(&formula->pairs, pair);
  return pair.literal;
}

/* The order of these nodes alone. */
static int plain_before(struct formula *formula, uint32_t a, uint32_t b) {
  const struct order_node *first = &formula->symbolic->nodes.items[a];
  const struct order_node *second = &formula->symbolic->nodes.items[b];
  if (first->thread == second->thread)
    return first->position < second->position ? LITERAL_TRUE : LITERAL_FALSE;
  if (formula_spawned_after(formula->symbolic, first, second))
    return LITERAL_TRUE;
  if (formula_spawned_after(formula->symbolic, second, first))
    return LITERAL_FALSE;
  return a < b ? pair_literal(formula, a, b) : -pair_literal(formula, b, a);
}

/* The nodes that begin two sections of one lock, which the nodes are in; false: there are none. */
static bool find_sections(const struct formula *formula, uint32_t *a, uint32_t *b) {
  const struct symbolic *symbolic = formula->symbolic;
  const struct order_node *first = &symbolic->nodes.items[*a], *second = &symbolic->nodes.items[*b];
  for (uint32_t i = 0; i < first->section_count; i++)
    for (uint32_t j = 0; j < second->section_count; j++) {
      const struct section *one = &symbolic->sections.items[first->sections[i]];
      const struct section *other = &symbolic->sections.items[second->sections[j]];
      if (one->lock != other->lock || one->acquire == NO_EVENT || other->acquire == NO_EVENT)
        continue;
      *a = symbolic->events.items[one->acquire].node;
      *b = symbolic->events.items[other->acquire].node;
      return true;
    }
  return false;
}

int formula_node_before(struct formula *formula, uint32_t a, uint32_t b) {
  const struct order_node *nodes = formula->symbolic->nodes.items;
  if (!formula->eager && nodes[a].thread != nodes[b].thread)
    find_sections(formula, &a, &b);
  return plain_before(formula, a, b);
}

int formula_position_before(struct formula *formula, uint32_t a, uint32_t b) {
  int literal = plain_before(formula, a, b);
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, number;
  if (map_get(&formula->pair_numbers, key, &number))
    formula->pairs.items[number].is_position = true;
  return literal;
}

bool formula_is_ordered(const struct formula *formula, uint32_t a, uint32_t b) {
  const struct order_node *first = &formula->symbolic->nodes.items[a];
  const struct order_node *second = &formula->symbolic->nodes.items[b];
  return first->thread == second->thread ||
         formula_spawned_after(formula->symbolic, first, second) ||
         formula_spawned_after(formula->symbolic, second, first);
}

int formula_event_before(struct formula *formula, uint32_t a, uint32_t b) {
  const struct order_event *first = &formula->symbolic->events.items[a];
  const struct order_event *second = &formula->symbolic->events.items[b];
  if (first->node == second->node)
    return first->sequence < second->sequence ? LITERAL_TRUE : LITERAL_FALSE;
  return formula_node_before(formula, first->node, second->node);
}
