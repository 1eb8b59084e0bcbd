/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the formula: possible sources of reads, their consequences, errors and incompleteness. */
#include "engine/order/consistency.h"
#include "engine/order/model.h"
#include "engine/order/outlive.h"
#include "engine/order/places.h"

#include <string.h>

/* The clauses of a read grow with the square of its sources. They help the solver, so the formula
 * contains them up to this number. */
enum { MOST_EAGER_CLAUSES = 150000 };

struct formula_builder {
  struct formula *formula;
  struct places places;
  uint32_t *stamps; /* per event: the last read that it was a candidate for */
  uint32_t stamp;
  struct map initial; /* by instance << 32 | offset: variable of an arbitrary cell */
};

static const struct term *initial_cell(struct formula_builder *builder,
                                       const struct instance *instance, uint64_t offset,
                                       uint32_t size) {
  struct order_run *run = builder->formula->run;
  if (!instance->arbitrary) {
    uint64_t bits = 0;
    if (instance->bytes)
      memcpy(&bits, instance->bytes + offset, size);
    return term_constant(run->terms, size * 8, bits);
  }
  uint64_t key = (uint64_t)instance->number << 32 | offset, known;
  if (map_get(&builder->initial, key, &known))
    return (const struct term *)(uintptr_t)known;
  const struct term *fresh = symbols_fresh(&run->symbols, size * 8);
  map_set(&builder->initial, key, (uint64_t)(uintptr_t)fresh);
  return fresh;
}

/* The initial contents of `size` bytes at the address. */
static const struct term *initial_value(struct formula_builder *builder,
                                        const struct order_event *read, const struct term *address,
                                        uint32_t size) {
  struct order_run *run = builder->formula->run;
  const struct term *value = NULL;
  for (uint32_t i = 0; i < read->target_count; i++) {
    const struct instance *instance = run->instances.items[read->targets[i]];
    if (instance->size < size)
      continue;
    if (term_is_constant(address)) {
      uint64_t offset = address->value - instance->base;
      if (offset <= instance->size - size)
        return initial_cell(builder, instance, offset, size);
      continue;
    }
    bool zeros = !instance->arbitrary && !instance->bytes;
    for (uint64_t at = -instance->base % size; at + size <= instance->size; at += size) {
      const struct term *here = order_is(run->terms, address, instance->base + at);
      if (zeros)
        here = always(run->terms); /* all cells are equal */
      if (term_is_false(here))
        continue;
      const struct term *cell = initial_cell(builder, instance, at, size);
      if (zeros && value && read->target_count > 1)
        here = order_below(run->terms, order_offset(run->terms, address, instance->base),
                           instance->size);
      value = value ? order_choose(run->terms, here, cell, value) : cell;
      if (zeros)
        break;
    }
  }
  return value ? value : term_constant(run->terms, size * 8, 0);
}

static const struct term *lane_value(const struct order_run *run, const struct order_event *event,
                                     uint32_t piece, uint32_t lane) {
  return piece < event->size ? term_extract(run->terms, lane * 8, piece * 8, event->value)
                             : event->value;
}

static bool is_same_thread(const struct order_run *run, const struct order_event *a,
                           const struct order_event *b) {
  return run->log.nodes.items[a->node].thread == run->log.nodes.items[b->node].thread;
}

/* Adds each piece of a write that may be to the same place as the read and is not certainly
 * later. */
static void add_candidates(struct formula_builder *builder, struct read_candidate *reading) {
  struct formula *formula = builder->formula;
  const struct order_run *run = formula->run;
  const struct order_event *read = &run->log.events.items[reading->event];
  uint32_t piece = builder->places.pieces[reading->event];
  const struct term *here = places_tell(&builder->places, read, reading->lane);
  builder->stamp++;
  for (uint32_t i = 0; i < read->target_count; i++) {
    for (size_t j = 0; j < builder->places.touching[read->targets[i]].count; j++) {
      if (formula_is_stopped(formula))
        return;
      uint32_t number = builder->places.touching[read->targets[i]].items[j];
      const struct order_event *write = &run->log.events.items[number];
      if (!write->writes || builder->stamps[number] == builder->stamp ||
          !places_may_overlap(read, write))
        continue;
      builder->stamps[number] = builder->stamp;
      if (read->epoch && write->overwritten && !is_same_thread(run, read, write))
        continue;
      if (formula_event_before(formula, reading->event, number) == LITERAL_TRUE)
        continue;
      for (uint32_t lane = 0; lane < write->size; lane += piece) {
        const struct term *same =
            order_equal(run->terms, here, places_tell(&builder->places, write, lane));
        if (term_is_false(same))
          continue;
        struct read_source source = {number, lane, 0, formula_literal(formula, same)};
        vector_push(&formula->sources, source);
        reading->source_count++;
      }
    }
  }
}

