/* SPDX-License-Identifier: Apache-2.0 */
/* Counters: words that, once there are several threads, are only changed by adding constants, while
 * no other thread can change them. A read then returns the value at the creation of the first
 * thread plus all steps before the read. This needs no reads-from: the steps of a thread add up one
 * after the other, so their contribution is a choice between prefix sums by their order with the
 * read. */
#include "engine/order/formula.h"

#include "base/map.h"

enum { FEWEST_STEPS = 3, MOST_SUMMANDS = 400000 };

struct counter {
  const struct term *start; /* NULL: it is none */
  uint32_t size;
  struct {
    uint32_t *items; /* events */
    size_t count, capacity;
  } steps;
};

struct counters {
  struct formula *formula;
  struct map by_address; /* indices */
  VECTOR(struct counter) list;
  uint64_t summands; /* so far, in all sums */
};

/* Before the first thread was created: part of what the others find. */
static bool is_early(const struct symbolic *symbolic, const struct order_event *event) {
  const struct order_node *node = &symbolic->nodes.items[event->node];
  return !node->thread && node->position < symbolic->threads.items[1].spawn_position;
}

static struct counter *counter_at(struct counters *counters, const struct order_event *event) {
  uint64_t index, start;
  uint64_t address = event->address->value;
  if (map_get(&counters->by_address, address, &index))
    return &counters->list.items[index];
  struct counter counter = {.size = event->size};
  if (map_get(&counters->formula->symbolic->start_values, address, &start))
    counter.start = (const struct term *)(uintptr_t)start;
  map_set(&counters->by_address, address, counters->list.count);
  vector_push(&counters->list, counter);
  return &vector_last(&counters->list);
}

static void add_write(struct counters *counters, uint32_t number, bool whole) {
  const struct symbolic *symbolic = counters->formula->symbolic;
  const struct order_event *event = &symbolic->events.items[number];
  if (!term_is_constant(event->address) || is_early(symbolic, event))
    return;
  struct counter *counter = counter_at(counters, event);
  if (!event->step || !whole || counter->size != event->size)
    counter->start = NULL;
  vector_push(&counter->steps, number);
}

struct counters *counters_find(struct formula *formula, const uint32_t *pieces) {
  const struct symbolic *symbolic = formula->symbolic;
  struct counters *counters = memory_allocate_zeroed(sizeof *counters);
  counters->formula = formula;
  if (symbolic->start_count != 1 || symbolic->memory_model != MEMORY_SC || formula->eager)
    return counters;
  for (uint32_t i = 0; i < symbolic->events.count; i++)
    if (symbolic->events.items[i].writes)
      add_write(counters, i, pieces[i] == symbolic->events.items[i].size);
  return counters;
}

void counters_destroy(struct counters *counters) {
  vector_release_members(&counters->list, steps);
  map_release(&counters->by_address);
  memory_release(counters);
}

/* A sum that is being made of the steps of one thread each of which is executed only if the one
 * before is. */
struct chain {
  const struct term *added; /* up to now, a choice */
  uint64_t sum;             /* of all its steps up to now */
  const struct term *guard; /* of the last */
};

/* Is the step executed, and before the read? */
static const struct term *counts(struct formula *formula, uint32_t read, uint32_t step) {
  struct symbolic *symbolic = formula->symbolic;
  const struct order_event *events = symbolic->events.items;
  int before = formula_event_before(formula, step, read);
  int executed = guard_implies(events[read].guard, events[step].guard)
                     ? LITERAL_TRUE
                     : formula->guards.items[step];
  if (before == LITERAL_FALSE || executed == LITERAL_FALSE)
    return never(symbolic);
  if (before == LITERAL_TRUE && executed == LITERAL_TRUE)
    return always(symbolic);
  const struct term *both = order_fresh(symbolic, 1);
  int literal = formula_literal(formula, both);
  int implies_before[] = {-literal, before}, implies_executed[] = {-literal, executed};
  int implied[] = {literal, -before, -executed};
  formula_add_clause(formula, implies_before, 2);
  formula_add_clause(formula, implies_executed, 2);
  formula_add_clause(formula, implied, 3);
  return both;
}

static const struct term *sum_before(struct counters *counters, const struct counter *counter,
                                     uint32_t read) {
  struct formula *formula = counters->formula;
  struct terms *terms = formula->symbolic->terms;
  unsigned width = counter->size * 8;
  const struct term *zero = term_constant(terms, width, 0), *sum = counter->start;
  struct chain chain = {.added = zero};
  uint32_t thread = UINT32_MAX;
  for (size_t i = 0; i < counter->steps.count; i++) {
    uint32_t number = counter->steps.items[i];
    const struct order_event *step = &formula->symbolic->events.items[number];
    uint32_t of = formula->symbolic->nodes.items[step->node].thread;
    if (of != thread || !guard_implies(step->guard, chain.guard)) {
      sum = term_apply(terms, OP_ADD, sum, chain.added, NULL);
      chain = (struct chain){.added = zero};
      thread = of;
    }
    chain.sum = (chain.sum + step->step->value) & width_mask(width);
    chain.guard = step->guard;
    chain.added = term_apply(terms, OP_ITE, counts(formula, read, number),
                             term_constant(terms, width, chain.sum), chain.added);
  }
  return term_apply(terms, OP_ADD, sum, chain.added, NULL);
}

bool counters_add_reading(struct counters *counters, uint32_t read) {
  struct formula *formula = counters->formula;
  struct symbolic *symbolic = formula->symbolic;
  const struct order_event *event = &symbolic->events.items[read];
  uint64_t index;
  if (!term_is_constant(event->address) || event->abbreviated || event->waits_for ||
      !map_get(&counters->by_address, event->address->value, &index))
    return false;
  const struct counter *counter = &counters->list.items[index];
  const struct instance *instance = symbolic->instances.items[event->targets[0]];
  if (instance->marks->wild || !counter->start || counter->size != event->size ||
      counter->steps.count < FEWEST_STEPS || is_early(symbolic, event) ||
      counters->summands + counter->steps.count > MOST_SUMMANDS)
    return false;
  /* Where the first thread was not created, the word may have started from something else. */
  if (!guard_implies(event->guard, symbolic->threads.items[1].guard))
    return false;
  counters->summands += counter->steps.count;
  formula_imply_equal(formula, formula->guards.items[read],
                      order_equal(symbolic, event->value, sum_before(counters, counter, read)));
  return true;
}
