/* SPDX-License-Identifier: Apache-2.0 */
/* Asking the solver what a term can be, once for each term and set of facts. */
#include "engine/explicit/data.h"

#include "engine/explicit/question.h"

#include <stdlib.h>

enum {
  MOST_NUMBERS = 64, /* that one term is split into */
  SOME_NUMBERS = 9,  /* if it could be more, and only some are tried */
  MOST_VARIABLES = 20000
};

void data_init(struct data *data, const char *backend, const struct limits *limits,
               struct state **state) {
  *data = (struct data){0};
  session_init(&data->session, backend, limits, MOST_VARIABLES);
  value_context_init(&data->context, state);
  data->questions = interner_create();
  data->renamed = terms_create();
}

static void release_answers(struct data *data) {
  session_release(&data->session);
  interner_destroy(data->questions);
  terms_destroy(data->renamed);
  vector_release_members(&data->sets, numbers);
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
  uint64_t checks = data->session.checks;
  data_init(data, data->session.backend, data->session.limits, state);
  data->context.precision = precision;
  data->session.checks = checks;
}

/* The numbers up to the largest that is asked for (0: any). */
static enum status find_numbers(struct data *data, const struct question *question,
                                uint64_t largest, struct value_set *set) {
  struct session *session = &data->session;
  bool is_complete;
  session_ask(session);
  session_assume(session, question->facts.items, question->facts.count);
  if (largest) {
    const struct term *bound = term_constant(data->renamed, question->term->width, largest);
    const struct term *is_small = term_apply(data->renamed, OP_ULE, question->term, bound, NULL);
    session_assume(session, &is_small, 1);
  }
  enum status status =
      session_enumerate(session, data->renamed, question->term,
                        largest ? SOME_NUMBERS : MOST_NUMBERS, &set->numbers, &is_complete);
  if (!is_complete)
    set->unclear = UNCLEAR_TOO_MANY;
  return status;
}

static int compare_values(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static bool has_number(const struct value_set *set, uint64_t number) {
  for (size_t i = 0; i < set->numbers.count; i++)
    if (set->numbers.items[i] == number)
      return true;
  return false;
}

/* Of too many numbers small ones are kept: what is wrong with a size is wrong with a small one. The
 * bound grows until there are more than enough below it; all below the bound before are among them.
 */
static void keep_small_numbers(struct data *data, const struct question *question,
                               struct value_set *set) {
  struct value_set smaller = {0};
  set->numbers.count = 0;
  set->unclear = UNCLEAR_NOTHING;
  for (unsigned bits = 2; bits < 16 && bits < question->term->width && !set->unclear; bits++) {
    smaller.numbers.count = 0;
    vector_append(&smaller.numbers, set->numbers.items, set->numbers.count);
    set->numbers.count = 0;
    if (find_numbers(data, question, UINT64_C(1) << bits, set) != STATUS_OK)
      break;
  }
  for (size_t i = 0; i < smaller.numbers.count; i++)
    if (!has_number(set, smaller.numbers.items[i]))
      vector_push(&set->numbers, smaller.numbers.items[i]);
  vector_release(&smaller.numbers);
  if (set->numbers.count > 1)
    qsort(set->numbers.items, set->numbers.count, sizeof *set->numbers.items, compare_values);
  set->unclear = UNCLEAR_TOO_MANY;
}

static void solve(struct data *data, const struct question *question, struct value_set *set) {
  enum status status = find_numbers(data, question, 0, set);
  if (status != STATUS_OK)
    set->unclear = UNCLEAR_SOLVER;
  else if (set->unclear == UNCLEAR_TOO_MANY && data->tries_some)
    keep_small_numbers(data, question, set);
}

static int compare_numbers(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static const struct value_set *numbers_of(struct data *data, const struct term *term) {
  struct question question = {0};
  question_make(&question, data->renamed, &data->context, *data->context.state, term);
  VECTOR(uint32_t) key = {0};
  for (size_t i = 0; i < question.facts.count; i++)
    vector_push(&key, question.facts.items[i]->id);
  if (key.count > 1)
    qsort(key.items, key.count, sizeof *key.items, compare_numbers);
  vector_push(&key, question.term->id);
  bool fresh;
  uint32_t number = interner_add(data->questions, key.items, key.count * sizeof *key.items, &fresh);
  vector_release(&key);
  if (fresh) {
    struct value_set set = {0};
    solve(data, &question, &set);
    vector_push(&data->sets, set);
  }
  question_release(&question);
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

bool data_concretize(struct data *data, struct answers *answers, struct value value, unsigned width,
                     bool only_looks, bool must_know, uint64_t *bits) {
  const struct term *term = value_to_term(&data->context, value, width);
  if (!term) {
    if (only_looks || must_know || width > 1)
      return give_up(data, only_looks, UNCLEAR_UNKNOWN);
    *bits = answers_next(answers, 2);
    return true;
  }
  const struct value_set *set = numbers_of(data, term);
  if (set->unclear == UNCLEAR_TOO_MANY && data->tries_some && !only_looks && set->numbers.count) {
    uint64_t which = answers_next(answers, set->numbers.count + 1);
    if (!which) /* stands for all the others */
      return give_up(data, only_looks, set->unclear);
    /* The last one is followed first where the search is depth first: the smallest. */
    *bits = set->numbers.items[set->numbers.count - which];
    assume_number(data, term, *bits);
    return true;
  }
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