/* Drops writes that another write certainly hides; true: it hides the initial contents too. */
static bool drop_hidden(struct formula_builder *builder, struct read_candidate *reading) {
  struct formula *formula = builder->formula;
  const struct order_run *run = formula->run;
  const struct order_event *read = &run->log.events.items[reading->event];
  struct read_source *sources = formula->sources.items + reading->first_source;
  uint32_t last = FROM_START; /* the latest write that is certainly before the read */
  for (uint32_t i = 0; i < reading->source_count; i++) {
    if (sources[i].same_place != LITERAL_TRUE ||
        formula_event_before(formula, sources[i].write, reading->event) != LITERAL_TRUE ||
        !guard_implies(read->guard, run->log.events.items[sources[i].write].guard))
      continue;
    if (last == FROM_START || formula_event_before(formula, last, sources[i].write) == LITERAL_TRUE)
      last = sources[i].write;
  }
  if (last == FROM_START)
    return false;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < reading->source_count; i++)
    if (sources[i].write == last ||
        formula_event_before(formula, sources[i].write, last) != LITERAL_TRUE)
      sources[kept++] = sources[i];
  reading->source_count = kept;
  formula->sources.count = reading->first_source + kept;
  return true;
}

static void add_source_clauses(struct formula_builder *builder,
                               const struct read_candidate *reading, struct read_source *source,
                               const struct term *place_value, bool guessed) {
  struct formula *formula = builder->formula;
  const struct order_run *run = formula->run;
  const struct order_event *read = &run->log.events.items[reading->event];
  uint32_t piece = builder->places.pieces[reading->event];
  int fresh = solver_fresh_literal(formula->solver);
  source->chosen = guessed ? fresh : -fresh;
  const struct term *value = place_value;
  if (source->write != FROM_START) {
    const struct order_event *write = &run->log.events.items[source->write];
    value = lane_value(run, write, piece, source->lane);
    formula_imply(formula, source->chosen, formula->guards.items[source->write]);
    formula_imply(formula, source->chosen, source->same_place);
    formula_imply(formula, source->chosen,
                  formula_event_before(formula, source->write, reading->event));
  }
  const struct term *equal =
      order_equal(run->terms, lane_value(run, read, piece, reading->lane), value);
  formula_imply_equal(formula, source->chosen, equal);
}

/* A solver first tries to make a variable true. For the order of two nodes, this is the order in
 * which they were executed here, one thread after the other; so the guess is that a read takes its
 * value from the last write before it in this order. */
static const struct read_source *guess_source(const struct read_candidate *reading,
                                              const struct read_source *sources) {
  const struct read_source *last = NULL, *start = NULL;
  for (const struct read_source *source = sources; source < sources + reading->source_count;
       source++)
    if (source->write == FROM_START)
      start = source;
    else if (source->write < reading->event && (!last || source->write > last->write))
      last = source;
  return last ? last : start;
}

