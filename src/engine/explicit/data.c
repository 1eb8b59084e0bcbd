/* SPDX-License-Identifier: Apache-2.0 */
/* Concretizes values to the numbers that they can be. */
#include "engine/explicit/data.h"

enum { MOST_NUMBERS = 64, MOST_VARIABLES = 20000 };

void data_init(struct data *data, const char *backend, const struct limits *limits,
               struct state **state) {
  *data = (struct data){0};
  value_context_init(&data->context, state);
  number_finder_init(&data->finder, &data->context, backend, limits, MOST_VARIABLES, MOST_NUMBERS,
                     true);
}

void data_release(struct data *data) {
  number_finder_release(&data->finder);
  value_context_release(&data->context);
}

void data_restart(struct data *data) {
  struct map precision = data->context.precision;
  struct state **state = data->context.state;
  data->context.precision = (struct map){0};
  data_release(data);
  const struct session before = data->finder.session;
  data_init(data, before.backend, before.limits, state);
  data->context.precision = precision;
  data->finder.session.checks = before.checks;
}

static bool leave_unclear(struct data *data, bool only_looks, enum unclear why) {
  if (!only_looks)
    data->unclear = why;
  return false;
}

bool data_concretize(struct data *data, struct answers *answers, struct value value, unsigned width,
                     bool only_looks, bool must_know, uint64_t *bits) {
  const struct term *term = value_to_term(&data->context, value, width);
  if (!term) {
    if (only_looks || must_know || width > 1)
      return leave_unclear(data, only_looks, UNCLEAR_UNKNOWN);
    *bits = answers_next(answers, 2);
    return true;
  }
  const struct number_set *set =
      number_finder_ask(&data->finder, *data->context.state, term, false);
  if (set->unclear == UNCLEAR_TOO_MANY && data->finder.tries_some && !only_looks &&
      set->numbers.count) {
    uint64_t which = answers_next(answers, set->numbers.count + 1);
    if (!which) /* the first one represents all others */
      return leave_unclear(data, only_looks, set->unclear);
    /* from the largest to the smallest: depth-first search follows the last one first */
    *bits = set->numbers.items[set->numbers.count - which];
    number_finder_assume(&data->finder, term, *bits);
    return true;
  }
  if (set->unclear)
    return leave_unclear(data, only_looks, set->unclear);
  if (set->numbers.count == 1) {
    *bits = set->numbers.items[0];
    return true;
  }
  if (only_looks || !set->numbers.count)
    return leave_unclear(data, only_looks, UNCLEAR_SOLVER);
  *bits = set->numbers.items[answers_next(answers, set->numbers.count)];
  number_finder_assume(&data->finder, term, *bits);
  return true;
}
