/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the formula: possible sources of reads, their consequences, errors and incompleteness. */
#include "engine/order/consistency.h"
#include "engine/order/model.h"
#include "engine/order/outlive.h"
#include "engine/order/places.h"

#include <string.h>

/* The clauses of a read grow with the square of its sources. They help the solver, so they are
 * given to it as long as there are not too many. */
enum { MOST_EAGER_CLAUSES = 150000 };

bool formula_value(const struct formula *formula, int literal) {
  if (literal == LITERAL_TRUE || literal == LITERAL_FALSE)
    return literal == LITERAL_TRUE;
  return solver_value(formula->solver, literal);
}

/* Constants are resolved here, so that callers need not care. */
void formula_add_clause(struct formula *formula, const int *literals, size_t count) {
  VECTOR(int) clause = {0};
  bool holds = false;
  for (size_t i = 0; i < count && !holds; i++) {
    holds = literals[i] == LITERAL_TRUE;
    if (literals[i] != LITERAL_FALSE)
      vector_push(&clause, literals[i]);
  }
  if (!holds)
    solver_add_clause(formula->solver, clause.items, clause.count);
  vector_release(&clause);
}

int formula_literal(struct formula *formula, const struct term *term) {
  if (term_is_true(term))
    return LITERAL_TRUE;
  return term_is_false(term) ? LITERAL_FALSE : solver_literal(formula->solver, term);
}

bool formula_is_stopped(struct formula *formula) {
  enum { ASKED_BETWEEN_LOOKS = 64 };
  struct symbolic *symbolic = formula->symbolic;
  if (symbolic->status == STATUS_OK && formula->looks++ % ASKED_BETWEEN_LOOKS == 0)
    symbolic->status = limits_check(symbolic->limits, &symbolic->status_reason);
  return symbolic->status != STATUS_OK;
}

struct formula_builder {
  struct formula *formula;
  struct places places;
  uint32_t *stamps; /* per event: the reading that last looked at it */
  uint32_t stamp;
  struct map initial; /* instance << 32 | offset: variable of an arbitrary cell */
};

static const struct term *initial_cell(struct formula_builder *builder,
                                       const struct instance *instance, uint64_t offset,
                                       uint32_t size) {
  struct symbolic *symbolic = builder->formula->symbolic;
  if (!instance->arbitrary) {
    uint64_t bits = 0;
    if (instance->bytes)
      memcpy(&bits, instance->bytes + offset, size);
    return term_constant(symbolic->terms, size * 8, bits);
  }
  uint64_t key = (uint64_t)instance->number << 32 | offset, known;
  if (map_get(&builder->initial, key, &known))
    return (const struct term *)(uintptr_t)known;
  const struct term *fresh = order_fresh(symbolic, size * 8);
  map_set(&builder->initial, key, (uint64_t)(uintptr_t)fresh);
  return fresh;
}

/* What `size` bytes at the address held before anything was written. */
static const struct term *initial_value(struct formula_builder *builder,
                                        const struct order_event *read, const struct term *address,
                                        uint32_t size) {
  struct symbolic *symbolic = builder->formula->symbolic;
  const struct term *value = NULL;
  for (uint32_t i = 0; i < read->target_count; i++) {
    const struct instance *instance = symbolic->instances.items[read->targets[i]];
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
      const struct term *here = order_is(symbolic, address, instance->base + at);
      if (zeros)
        here = always(symbolic); /* wherever in it */
      if (term_is_false(here))
        continue;
      const struct term *cell = initial_cell(builder, instance, at, size);
      if (zeros && value && read->target_count > 1)
        here = term_apply(symbolic->terms, OP_ULT, order_offset(symbolic, address, instance->base),
                          order_number(symbolic, address, instance->size), NULL);
      value = value ? order_choose(symbolic, here, cell, value) : cell;
      if (zeros)
        break;
    }
  }
  return value ? value : term_constant(symbolic->terms, size * 8, 0);
}

static const struct term *lane_value(const struct symbolic *symbolic,
                                     const struct order_event *event, uint32_t piece,
                                     uint32_t lane) {
  return piece < event->size ? term_extract(symbolic->terms, lane * 8, piece * 8, event->value)
                             : event->value;
}

static bool is_same_thread(const struct symbolic *symbolic, const struct order_event *a,
                           const struct order_event *b) {
  return symbolic->nodes.items[a->node].thread == symbolic->nodes.items[b->node].thread;
}

