/* SPDX-License-Identifier: Apache-2.0 */
/* The symbols in a state as a whole: where they occur, and the assumptions about them. */
#include "semantics/value_state.h"

#include "term/walk.h"

#include <assert.h>
#include <string.h>

void value_context_init(struct value_context *context, struct state **state) {
  *context = (struct value_context){.terms = terms_create(), .state = state};
}

void value_context_release(struct value_context *context) {
  terms_destroy(context->terms);
  vector_release(&context->by_id);
  vector_release(&context->symbols);
  vector_release(&context->choices);
  map_release(&context->precision);
}

uint32_t value_remember_term(struct value_context *context, const struct term *term) {
  while (context->by_id.count <= term->id)
    vector_push(&context->by_id, NULL);
  context->by_id.items[term->id] = term;
  return term->id;
}

const struct term *value_term_by_id(const struct value_context *context, uint32_t id) {
  assert(id < context->by_id.count && context->by_id.items[id]);
  return context->by_id.items[id];
}

const struct term *value_to_term(struct value_context *context, struct value value,
                                 unsigned width) {
  if (value.extra == VALUE_KNOWN)
    return term_constant(context->terms, width, value.bits);
  if (value.extra == VALUE_UNKNOWN)
    return NULL;
  return value_term_by_id(context, (uint32_t)(value.extra - VALUE_TERM));
}

const struct term *value_cell_term(const struct value_context *context, uint64_t cell) {
  return value_term_by_id(context, (uint32_t)(cell >> 32) - 1);
}

/* A term that would be longer than this if it was written out is not worth keeping. */
enum { LONGEST_TERM = 2000 };

/* Marks terms as seen, by id. */
struct value_marks {
  VECTOR(bool) seen;
  void (*visit)(const struct term *term, void *context);
  void *context;
};

static bool is_seen(const struct term *term, void *context) {
  const struct value_marks *marks = context;
  return term->id < marks->seen.count && marks->seen.items[term->id];
}

static void see(const struct term *term, void *context) {
  struct value_marks *marks = context;
  if (marks->seen.count <= term->id) {
    vector_reserve(&marks->seen, term->id + 1);
    memset(marks->seen.items + marks->seen.count, 0, term->id + 1 - marks->seen.count);
    marks->seen.count = term->id + 1;
  }
  marks->seen.items[term->id] = true;
  if (marks->visit)
    marks->visit(term, marks->context);
}

static void mark_below(struct value_marks *marks, const struct term *term) {
  term_walk(term, is_seen, see, marks);
}

/* The next cell from `at` on that has a term, or the end. Most of memory is numbers, and every step
 * looks through it, so eight cells are asked at once. */
static uint64_t next_term(const uint64_t *cells, uint64_t at, uint64_t count) {
  enum { AT_ONCE = 8 };
  for (; at + AT_ONCE <= count; at += AT_ONCE) {
    uint64_t any = 0;
    for (unsigned i = 0; i < AT_ONCE; i++)
      any |= cells[at + i];
    if (value_cell_has_term(any))
      break;
  }
  while (at < count && !value_cell_has_term(cells[at]))
    at++;
  return at;
}

static void mark_cells(struct value_marks *marks, const struct value_context *context,
                       const uint64_t *cells, uint64_t count) {
  for (uint64_t i = next_term(cells, 0, count); i < count; i = next_term(cells, i + 1, count))
    if (i == 0 || cells[i] >> 32 != cells[i - 1] >> 32)
      mark_below(marks, value_cell_term(context, cells[i]));
}

static void mark_objects(struct value_marks *marks, const struct value_context *context,
                         const struct memory_objects *objects) {
  for (size_t i = 0; i < objects->count; i++)
    if (objects->items[i].content)
      mark_cells(marks, context, (const uint64_t *)objects->items[i].content,
                 objects->items[i].size);
}

/* Everything that registers and memory refer to. */
static void mark_state(struct value_marks *marks, const struct value_context *context,
                       const struct state *state) {
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    for (size_t j = 0; j < thread->registers.count; j++) {
      uint64_t extra = thread->registers.items[j].extra;
      if (extra >= VALUE_TERM)
        mark_below(marks, value_term_by_id(context, (uint32_t)(extra - VALUE_TERM)));
    }
    mark_objects(marks, context, &thread->stack);
    mark_objects(marks, context, &thread->heap);
  }
  mark_cells(marks, context, (const uint64_t *)state->variables,
             state->variables_size / sizeof(uint64_t));
}

const struct term *value_unused_variable(const struct value_context *context,
                                         const struct state *state,
                                         const struct term *const *variables, size_t count) {
  struct value_marks marks = {0};
  mark_state(&marks, context, state);
  for (size_t i = 0; i < state->facts.count; i++)
    mark_below(&marks, value_term_by_id(context, state->facts.items[i]));
  const struct term *unused = NULL;
  for (size_t i = 0; i < count && !unused; i++)
    if (!is_seen(variables[i], &marks))
      unused = variables[i];
  vector_release(&marks.seen);
  return unused;
}

void value_assume(struct value_context *context, struct state *state, const struct term *fact) {
  uint32_t id = value_remember_term(context, fact);
  size_t at = 0;
  while (at < state->facts.count && state->facts.items[at] < id)
    at++;
  if (at < state->facts.count && state->facts.items[at] == id)
    return;
  vector_push(&state->facts, id);
  memmove(&state->facts.items[at + 1], &state->facts.items[at],
          (state->facts.count - 1 - at) * sizeof(uint32_t));
  state->facts.items[at] = id;
  state->packed_facts = CHANGED;
}

struct variables {
  VECTOR(const struct term *) items;
};

