/* SPDX-License-Identifier: Apache-2.0 */
/* Asking the incremental solver what a term can be, once for each term and set of facts. */
#include "engine/context/concretizer.h"

#include "base/map.h"

#include <stddef.h>
#include <string.h>

enum {
  MOST_UNCHECKED = 4,      /* branches of one step that are not checked: they would be too many */
  MOST_NUMBERS = 256,      /* that one term is split into */
  MOST_VARIABLES = 500000, /* of a solver before it is replaced */
};

static void add_variable(const struct term *variable, void *data) {
  struct concretizer *concretizer = data;
  vector_push(&concretizer->variables, (uint32_t)variable->value);
}

/* The variables of a term, found once. */
static struct term_variables variables_of(struct concretizer *concretizer,
                                          const struct term *term) {
  while (concretizer->variables_by_term.count <= term->id)
    vector_push(&concretizer->variables_by_term, (struct term_variables){0, UINT32_MAX});
  struct term_variables *known = &concretizer->variables_by_term.items[term->id];
  if (known->count == UINT32_MAX) {
    known->first = (uint32_t)concretizer->variables.count;
    value_variables(term, add_variable, concretizer);
    known->count = (uint32_t)concretizer->variables.count - known->first;
  }
  return *known;
}

/* Marks the variables; false: none of them was marked before. */
static bool mark(struct concretizer *concretizer, struct term_variables variables,
                 bool only_if_some) {
  bool some = false;
  for (uint32_t i = variables.first; i < variables.first + variables.count; i++) {
    uint32_t variable = concretizer->variables.items[i];
    vector_ensure(&concretizer->marks, variable);
    some |= concretizer->marks.items[variable] == concretizer->mark;
  }
  for (uint32_t i = variables.first; i < variables.first + variables.count; i++)
    if (some || !only_if_some)
      concretizer->marks.items[concretizer->variables.items[i]] = concretizer->mark;
  return some;
}

/* The facts that have a bearing on a term, ascending: those that share variables with it, or with
 * such facts. The others can hold together, as guards are checked; if they are not, or nothing is
 * asked but that, all facts have. */
static void find_relevant(struct concretizer *concretizer, const struct state *state,
                          const struct term *term) {
  bool all = !concretizer->checks_guards || term_is_constant(term), grew = !all;
  concretizer->relevant.count = 0;
  concretizer->mark++;
  mark(concretizer, variables_of(concretizer, term), false);
  VECTOR(bool) taken = {0};
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(&taken, all);
  while (grew) {
    grew = false;
    for (size_t i = 0; i < state->facts.count; i++)
      if (!taken.items[i] &&
          mark(concretizer,
               variables_of(concretizer,
                            value_term_by_id(&concretizer->context, state->facts.items[i])),
               true))
        grew = taken.items[i] = true;
  }
  for (size_t i = 0; i < state->facts.count; i++)
    if (taken.items[i])
      vector_push(&concretizer->relevant, state->facts.items[i]);
  vector_release(&taken);
}

/* The values under the relevant facts. */
static enum status find_numbers(struct concretizer *concretizer, const struct term *term,
                                struct number_set *set) {
  bool is_complete;
  session_ask(&concretizer->session);
  for (size_t i = 0; i < concretizer->relevant.count; i++) {
    const struct term *fact =
        value_term_by_id(&concretizer->context, concretizer->relevant.items[i]);
    session_assume(&concretizer->session, &fact, 1);
  }
  enum status status = session_enumerate(&concretizer->session, concretizer->context.terms, term,
                                         MOST_NUMBERS, &set->numbers, &is_complete);
  if (!is_complete)
    set->unclear = UNCLEAR_TOO_MANY;
  return status;
}