/* Candidates: each write (lane) that may be to the same place and is not surely later. */
static void add_candidates(struct formula_builder *builder, struct read_candidate *reading) {
  struct formula *formula = builder->formula;
  const struct symbolic *symbolic = formula->symbolic;
  const struct order_event *read = &symbolic->events.items[reading->event];
  uint32_t piece = builder->places.pieces[reading->event];
  const struct term *here = places_tell(&builder->places, read, reading->lane);
  builder->stamp++;
  for (uint32_t i = 0; i < read->target_count; i++) {
    for (size_t j = 0; j < builder->places.touching[read->targets[i]].count; j++) {
      if (formula_is_stopped(formula))
        return;
      uint32_t number = builder->places.touching[read->targets[i]].items[j];
      const struct order_event *write = &symbolic->events.items[number];
      if (!write->writes || builder->stamps[number] == builder->stamp ||
          !places_may_overlap(read, write))
        continue;
      builder->stamps[number] = builder->stamp;
      if (read->epoch && write->overwritten && !is_same_thread(symbolic, read, write))
        continue;
      if (formula_event_before(formula, reading->event, number) == LITERAL_TRUE)
        continue;
      for (uint32_t lane = 0; lane < write->size; lane += piece) {
        const struct term *same =
            order_equal(symbolic, here, places_tell(&builder->places, write, lane));
        if (term_is_false(same))
          continue;
        struct read_source source = {number, lane, 0, formula_literal(formula, same)};
        vector_push(&formula->sources, source);
        reading->source_count++;
      }
    }
  }
}