static void add_reading(struct formula_builder *builder, uint32_t event, uint32_t lane) {
  struct formula *formula = builder->formula;
  const struct order_event *read = &formula->run->log.events.items[event];
  struct read_candidate reading = {event, lane, (uint32_t)formula->sources.count, 0, false};
  add_candidates(builder, &reading);
  const struct term *start = NULL;
  if (!drop_hidden(builder, &reading)) {
    start = initial_value(builder, read, places_shift(&builder->places, read->address, lane),
                          builder->places.pieces[event]);
    struct read_source source = {FROM_START, 0, 0, LITERAL_TRUE};
    vector_push(&formula->sources, source);
    reading.source_count++;
  }
  VECTOR(int) some = {0};
  vector_push(&some, -formula->guards.items[event]);
  struct read_source *sources = formula->sources.items + reading.first_source;
  const struct read_source *guess = guess_source(&reading, sources);
  for (uint32_t i = 0; i < reading.source_count && !formula_is_stopped(formula); i++) {
    add_source_clauses(builder, &reading, &sources[i], start, &sources[i] == guess);
    vector_push(&some, sources[i].chosen);
  }
  formula_add_clause(formula, some.items, some.count);
  vector_release(&some);
  reading.lazy = formula->order_clauses + (uint64_t)reading.source_count * reading.source_count >
                 MOST_EAGER_CLAUSES;
  for (uint32_t i = 0; i < reading.source_count && !reading.lazy; i++)
    for (uint32_t j = 0; j < reading.source_count; j++)
      if (sources[j].write != FROM_START && sources[j].write != sources[i].write)
        formula_forbid_between(formula, &reading, &sources[i], &sources[j]);
  vector_push(&formula->readings, reading);
}

struct literal_list {
  int *items;
  size_t count, capacity;
};

/* Excludes executions in which an assumption in an atomic section does not hold, unless the section
 * races, which ends the execution before the assumption, or something in it was left out that may
 * have made the assumption true. */
static void forbid_impossible(struct formula *formula) {
  const struct order_run *run = formula->run;
  if (!run->outcomes.impossible.count)
    return;
  struct literal_list *excuses =
      memory_allocate_zeroed((run->log.nodes.count + 1) * sizeof *excuses); /* per node */
  vector_each (race, &formula->goals.races) {
    vector_push(&excuses[race->a->node], race->literal);
    vector_push(&excuses[race->b->node], race->literal);
  }
  for (size_t i = 0; i < run->outcomes.incomplete.count; i++)
    if (run->outcomes.incomplete.items[i].node != NO_NODE)
      vector_push(&excuses[run->outcomes.incomplete.items[i].node], formula->goals.incomplete[i]);
  vector_each (impossible, &run->outcomes.impossible) {
    struct literal_list *clause = &excuses[impossible->node];
    vector_push(clause, -formula_literal(formula, impossible->condition));
    formula_add_clause(formula, clause->items, clause->count);
    clause->count--;
  }
  for (size_t i = 0; i < run->log.nodes.count; i++)
    vector_release(&excuses[i]);
  memory_release(excuses);
}

static void add_goals(struct formula *formula) {
  const struct order_run *run = formula->run;
  struct goals *goals = &formula->goals;
  VECTOR(int) violations = {0};
  goals->errors = arena_allocate(run->arena, (run->outcomes.errors.count + 1) * sizeof(int));
  for (size_t i = 0; i < run->outcomes.errors.count; i++) {
    goals->errors[i] = solver_fresh_literal(formula->solver);
    formula_imply(formula, goals->errors[i],
                  formula_literal(formula, run->outcomes.errors.items[i].condition));
    vector_push(&violations, goals->errors[i]);
  }
  for (size_t i = 0; i < goals->races.count; i++)
    vector_push(&violations, goals->races.items[i].literal);
  goals->some_error = formula_add_choice(formula, violations.items, violations.count);
  vector_release(&violations);
  goals->incomplete =
      arena_allocate(run->arena, (run->outcomes.incomplete.count + 1) * sizeof(int));
  for (size_t i = 0; i < run->outcomes.incomplete.count; i++)
    goals->incomplete[i] = formula_literal(formula, run->outcomes.incomplete.items[i].condition);
  for (size_t i = 0; i < run->outcomes.incomplete.count; i++)
    if (run->outcomes.incomplete.items[i].mixed)
      formula_imply(formula, goals->some_error, -goals->incomplete[i]);
  goals->some_incompleteness =
      formula_add_choice(formula, goals->incomplete, run->outcomes.incomplete.count);
}

