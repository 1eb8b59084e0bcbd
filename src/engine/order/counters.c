/* SPDX-License-Identifier: Apache-2.0 */
/* Counters: words that, once there are several threads, are only changed by adding constants, while
 * no other thread can change them. A read then returns the value at the creation of the first
 * thread plus all steps before the read. It needs no source: the steps of a thread add up one after
 * the other, so the thread contributes one of its prefix sums, selected by the order of the steps
 * and the read. */
#include "engine/order/formula.h"

enum { FEWEST_STEPS = 3, MOST_SUMMANDS = 400000 };

struct counter {
  const struct term *start; /* NULL: the word is no counter */
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
  uint64_t summands; /* how many, so far, in all sums */
};

/* Is the event before the creation of the first thread? Then the start value includes it. */
static bool is_early(const struct order_run *run, const struct order_event *event) {
  const struct order_node *node = &run->log.nodes.items[event->node];
  return !node->thread && node->position < run->log.threads.items[1].spawn_position;
}

static struct counter *counter_at(struct counters *counters, const struct order_event *event) {
  uint64_t index, start;
  uint64_t address = event->address->value;
  if (map_get(&counters->by_address, address, &index))
    return &counters->list.items[index];
  struct counter counter = {.size = event->size};
  if (map_get(&counters->formula->run->symbols.start_values, address, &start))
    counter.start = (const struct term *)(uintptr_t)start;
  map_set(&counters->by_address, address, counters->list.count);
  vector_push(&counters->list, counter);
  return &vector_last(&counters->list);
}

static void add_write(struct counters *counters, uint32_t number, bool whole) {
  const struct order_run *run = counters->formula->run;
  const struct order_event *event = &run->log.events.items[number];
  if (!term_is_constant(event->address) || is_early(run, event))
    return;
  struct counter *counter = counter_at(counters, event);
  if (!event->step || !whole || counter->size != event->size)
    counter->start = NULL;
  vector_push(&counter->steps, number);
}

struct counters *counters_find(struct formula *formula, const uint32_t *pieces) {
  const struct order_run *run = formula->run;
  struct counters *counters = memory_allocate_zeroed(sizeof *counters);
  counters->formula = formula;
  if (run->symbols.start_count != 1 || run->memory_model != MEMORY_SC ||
      formula->precedence.is_eager)
    return counters;
  for (uint32_t i = 0; i < run->log.events.count; i++)
    if (run->log.events.items[i].writes)
      add_write(counters, i, pieces[i] == run->log.events.items[i].size);
  return counters;
}

void counters_destroy(struct counters *counters) {
  vector_release_members(&counters->list, steps);
  map_release(&counters->by_address);
  memory_release(counters);
}

/* Consecutive steps of one thread, each of which is executed only if the previous one is. */
struct chain {
  const struct term *added; /* the sum of the executed steps, as a selection among prefix sums */
  uint64_t sum;             /* of all steps */
  const struct term *guard; /* of the last step */
};

/* Is the step executed, and before the read? */
static const struct term *precedes(struct formula *formula, uint32_t read, uint32_t step) {
  struct order_run *run = formula->run;
  const struct order_event *events = run->log.events.items;
  int before = formula_event_before(formula, step, read);
  int executed = guard_implies(events[read].guard, events[step].guard)
                     ? LITERAL_TRUE
                     : formula->guards.items[step];
  if (before == LITERAL_FALSE || executed == LITERAL_FALSE)
    return never(run->terms);
  if (before == LITERAL_TRUE && executed == LITERAL_TRUE)
    return always(run->terms);
  const struct term *both = symbols_fresh(&run->symbols, 1);
  int literal = formula_literal(formula, both);
  formula_imply(formula, literal, before);
  formula_imply(formula, literal, executed);
  formula_add_clause(formula, (int[]){literal, -before, -executed}, 3);
  return both;
}

static const struct term *sum_before(struct counters *counters, const struct counter *counter,
                                     uint32_t read) {
  struct formula *formula = counters->formula;
  struct terms *terms = formula->run->terms;
  unsigned width = counter->size * 8;
  const struct term *zero = term_constant(terms, width, 0), *sum = counter->start;
  struct chain chain = {.added = zero};
  uint32_t thread = UINT32_MAX;
  for (size_t i = 0; i < counter->steps.count; i++) {
    uint32_t number = counter->steps.items[i];
    const struct order_event *step = &formula->run->log.events.items[number];
    uint32_t of = formula->run->log.nodes.items[step->node].thread;
    if (of != thread || !guard_implies(step->guard, chain.guard)) {
      sum = term_apply(terms, OP_ADD, sum, chain.added, NULL);
      chain = (struct chain){.added = zero};
      thread = of;
    }
    chain.sum = (chain.sum + step->step->value) & width_mask(width);
    chain.guard = step->guard;
    chain.added = term_apply(terms, OP_ITE, precedes(formula, read, number),
                             term_constant(terms, width, chain.sum), chain.added);
  }
  return term_apply(terms, OP_ADD, sum, chain.added, NULL);
}

bool counters_add_reading(struct counters *counters, uint32_t read) {
  struct formula *formula = counters->formula;
  struct order_run *run = formula->run;
  const struct order_event *event = &run->log.events.items[read];
  uint64_t index;
  if (!term_is_constant(event->address) || event->abbreviated || event->waits_for ||
      !map_get(&counters->by_address, event->address->value, &index))
    return false;
  const struct counter *counter = &counters->list.items[index];
  const struct instance *instance = run->instances.items[event->targets[0]];
  if (instance->marks->wild || !counter->start || counter->size != event->size ||
      counter->steps.count < FEWEST_STEPS || is_early(run, event) ||
      counters->summands + counter->steps.count > MOST_SUMMANDS)
    return false;
  /* If the first thread is not created, the word may have another start value. */
  if (!guard_implies(event->guard, run->log.threads.items[1].guard))
    return false;
  counters->summands += counter->steps.count;
  formula_imply_equal(formula, formula->guards.items[read],
                      order_equal(run->terms, event->value, sum_before(counters, counter, read)));
  return true;
}
