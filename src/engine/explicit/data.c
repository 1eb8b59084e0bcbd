/* Asking the solver what a term can be, once for each term and set of facts. */
#include "engine/explicit/data.h"

#include "solver/solver.h"

#include <string.h>

enum { MOST_NUMBERS = 64 }; /* that one term is split into */

void data_init(struct data *data, const char *backend, const struct limits *limits,
                 struct state **state) {
  *data = (struct data){.backend = backend, .limits = limits};
  value_context_init(&data->context, state);
  data->questions = interner_create();
}

static void release_answers(struct data *data) {
  solver_destroy(data->solver);
  data->solver = NULL;
  interner_destroy(data->questions);
  for (size_t i = 0; i < data->sets.count; i++)
    vector_release(&data->sets.items[i].numbers);
  vector_release(&data->sets);
}

void data_release(struct data *data) {
  release_answers(data);
  value_context_release(&data->context);
}

void data_restart(struct data *data) {
  struct map precision = data->context.precision;
  struct state **state = data->context.state;
  data->context.precision = (struct map){0};
  data_release(data);
  uint64_t solved = data->solved;
  data_init(data, data->backend, data->limits, state);
  data->context.precision = precision;
  data->solved = solved;
}

static void create_solver(struct data *data, const char *backend) {
  solver_destroy(data->solver);
  data->solver = solver_create(backend);
  solver_set_limits(data->solver, data->limits);
}

static void insert_number(struct value_set *set, uint64_t number) {
  size_t at = set->numbers.count;
  vector_push(&set->numbers, number);
  for (; at > 0 && set->numbers.items[at - 1] > number; at--)
    set->numbers.items[at] = set->numbers.items[at - 1];
  set->numbers.items[at] = number;
}

/* Models one after the other, each time without the numbers seen. */
static enum status find_numbers(struct data *data, const struct term *term,
                                struct value_set *set) {
  struct terms *terms = data->context.terms;
  const struct state *state = *data->context.state;
  VECTOR(int) assumptions = {0};
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(&assumptions,
                solver_literal(data->solver,
                               value_term_by_id(&data->context, state->facts.items[i])));
  enum status status;
  for (;;) {
    bool satisfiable = false;
    data->solved++;
    status = solver_check(data->solver, assumptions.items, assumptions.count, &satisfiable);
    if (status != STATUS_OK || !satisfiable)
      break;
    if (set->numbers.count == MOST_NUMBERS) {
      set->unclear = UNCLEAR_TOO_MANY;
      break;
    }
    uint64_t number = solver_term_value(data->solver, term);
    insert_number(set, number);
    const struct term *same = term_apply(
        terms, OP_EQ, term, term_constant(terms, term->width, number), NULL);
    vector_push(&assumptions, -solver_literal(data->solver, same));
  }
  vector_release(&assumptions);
  return status;
}

static void solve(struct data *data, const struct term *term, struct value_set *set) {
  if (!data->solver)
    create_solver(data, data->backend);
  enum status status = find_numbers(data, term, set);
  if (status == STATUS_UNSUPPORTED && strcmp(data->backend, "z3") != 0) {
    data->backend = "z3";
    create_solver(data, data->backend);
    set->numbers.count = 0;
    status = find_numbers(data, term, set);
  }
  if (status != STATUS_OK)
    set->unclear = UNCLEAR_SOLVER;
}

static const struct value_set *numbers_of(struct data *data, const struct term *term) {
  const struct state *state = *data->context.state;
  VECTOR(uint32_t) question = {0};
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(&question, state->facts.items[i]);
  vector_push(&question, value_remember_term(&data->context, term));
  bool fresh;
  uint32_t number = interner_add(data->questions, question.items,
                                 question.count * sizeof *question.items, &fresh);
  vector_release(&question);
  if (fresh) {
    struct value_set set = {0};
    solve(data, term, &set);
    vector_push(&data->sets, set);
  }
  return &data->sets.items[number];
}

static bool give_up(struct data *data, bool only_looks, enum unclear why) {
  if (!only_looks)
    data->unclear = why;
  return false;
}

static void assume_number(struct data *data, const struct term *term, uint64_t number) {
  struct terms *terms = data->context.terms;
  const struct term *fact =
      term_apply(terms, OP_EQ, term, term_constant(terms, term->width, number), NULL);
  if (!term_is_true(fact))
    value_assume(&data->context, *data->context.state, fact);
}

bool data_settle(struct data *data, struct answers *answers, struct value value,
                   unsigned width, bool only_looks, bool must_know, uint64_t *bits) {
  const struct term *term = value_to_term(&data->context, value, width);
  if (!term) {
    if (only_looks || must_know || width > 1)
      return give_up(data, only_looks, UNCLEAR_UNKNOWN);
    *bits = answers_next(answers, 2);
    return true;
  }
  const struct value_set *set = numbers_of(data, term);
  if (set->unclear)
    return give_up(data, only_looks, set->unclear);
  if (set->numbers.count == 1) {
    *bits = set->numbers.items[0];
    return true;
  }
  if (only_looks || !set->numbers.count)
    return give_up(data, only_looks, UNCLEAR_SOLVER);
  *bits = set->numbers.items[answers_next(answers, set->numbers.count)];
  assume_number(data, term, *bits);
  return true;
}