/* Drops writes that another one surely hides; true: the initial contents are hidden too. */
static bool drop_hidden(struct formula_builder *builder, struct read_candidate *reading) {
  struct formula *formula = builder->formula;
  const struct symbolic *symbolic = formula->symbolic;
  const struct order_event *read = &symbolic->events.items[reading->event];
  struct read_source *sources = formula->sources.items + reading->first_source;
  uint32_t last = FROM_START; /* the latest write surely before the read */
  for (uint32_t i = 0; i < reading->source_count; i++) {
    if (sources[i].same_place != LITERAL_TRUE ||
        formula_event_before(formula, sources[i].write, reading->event) != LITERAL_TRUE ||
        !guard_implies(read->guard, symbolic->events.items[sources[i].write].guard))
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

void formula_forbid_between(struct formula *formula, const struct read_candidate *reading,
                            const struct read_source *source, const struct read_source *other) {
  int before_source = source->write == FROM_START
                          ? LITERAL_FALSE
                          : formula_event_before(formula, other->write, source->write);
  int after_read = formula_event_before(formula, reading->event, other->write);
  int clause[] = {-source->chosen, -other->same_place, -formula->guards.items[other->write],
                  before_source, after_read};
  formula_add_clause(formula, clause, 5);
  formula->order_clauses++;
}

/* Bit by bit, an equality needs no gates. */
void formula_imply_equal(struct formula *formula, int condition, const struct term *equal) {
  struct terms *terms = formula->symbolic->terms;
  if (equal->kind != TERM_APPLY || equal->op != OP_EQ || !formula->bitwise) {
    int clause[] = {-condition, formula_literal(formula, equal)};
    formula_add_clause(formula, clause, 2);
    return;
  }
  const struct term *a = equal->operands[0], *b = equal->operands[1];
  for (unsigned i = 0; i < a->width; i++) {
    int first = formula_literal(formula, term_extract(terms, i, 1, a));
    int second = formula_literal(formula, term_extract(terms, i, 1, b));
    int up[] = {-condition, -first, second}, down[] = {-condition, first, -second};
    formula_add_clause(formula, up, 3);
    formula_add_clause(formula, down, 3);
  }
}

static void add_source_clauses(struct formula_builder *builder,
                               const struct read_candidate *reading, struct read_source *source,
                               const struct term *place_value, bool guessed) {
  struct formula *formula = builder->formula;
  const struct symbolic *symbolic = formula->symbolic;
  const struct order_event *read = &symbolic->events.items[reading->event];
  uint32_t piece = builder->places.pieces[reading->event];
  int fresh = solver_fresh_literal(formula->solver);
  source->chosen = guessed ? fresh : -fresh;
  const struct term *value = place_value;
  if (source->write != FROM_START) {
    const struct order_event *write = &symbolic->events.items[source->write];
    value = lane_value(symbolic, write, piece, source->lane);
    int enabled[] = {-source->chosen, formula->guards.items[source->write]};
    int same[] = {-source->chosen, source->same_place};
    int before[] = {-source->chosen, formula_event_before(formula, source->write, reading->event)};
    formula_add_clause(formula, enabled, 2);
    formula_add_clause(formula, same, 2);
    formula_add_clause(formula, before, 2);
  }
  const struct term *equal =
      order_equal(symbolic, lane_value(symbolic, read, piece, reading->lane), value);
  formula_imply_equal(formula, source->chosen, equal);
}

/* A solver tries first that a variable is true. Of two steps that is the order in which they were
 * executed here, one thread after the other; so it should also try first that a read takes the last
 * write before it in this order. */
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
  const struct order_event *read = &formula->symbolic->events.items[event];
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

/* A race in the section, before the assumption, ends the execution there, and what was left out of
 * the section may have made the assumption true. */
static void forbid_impossible(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  if (!symbolic->impossible.count)
    return;
  struct literal_list *excuses =
      memory_allocate_zeroed((symbolic->nodes.count + 1) * sizeof *excuses); /* per node */
  vector_each (race, &formula->races) {
    vector_push(&excuses[race->a->node], race->literal);
    vector_push(&excuses[race->b->node], race->literal);
  }
  for (size_t i = 0; i < symbolic->incomplete.count; i++)
    if (symbolic->incomplete.items[i].node != NO_NODE)
      vector_push(&excuses[symbolic->incomplete.items[i].node], formula->incomplete[i]);
  vector_each (impossible, &symbolic->impossible) {
    struct literal_list *clause = &excuses[impossible->node];
    vector_push(clause, -formula_literal(formula, impossible->condition));
    formula_add_clause(formula, clause->items, clause->count);
    clause->count--;
  }
  for (size_t i = 0; i < symbolic->nodes.count; i++)
    vector_release(&excuses[i]);
  memory_release(excuses);
}

int formula_add_choice(struct formula *formula, const int *literals, size_t count) {
  VECTOR(int) clause = {0};
  int some = solver_fresh_literal(formula->solver);
  vector_push(&clause, -some);
  vector_append(&clause, literals, count);
  formula_add_clause(formula, clause.items, clause.count);
  vector_release(&clause);
  return some;
}

static void add_errors(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  formula->errors = arena_allocate(symbolic->arena, (symbolic->errors.count + 1) * sizeof(int));
  for (size_t i = 0; i < symbolic->errors.count; i++) {
    formula->errors[i] = solver_fresh_literal(formula->solver);
    int happens[] = {-formula->errors[i],
                     formula_literal(formula, symbolic->errors.items[i].condition)};
    formula_add_clause(formula, happens, 2);
  }
  VECTOR(int) violations = {0};
  vector_append(&violations, formula->errors, symbolic->errors.count);
  for (size_t i = 0; i < formula->races.count; i++)
    vector_push(&violations, formula->races.items[i].literal);
  formula->some_error = formula_add_choice(formula, violations.items, violations.count);
  vector_release(&violations);
  formula->incomplete =
      arena_allocate(symbolic->arena, (symbolic->incomplete.count + 1) * sizeof(int));
  for (size_t i = 0; i < symbolic->incomplete.count; i++)
    formula->incomplete[i] = formula_literal(formula, symbolic->incomplete.items[i].condition);
  for (size_t i = 0; i < symbolic->incomplete.count; i++)
    if (symbolic->incomplete.items[i].mixed)
      formula_add_clause(formula, (int[]){-formula->some_error, -formula->incomplete[i]}, 2);
  formula->some_incompleteness =
      formula_add_choice(formula, formula->incomplete, symbolic->incomplete.count);
}

/* Eager: nodes of different threads have different clocks, and links order them. */
static void add_clocks(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  unsigned width = 1;
  while (((size_t)1 << width) <= symbolic->nodes.count)
    width++;
  formula->clocks =
      arena_allocate(symbolic->arena, (symbolic->nodes.count + 1) * sizeof *formula->clocks);
  for (size_t i = 0; i < symbolic->nodes.count; i++)
    formula->clocks[i] = order_fresh(formula->symbolic, width);
  vector_each (link, &formula->links) {
    const struct term *before = term_apply(symbolic->terms, OP_ULT, formula->clocks[link->from],
                                           formula->clocks[link->to], NULL);
    int clause[] = {-link->literal, formula_literal(formula, before)};
    formula_add_clause(formula, clause, 2);
  }
  for (size_t i = 0; i < symbolic->nodes.count; i++) {
    const struct order_node *node = &symbolic->nodes.items[i];
    for (size_t j = 0; j < i && !formula_is_stopped(formula); j++) {
      if (symbolic->nodes.items[j].thread == node->thread)
        continue;
      bool first = formula_spawned_after(symbolic, &symbolic->nodes.items[j], node);
      bool second = formula_spawned_after(symbolic, node, &symbolic->nodes.items[j]);
      const struct term *a = formula->clocks[first ? j : i], *b = formula->clocks[first ? i : j];
      solver_assert(formula->solver, first || second
                                         ? term_apply(symbolic->terms, OP_ULT, a, b, NULL)
                                         : order_not(symbolic, order_equal(symbolic, a, b)));
    }
  }
}

static void add_readings(struct formula_builder *builder) {
  struct symbolic *symbolic = builder->formula->symbolic;
  struct counters *counters = counters_find(builder->formula, builder->places.pieces);
  for (uint32_t i = 0; i < symbolic->events.count; i++) {
    const struct order_event *event = &symbolic->events.items[i];
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
  struct symbolic *symbolic = formula->symbolic;
  struct formula_builder builder = {.formula = formula};
  model_add_links(formula);
  if (formula->eager)
    add_clocks(formula);
  places_find(&builder.places, formula);
  if (symbolic->memory_model == MEMORY_RC11)
    consistency_leave_mixed(formula, builder.places.pieces);
  builder.stamps =
      arena_allocate(symbolic->arena, (symbolic->events.count + 1) * sizeof *builder.stamps);
  for (size_t i = 0; i < symbolic->events.count; i++)
    vector_push(&formula->guards, formula_is_stopped(formula)
                                      ? LITERAL_FALSE
                                      : formula_literal(formula, symbolic->events.items[i].guard));
  for (size_t i = 0; i < symbolic->facts.count && !formula_is_stopped(formula); i++)
    solver_assert(formula->solver, symbolic->facts.items[i]);
  add_readings(&builder);
  if (symbolic->memory_model == MEMORY_RC11)
    consistency_prepare(formula, &builder.places);
  formula_add_sections(formula);
  formula_add_ends(formula);
  if (property_in(PROPERTY_RACE, symbolic->properties) &&
      !memory_model_has_buffers(symbolic->memory_model))
    formula->too_many_races = !race_add_pairs(formula);
  bool has_pairs = outlive_add_pairs(formula);
  formula->too_many_races |= !has_pairs;
  if (!formula->eager && symbolic->memory_model == MEMORY_SC)
    formula_add_chains(formula);
  if (!formula_is_stopped(formula)) {
    add_errors(formula);
    forbid_impossible(formula);
    if (symbolic->stops.count)
      formula_add_deadlock(formula);
  }
  places_release(&builder.places);
  map_release(&builder.initial);
}

void formula_release(struct formula *formula) {
  map_release(&formula->pair_numbers);
  vector_release(&formula->pairs);
  vector_release(&formula->links);
  vector_release(&formula->section_links);
  vector_release(&formula->ends);
  vector_release(&formula->sources);
  vector_release(&formula->readings);
  vector_release(&formula->guards);
  vector_release(&formula->races);
  vector_release(&formula->outlived);
}

/* The error or race literals first, then who reads from whom. */
void formula_forbid_model(struct formula *formula, bool same_error) {
  VECTOR(int) clause = {0};
  VECTOR(int) errors = {0};
  vector_append(&errors, formula->errors, formula->symbolic->errors.count);
  for (size_t i = 0; i < formula->races.count; i++)
    vector_push(&errors, formula->races.items[i].literal);
  for (size_t i = 0; i < errors.count && same_error; i++)
    if (formula_value(formula, errors.items[i]))
      formula_add_clause(formula, (int[]){-errors.items[i]}, 1);
  for (size_t i = 0; i < formula->sources.count && !same_error; i++) {
    int chosen = formula->sources.items[i].chosen;
    vector_push(&clause, formula_value(formula, chosen) ? -chosen : chosen);
  }
  if (clause.count)
    formula_add_clause(formula, clause.items, clause.count);
  vector_release(&clause);
  vector_release(&errors);
}