static struct number_set *numbers_of(struct concretizer *concretizer, const struct state *state,
                                     const struct term *term) {
  bool fresh;
  find_relevant(concretizer, state, term);
  vector_push(&concretizer->relevant, term->id);
  uint32_t number =
      interner_add(concretizer->questions, concretizer->relevant.items,
                   concretizer->relevant.count * sizeof *concretizer->relevant.items, &fresh);
  concretizer->relevant.count--;
  if (!fresh)
    return &concretizer->sets.items[number];
  struct number_set set = {0};
  if (find_numbers(concretizer, term, &set) != STATUS_OK)
    set.unclear = UNCLEAR_SOLVER;
  vector_push(&concretizer->sets, set);
  return &concretizer->sets.items[number];
}

bool concretizer_is_feasible(struct concretizer *concretizer, const struct state *state) {
  if (!state->facts.count)
    return true;
  struct terms *terms = concretizer->context.terms;
  const struct number_set *set = numbers_of(concretizer, state, term_constant(terms, 1, 1));
  return set->unclear || set->numbers.count;
}

static void assume_number(struct concretizer *concretizer, const struct term *term,
                          uint64_t number) {
  struct terms *terms = concretizer->context.terms;
  const struct term *fact =
      term_apply(terms, OP_EQ, term, term_constant(terms, term->width, number), NULL);
  if (!term_is_true(fact))
    value_assume(&concretizer->context, *concretizer->context.state, fact);
}

static bool decide_unchecked(struct concretizer *concretizer, struct answers *answers,
                             const struct term *term, uint64_t *bits) {
  *bits = answers_next(answers, 2);
  assume_number(concretizer, term, *bits);
  return true;
}

bool concretizer_choose(struct concretizer *concretizer, struct answers *answers,
                        struct value value, unsigned width, bool only_looks, uint64_t *bits) {
  const struct term *term = value_to_term(&concretizer->context, value, width);
  if (!term) /* memory without a value yet, only looked at */
    return false;
  if (term_is_constant(term)) {
    *bits = term->value;
    return true;
  }
  if (*concretizer->is_beyond && !only_looks) {
    concretizer->is_cut = true;
    return false;
  }
  if (width == 1 && !concretizer->checks_guards && !only_looks && answers->next < MOST_UNCHECKED)
    return decide_unchecked(concretizer, answers, term, bits);
  const struct number_set *set = numbers_of(concretizer, *concretizer->context.state, term);
  if (!set->unclear && set->numbers.count == 1) {
    *bits = set->numbers.items[0];
    return true;
  }
  if (only_looks)
    return false;
  if (set->unclear) {
    concretizer->unclear = set->unclear;
    return false;
  }
  if (!set->numbers.count) {
    concretizer->is_infeasible = true;
    return false;
  }
  *bits = set->numbers.items[answers_next(answers, set->numbers.count)];
  assume_number(concretizer, term, *bits);
  return true;
}

void concretizer_init(struct concretizer *concretizer, bool checks_guards, const char *backend,
                      const struct limits *limits, const bool *is_beyond, struct state **state) {
  *concretizer = (struct concretizer){.checks_guards = checks_guards, .is_beyond = is_beyond};
  session_init(&concretizer->session, backend, limits, MOST_VARIABLES);
  value_context_init(&concretizer->context, state);
  concretizer->context.keeps_all = concretizer->context.reuses_symbols = true;
  concretizer->questions = interner_create();
}

void concretizer_release(struct concretizer *concretizer) {
  session_release(&concretizer->session);
  vector_release_members(&concretizer->sets, numbers);
  vector_release(&concretizer->variables);
  vector_release(&concretizer->variables_by_term);
  vector_release(&concretizer->marks);
  vector_release(&concretizer->relevant);
  interner_destroy(concretizer->questions);
  value_context_release(&concretizer->context);
}

void concretizer_begin_step(struct concretizer *concretizer, uint32_t thread) {
  concretizer->unclear = UNCLEAR_NOTHING;
  concretizer->is_infeasible = concretizer->is_cut = false;
  concretizer->context.running = thread;
}
