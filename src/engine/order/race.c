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
#include "program/access.h"

enum { MOST_RACES = 1000000 };

struct accesses {
  const struct order_event **items;
  size_t count, capacity;
};

struct race_builder {
  struct formula *formula;
  struct accesses *touching; /* per instance */
  uint32_t *before;          /* per node: the node before it, of its thread or of a creator */
  struct map seen;           /* pairs of accesses that touch several instances in common */
};

static void list_accesses(struct race_builder *builder, const struct order_event *events,
                          size_t count) {
  for (size_t i = 0; i < count; i++)
    for (uint32_t j = 0; !events[i].is_silent && j < events[i].target_count; j++)
      vector_push(&builder->touching[events[i].targets[j]], &events[i]);
}

/* Under sc, each node except the first has one link, from the node before it. */
static void list_nodes(struct race_builder *builder) {
  const struct formula *formula = builder->formula;
  size_t count = formula->run->log.nodes.count;
  builder->before = memory_allocate((count + 1) * sizeof *builder->before);
  for (size_t i = 0; i < count; i++)
    builder->before[i] = NO_NODE;
  for (size_t i = 0; i < formula->precedence.links.count; i++)
    builder->before[formula->precedence.links.items[i].to] =
        formula->precedence.links.items[i].from;
}

static const struct term *starts_before_end(struct terms *terms, const struct order_event *a,
                                            const struct order_event *b) {
  return term_apply(terms, OP_ULT, a->address, order_plus(terms, b->address, b->size), NULL);
}

/* This needs fewer gates than order_overlap(), but no address may be near the largest number. */
static const struct term *overlap(struct terms *terms, const struct order_event *a,
                                  const struct order_event *b) {
  return order_and(terms, starts_before_end(terms, a, b), starts_before_end(terms, b, a));
}

static bool is_free(const struct order_event *access) { return access->edge->op == OPERATION_FREE; }

/* Events are executed only on live objects; an access that races with a free may come after it. */
static const struct term *some_alive(struct order_run *run, const struct order_event *a,
                                     const struct order_event *b) {
  if (is_free(a) && is_free(b))
    return order_or(run->terms, a->value, b->value);
  return is_free(a) ? a->value : is_free(b) ? b->value : always(run->terms);
}

/* Is the access part of a step that must not depend on the other access? See above. */
static bool must_be_first(const struct order_run *run, const struct order_event *access) {
  bool in_section = run->log.nodes.items[access->node].edge != access->edge;
  return in_section || (access->writes && access->edge->op == OPERATION_CAS);
}

/* What the thread of `a` does before `a`, or also the node of `a`, comes before `b`. */
static void must_come_before(struct race_builder *builder, int race, const struct order_event *a,
                             const struct order_event *b) {
  struct formula *formula = builder->formula;
  uint32_t before = must_be_first(formula->run, a) ? a->node : builder->before[a->node];
  if (before != NO_NODE)
    formula_imply(formula, race, formula_position_before(formula, before, b->node));
}

static void add_race(struct race_builder *builder, const struct order_event *a,
                     const struct order_event *b) {
  struct formula *formula = builder->formula;
  const struct term *place = overlap(formula->run->terms, a, b);
  if (term_is_false(place) || formula_is_ordered(formula, a->node, b->node))
    return;
  struct race race = {a, b, solver_fresh_literal(formula->solver)};
  formula_imply(formula, race.literal,
                formula_literal(formula, is_free(b) ? a->reached : a->guard));
  formula_imply(formula, race.literal,
                formula_literal(formula, is_free(a) ? b->reached : b->guard));
  formula_imply(formula, race.literal, formula_literal(formula, place));
  formula_imply(formula, race.literal, formula_literal(formula, some_alive(formula->run, a, b)));
  if (formula->run->memory_model == MEMORY_SC) {
    must_come_before(builder, race.literal, a, b);
    must_come_before(builder, race.literal, b, a);
  }
  vector_push(&formula->goals.races, race);
}

/* Both are under the same lock: at most one thread holds it. */
static bool exclude_each_other(const struct order_run *run, const struct order_event *a,
                               const struct order_event *b) {
  if (!a->epoch || !b->epoch)
    return false;
  const struct section *sections = run->log.sections.items;
  return sections[run->log.epochs.items[a->epoch].sections[0]].lock ==
         sections[run->log.epochs.items[b->epoch].sections[0]].lock;
}