static void gather_variable(const struct term *term, void *context) {
  struct variables *variables = context;
  if (term->kind == TERM_VARIABLE)
    vector_push(&variables->items, term);
}

void value_variables(const struct term *term, void (*visit)(const struct term *, void *),
                     void *context) {
  if (term->kind == TERM_VARIABLE)
    visit(term, context);
  if (term->kind != TERM_APPLY)
    return;
  struct variables variables = {0};
  struct value_marks marks = {.visit = gather_variable, .context = &variables};
  mark_below(&marks, term);
  for (size_t i = 0; i < variables.items.count; i++)
    visit(variables.items.items[i], context);
  vector_release(&variables.items);
  vector_release(&marks.seen);
}

struct relevance {
  struct value_marks *marks;
  bool is_relevant;
};

static void ask_relevant(const struct term *variable, void *context) {
  struct relevance *relevance = context;
  relevance->is_relevant |= is_seen(variable, relevance->marks);
}

/* Facts that share a symbol with the state or with a fact that does, until there are no more. The
 * others can be met whatever the rest is: they were when they were assumed. */
static void forget_facts(const struct value_context *context, struct state *state,
                         struct value_marks *marks) {
  VECTOR(bool) kept = {0};
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(&kept, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < state->facts.count; i++) {
      const struct term *fact = value_term_by_id(context, state->facts.items[i]);
      struct relevance relevance = {marks, false};
      if (kept.items[i])
        continue;
      value_variables(fact, ask_relevant, &relevance);
      if (!relevance.is_relevant)
        continue;
      kept.items[i] = changed = true;
      mark_below(marks, fact);
    }
  }
  size_t count = 0;
  for (size_t i = 0; i < kept.count; i++)
    if (kept.items[i])
      state->facts.items[count++] = state->facts.items[i];
  if (count < state->facts.count)
    state->packed_facts = CHANGED;
  state->facts.count = count;
  vector_release(&kept);
}

/* How long terms are when written out, by id; 0: not yet known. */
struct lengths {
  VECTOR(uint32_t) items;
};

static bool has_length(const struct term *term, void *context) {
  const struct lengths *lengths = context;
  return term->id < lengths->items.count && lengths->items.items[term->id];
}

static void measure(const struct term *term, void *context) {
  struct lengths *lengths = context;
  uint32_t length = 1;
  for (unsigned i = 0; i < term->arity; i++)
    length += lengths->items.items[term->operands[i]->id];
  while (lengths->items.count <= term->id)
    vector_push(&lengths->items, 0);
  lengths->items.items[term->id] = length < LONGEST_TERM ? length : LONGEST_TERM;
}

static bool is_too_long(struct lengths *lengths, const struct term *term) {
  term_walk(term, has_length, measure, lengths);
  return lengths->items.items[term->id] >= LONGEST_TERM;
}

static void cut_cells(const struct value_context *context, struct lengths *lengths, uint64_t *cells,
                      uint64_t count) {
  for (uint64_t i = next_term(cells, 0, count); i < count; i = next_term(cells, i + 1, count))
    if (is_too_long(lengths, value_cell_term(context, cells[i])))
      cells[i] = VALUE_UNKNOWN_CELL;
}

/* Only what the last step changed can have become too long, and that is packed anew anyway. */
static void cut_terms(const struct value_context *context, struct state *state) {
  struct lengths lengths = {0};
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    if (thread->packed != CHANGED)
      continue;
    for (size_t j = 0; j < thread->registers.count; j++) {
      struct value *value = &thread->registers.items[j];
      if (value->extra >= VALUE_TERM &&
          is_too_long(&lengths, value_term_by_id(context, (uint32_t)(value->extra - VALUE_TERM))))
        *value = (struct value){0, VALUE_UNKNOWN};
    }
    struct memory_objects *objects[] = {&thread->stack, &thread->heap};
    for (size_t k = 0; k < 2; k++)
      for (size_t j = 0; j < objects[k]->count; j++)
        if (objects[k]->items[j].content)
          cut_cells(context, &lengths, (uint64_t *)objects[k]->items[j].content,
                    objects[k]->items[j].size);
  }
  for (size_t i = 0; i < state->chunk_count; i++) {
    size_t first = i * state->chunk_size, left = state->variables_size - first;
    if (state->packed_chunks[i] == CHANGED)
      cut_cells(context, &lengths, (uint64_t *)(state->variables + first),
                (left < state->chunk_size ? left : state->chunk_size) / sizeof(uint64_t));
  }
  vector_release(&lengths.items);
}

void value_forget_facts(struct value_context *context, struct state *state) {
  if (!state->facts.count)
    return;
  struct value_marks marks = {0};
  mark_state(&marks, context, state);
  forget_facts(context, state, &marks);
  vector_release(&marks.seen);
}

void value_adjust(struct value_context *context, struct state *state) {
  if (!context->symbols.count)
    return;
  cut_terms(context, state);
  value_forget_facts(context, state);
}

/* The numbers a term is made of: an address that is computed from a symbol has its object there. */
struct numbers {
  void (*visit)(void *visitor, uint64_t number);
  void *visitor;
};

static void visit_number(const struct term *term, void *context) {
  struct numbers *numbers = context;
  if (term_is_constant(term))
    numbers->visit(numbers->visitor, term->value);
}

void value_term_numbers(const struct term *term, void (*visit)(void *visitor, uint64_t number),
                        void *visitor) {
  if (term->kind == TERM_VARIABLE)
    return;
  struct numbers numbers = {visit, visitor};
  struct value_marks marks = {.visit = visit_number, .context = &numbers};
  mark_below(&marks, term);
  vector_release(&marks.seen);
}
