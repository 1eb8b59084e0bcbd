/* SPDX-License-Identifier: Apache-2.0 */
/* Concretizes values to the numbers that they can be. */
#include "engine/context/concretizer.h"

#include "semantics/machine.h"

enum {
  MOST_UNCHECKED = 4,      /* unchecked branches of one step */
  MOST_NUMBERS = 256,      /* that one term is split into */
  MOST_VARIABLES = 500000, /* of a solver before it is replaced */
};

bool concretizer_is_feasible(struct concretizer *concretizer, const struct state *state) {
  if (!state->facts.count)
    return true;
  struct terms *terms = concretizer->context.terms;
  const struct number_set *set =
      number_finder_ask(&concretizer->finder, state, term_constant(terms, 1, 1), true);
  return set->unclear || set->numbers.count;
}

static bool decide_unchecked(struct concretizer *concretizer, struct answers *answers,
                             const struct term *term, uint64_t *bits) {
  *bits = answers_next(answers, 2);
  number_finder_assume(&concretizer->finder, term, *bits);
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
  /* If guards are checked, only facts that are related to the term need to be assumed. */
  const struct number_set *set = number_finder_ask(
      &concretizer->finder, *concretizer->context.state, term, !concretizer->checks_guards);
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
  number_finder_assume(&concretizer->finder, term, *bits);
  return true;
}

bool concretizer_is_small_choice(struct machine *machine, struct value value) {
  struct concretizer *concretizer = machine->domain_context;
  const struct term *term =
      value_to_term(&concretizer->context, value, machine->program->pointer_width);
  if (!term || *concretizer->is_beyond)
    return true;
  return number_finder_ask(&concretizer->finder, *concretizer->context.state, term,
                           !concretizer->checks_guards)
             ->unclear != UNCLEAR_TOO_MANY;
}

void concretizer_init(struct concretizer *concretizer, bool checks_guards, const char *backend,
                      const struct limits *limits, const bool *is_beyond, struct state **state) {
  *concretizer = (struct concretizer){.checks_guards = checks_guards, .is_beyond = is_beyond};
  value_context_init(&concretizer->context, state);
  concretizer->context.keeps_all = concretizer->context.reuses_symbols = true;
  number_finder_init(&concretizer->finder, &concretizer->context, backend, limits, MOST_VARIABLES,
                     MOST_NUMBERS, false);
}

void concretizer_release(struct concretizer *concretizer) {
  number_finder_release(&concretizer->finder);
  value_context_release(&concretizer->context);
}

void concretizer_begin_step(struct concretizer *concretizer, uint32_t thread) {
  concretizer->unclear = UNCLEAR_NOTHING;
  concretizer->is_infeasible = concretizer->is_cut = false;
  concretizer->context.running = thread;
}