static bool may_conflict(const struct order_run *run, const struct order_event *a,
                         const struct order_event *b) {
  return (a->writes || b->writes) && !(a->is_atomic && b->is_atomic) && !edge_is_quiet(a->edge) &&
         !edge_is_quiet(b->edge) && !exclude_each_other(run, a, b) &&
         run->log.nodes.items[a->node].thread != run->log.nodes.items[b->node].thread;
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
  struct order_run *run = formula->run;
  for (size_t i = 0; i < list->count; i++) {
    for (size_t j = i + 1; j < list->count && !formula_is_stopped(formula); j++)
      if (may_conflict(run, list->items[i], list->items[j]) &&
          add_new_pair(builder, list->items[i], list->items[j]))
        add_race(builder, list->items[i], list->items[j]);
    if (formula->goals.races.count > MOST_RACES)
      return false;
  }
  return true;
}

bool race_add_pairs(struct formula *formula) {
  const struct order_run *run = formula->run;
  struct race_builder builder = {.formula = formula};
  builder.touching = memory_allocate_zeroed((run->instances.count + 1) * sizeof *builder.touching);
  list_accesses(&builder, run->log.events.items, run->log.events.count);
  if (run->memory_model == MEMORY_SC)
    list_accesses(&builder, run->log.frees.items, run->log.frees.count);
  list_nodes(&builder);
  bool complete = true;
  for (size_t i = 0; i < run->instances.count; i++) {
    complete = complete && add_races_of(&builder, &builder.touching[i]);
    vector_release(&builder.touching[i]);
  }
  memory_release(builder.touching);
  memory_release(builder.before);
  map_release(&builder.seen);
  return complete;
}

const struct race *race_in_model(const struct formula *formula) {
  size_t count = formula->run->log.nodes.count, first = SIZE_MAX;
  size_t *places = memory_allocate_zeroed((count + 1) * sizeof *places);
  for (size_t i = 0; i < formula->order.count; i++)
    places[formula->order.items[i]] = i;
  const struct race *found = NULL;
  vector_each (race, &formula->goals.races) {
    size_t a = places[race->a->node], b = places[race->b->node], place = a < b ? a : b;
    if (place >= first || !formula_value(formula, race->literal))
      continue;
    found = race;
    first = place;
  }
  memory_release(places);
  return found;
}

/* Adds the node, and the nodes of its thread up to it. */
static void add_cause(const struct formula *formula, bool *is_cause, uint32_t node) {
  const struct order_node *nodes = formula->run->log.nodes.items;
  vector_each (other, &formula->order) {
    if (nodes[*other].thread == nodes[node].thread &&
        nodes[*other].position <= nodes[node].position)
      is_cause[*other] = true;
  }
}

/* Adds what comes before causes: the writes that they read from, and what creators did before they
 * created threads. Causes come first in the order. */
static void add_causes(const struct formula *formula, bool *is_cause) {
  const struct event_log *log = &formula->run->log;
  for (size_t i = formula->order.count; i-- > 0;) {
    uint32_t node = formula->order.items[i], thread = log->nodes.items[node].thread;
    if (!is_cause[node])
      continue;
    vector_each (reading, &formula->readings) {
      if (log->events.items[reading->event].node != node)
        continue;
      const struct read_source *source = formula_source(formula, reading);
      if (source && source->write != FROM_START)
        add_cause(formula, is_cause, log->events.items[source->write].node);
    }
    for (; log->threads.items[thread].creator != thread;
         thread = log->threads.items[thread].creator)
      vector_each (other, &formula->order) {
        const struct order_node *before = &log->nodes.items[*other];
        is_cause[*other] |= before->thread == log->threads.items[thread].creator &&
                            before->position < log->threads.items[thread].spawn_position;
      }
  }
}

void race_keep_causes(struct formula *formula, const struct race *race) {
  bool *is_cause = memory_allocate_zeroed(formula->run->log.nodes.count + 1);
  size_t kept = 0;
  add_cause(formula, is_cause, race->a->node);
  add_cause(formula, is_cause, race->b->node);
  add_causes(formula, is_cause);
  vector_each (node, &formula->order) {
    if (is_cause[*node])
      formula->order.items[kept++] = *node;
  }
  formula->order.count = kept;
  memory_release(is_cause);
}
