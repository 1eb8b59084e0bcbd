/* SPDX-License-Identifier: Apache-2.0 */
/* A race is a state in which the next operations of two threads access one byte, at least one of
 * them writes, and not both are atomic. In terms of the order: both accesses are executed, and the
 * steps of either thread before its own access come before the access of the other thread too. Then
 * everything up to the first of the two leads to that state, whichever is first. Conversely, an
 * execution to such a state can be continued by the two accesses and all the rest.
 *
 * An access inside an atomic section is atomic, and its section is one step that must not depend on
 * the access of the other thread: so the section comes first, after all that the other thread does
 * before its access. The same holds for the write of a compare-exchange, which happens only if it
 * finds the expected value in that state.
 *
 * Memory without events is accessed by one thread only, or read only, or written before there were
 * other threads. Freeing a block writes all of it. It ends the block, so of two threads that free
 * the same block only the first finds it alive, which is enough.
 *
 * Under rc11, a race is a pair of accesses neither of which happens before the other. It is sought
 * in models (consistency.c). Freeing a block does not count there. */
#include "engine/order/formula.h"

enum { MOST_RACES = 1000000 };

struct accesses {
  const struct order_event **items;
  size_t count, capacity;
};

struct race_builder {
  struct formula *formula;
  struct accesses *touching; /* per instance */
  uint32_t *before; /* per node: the step before it, of its thread or of those that created it */
  struct map seen;  /* pairs of accesses that touch several instances in common */
};

static void list_accesses(struct race_builder *builder, const struct order_event *events,
                          size_t count) {
  for (size_t i = 0; i < count; i++)
    for (uint32_t j = 0; !events[i].is_silent && j < events[i].target_count; j++)
      vector_push(&builder->touching[events[i].targets[j]], &events[i]);
}

/* Under sc a node has one link from the step before it, if there is one. */
static void list_nodes(struct race_builder *builder) {
  const struct formula *formula = builder->formula;
  size_t count = formula->symbolic->nodes.count;
  builder->before = memory_allocate((count + 1) * sizeof *builder->before);
  for (size_t i = 0; i < count; i++)
    builder->before[i] = NO_NODE;
  for (size_t i = 0; i < formula->links.count; i++)
    builder->before[formula->links.items[i].to] = formula->links.items[i].from;
}

static const struct term *less(const struct symbolic *symbolic, const struct term *a,
                               const struct term *b, uint32_t size) {
  const struct term *end =
      term_apply(symbolic->terms, OP_ADD, b, order_number(symbolic, b, size), NULL);
  return term_apply(symbolic->terms, OP_ULT, a, end, NULL);
}

static const struct term *overlap(struct symbolic *symbolic, const struct order_event *a,
                                  const struct order_event *b) {
  return order_and(symbolic, less(symbolic, a->address, b->address, b->size),
                   less(symbolic, b->address, a->address, a->size));
}

static void imply(struct formula *formula, int race, int literal) {
  int clause[] = {-race, literal};
  formula_add_clause(formula, clause, 2);
}

static bool is_free(const struct order_event *access) { return access->edge->op == OPERATION_FREE; }

/* Events are executed only on memory that lives, except one that would come just behind its end. */
static const struct term *some_alive(struct symbolic *symbolic, const struct order_event *a,
                                     const struct order_event *b) {
  if (is_free(a) && is_free(b))
    return order_or(symbolic, a->value, b->value);
  return is_free(a) ? a->value : is_free(b) ? b->value : always(symbolic);
}

/* Does it depend on what others wrote whether it happens? */
static bool must_be_first(const struct symbolic *symbolic, const struct order_event *access) {
  bool in_section = symbolic->nodes.items[access->node].edge != access->edge;
  return in_section || (access->writes && access->edge->op == OPERATION_CAS);
}

/* What the thread of `a` does before it, or also `a` itself, comes before `b`. */
static void must_come_before(struct race_builder *builder, int race, const struct order_event *a,
                             const struct order_event *b) {
  struct formula *formula = builder->formula;
  uint32_t before = must_be_first(formula->symbolic, a) ? a->node : builder->before[a->node];
  if (before != NO_NODE)
    imply(formula, race, formula_position_before(formula, before, b->node));
}