/* Eager encoding: nodes of different threads have different clocks, and links order the clocks. */
static void add_clocks(struct formula *formula) {
  const struct order_run *run = formula->run;
  unsigned width = 1;
  while (((size_t)1 << width) <= run->log.nodes.count)
    width++;
  formula->precedence.clocks =
      arena_allocate(run->arena, (run->log.nodes.count + 1) * sizeof *formula->precedence.clocks);
  for (size_t i = 0; i < run->log.nodes.count; i++)
    formula->precedence.clocks[i] = symbols_fresh(&formula->run->symbols, width);
  vector_each (link, &formula->precedence.links) {
    const struct term *before =
        term_apply(run->terms, OP_ULT, formula->precedence.clocks[link->from],
                   formula->precedence.clocks[link->to], NULL);
    formula_imply(formula, link->literal, formula_literal(formula, before));
  }
  for (size_t i = 0; i < run->log.nodes.count; i++) {
    const struct order_node *node = &run->log.nodes.items[i];
    for (size_t j = 0; j < i && !formula_is_stopped(formula); j++) {
      if (run->log.nodes.items[j].thread == node->thread)
        continue;
      bool first = event_log_spawned_after(&run->log, &run->log.nodes.items[j], node);
      bool second = event_log_spawned_after(&run->log, node, &run->log.nodes.items[j]);
      const struct term *a = formula->precedence.clocks[first ? j : i],
                        *b = formula->precedence.clocks[first ? i : j];
      solver_assert(formula->solver, first || second
                                         ? term_apply(run->terms, OP_ULT, a, b, NULL)
                                         : order_not(run->terms, order_equal(run->terms, a, b)));
    }
  }
}

static void add_readings(struct formula_builder *builder) {
  struct order_run *run = builder->formula->run;
  struct counters *counters = counters_find(builder->formula, builder->places.pieces);
  for (uint32_t i = 0; i < run->log.events.count; i++) {
    const struct order_event *event = &run->log.events.items[i];
    if (event->writes || event->takes || event->is_known)
      continue;
    if (formula_is_stopped(builder->formula))
      break;
    if (builder->places.pieces[i] == event->size && counters_add_reading(counters, i))
      continue;
    for (uint32_t lane = 0; lane < event->size; lane += builder->places.pieces[i])
      add_reading(builder, i, lane);
  }
  counters_destroy(counters);
}

void formula_build(struct formula *formula) {
  struct order_run *run = formula->run;
  struct formula_builder builder = {.formula = formula};
  event_log_by_node(&run->log, &formula->first_event, &formula->events);
  model_add_links(formula);
  if (formula->precedence.is_eager)
    add_clocks(formula);
  places_find(&builder.places, formula);
  if (run->memory_model == MEMORY_RC11)
    consistency_leave_mixed(formula, builder.places.pieces);
  builder.stamps = arena_allocate(run->arena, (run->log.events.count + 1) * sizeof *builder.stamps);
  for (size_t i = 0; i < run->log.events.count; i++)
    vector_push(&formula->guards, formula_is_stopped(formula)
                                      ? LITERAL_FALSE
                                      : formula_literal(formula, run->log.events.items[i].guard));
  for (size_t i = 0; i < run->symbols.facts.count && !formula_is_stopped(formula); i++)
    solver_assert(formula->solver, run->symbols.facts.items[i]);
  add_readings(&builder);
  if (run->memory_model == MEMORY_RC11)
    consistency_prepare(formula, &builder.places);
  formula_add_sections(formula);
  formula_add_ends(formula);
  if (order_run_checks(run, PROPERTY_RACE) && !memory_model_has_buffers(run->memory_model))
    formula->goals.too_many_races = !race_add_pairs(formula);
  bool has_pairs = outlive_add_pairs(formula);
  formula->goals.too_many_races |= !has_pairs;
  if (!formula->precedence.is_eager && run->memory_model == MEMORY_SC)
    formula_add_chains(formula);
  if (!formula_is_stopped(formula)) {
    add_goals(formula);
    forbid_impossible(formula);
    if (run->endings.stops.count)
      formula_add_deadlock(formula);
  }
  places_release(&builder.places);
  map_release(&builder.initial);
}