static void add_race(struct race_builder *builder, const struct order_event *a,
                     const struct order_event *b) {
  struct formula *formula = builder->formula;
  const struct term *place = overlap(formula->symbolic, a, b);
  if (term_is_false(place) || formula_is_ordered(formula, a->node, b->node))
    return;
  struct race race = {a, b, solver_fresh_literal(formula->solver)};
  imply(formula, race.literal, formula_literal(formula, is_free(b) ? a->reached : a->guard));
  imply(formula, race.literal, formula_literal(formula, is_free(a) ? b->reached : b->guard));
  imply(formula, race.literal, formula_literal(formula, place));
  imply(formula, race.literal, formula_literal(formula, some_alive(formula->symbolic, a, b)));
  if (formula->symbolic->memory_model == MEMORY_SC) {
    must_come_before(builder, race.literal, a, b);
    must_come_before(builder, race.literal, b, a);
  }
  vector_push(&formula->races, race);
}

/* Both are under the same lock: at most one thread holds it. */
static bool exclude_each_other(const struct symbolic *symbolic, const struct order_event *a,
                               const struct order_event *b) {
  if (!a->epoch || !b->epoch)
    return false;
  const struct section *sections = symbolic->sections.items;
  return sections[symbolic->epochs.items[a->epoch].sections[0]].lock ==
         sections[symbolic->epochs.items[b->epoch].sections[0]].lock;
}

static bool may_conflict(const struct symbolic *symbolic, const struct order_event *a,
                         const struct order_event *b) {
  return (a->writes || b->writes) && !(a->is_atomic && b->is_atomic) &&
         !edge_moves_padding(a->edge) && !edge_moves_padding(b->edge) &&
         !exclude_each_other(symbolic, a, b) &&
         symbolic->nodes.items[a->node].thread != symbolic->nodes.items[b->node].thread;
}

/* Marks the pair as seen; true: it was not. */
static bool add_new_pair(struct race_builder *builder, const struct order_event *a,
                         const struct order_event *b) {
  if (a->target_count == 1 || b->target_count == 1)
    return true;
  uint64_t key = (uint64_t)a->sequence << 32 | b->sequence;
  if (map_get(&builder->seen, key, NULL))
    return false;
  map_set(&builder->seen, key, 1);
  return true;
}

static bool add_races_of(struct race_builder *builder, const struct accesses *list) {
  struct formula *formula = builder->formula;
  struct symbolic *symbolic = formula->symbolic;
  for (size_t i = 0; i < list->count; i++) {
    for (size_t j = i + 1; j < list->count && !formula_is_stopped(formula); j++)
      if (may_conflict(symbolic, list->items[i], list->items[j]) &&
          add_new_pair(builder, list->items[i], list->items[j]))
        add_race(builder, list->items[i], list->items[j]);
    if (formula->races.count > MOST_RACES)
      return false;
  }
  return true;
}

bool race_add_pairs(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  struct race_builder builder = {.formula = formula};
  builder.touching =
      memory_allocate_zeroed((symbolic->instances.count + 1) * sizeof *builder.touching);
  list_accesses(&builder, symbolic->events.items, symbolic->events.count);
  if (symbolic->memory_model == MEMORY_SC)
    list_accesses(&builder, symbolic->frees.items, symbolic->frees.count);
  list_nodes(&builder);
  bool complete = true;
  for (size_t i = 0; i < symbolic->instances.count; i++) {
    complete = complete && add_races_of(&builder, &builder.touching[i]);
    vector_release(&builder.touching[i]);
  }
  memory_release(builder.touching);
  memory_release(builder.before);
  map_release(&builder.seen);
  return complete;
}

const struct race *race_in_model(const struct formula *formula, const uint32_t *order,
                                 size_t order_count) {
  size_t count = formula->symbolic->nodes.count, first = SIZE_MAX;
  size_t *places = memory_allocate_zeroed((count + 1) * sizeof *places);
  for (size_t i = 0; i < order_count; i++)
    places[order[i]] = i;
  const struct race *found = NULL;
  vector_each (race, &formula->races) {
    size_t a = places[race->a->node], b = places[race->b->node], place = a < b ? a : b;
    if (place >= first || !formula_value(formula, race->literal))
      continue;
    found = race;
    first = place;
  }
  memory_release(places);
  return found;
}
