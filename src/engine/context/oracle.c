/* Asking the incremental solver what a term can be, once for each term and set of facts. */
#include "engine/context/oracle.h"

#include "base/map.h"

#include <stddef.h>
#include <string.h>

enum {
  MOST_UNCHECKED = 4,      /* branches of one step that are not checked: they would be too many */
  MOST_NUMBERS = 256,      /* that one term is split into */
  MOST_VARIABLES = 500000, /* of a solver before it is replaced */
};

static void add_variable(const struct term *variable, void *data) {
  struct oracle *oracle = data;
  vector_push(&oracle->variables, (uint32_t)variable->value);
}

/* The variables of a term, found once. */
static struct term_variables variables_of(struct oracle *oracle, const struct term *term) {
  while (oracle->variables_by_term.count <= term->id)
    vector_push(&oracle->variables_by_term, (struct term_variables){0, UINT32_MAX});
  struct term_variables *known = &oracle->variables_by_term.items[term->id];
  if (known->count == UINT32_MAX) {
    known->first = (uint32_t)oracle->variables.count;
    value_variables(term, add_variable, oracle);
    known->count = (uint32_t)oracle->variables.count - known->first;
  }
  return *known;
}

/* Marks the variables; false: none of them was marked before. */
static bool mark(struct oracle *oracle, struct term_variables variables, bool only_if_some) {
  bool some = false;
  for (uint32_t i = variables.first; i < variables.first + variables.count; i++) {
    uint32_t variable = oracle->variables.items[i];
    while (oracle->marks.count <= variable)
      vector_push(&oracle->marks, 0);
    some |= oracle->marks.items[variable] == oracle->mark;
  }
  for (uint32_t i = variables.first; i < variables.first + variables.count; i++)
    if (some || !only_if_some)
      oracle->marks.items[oracle->variables.items[i]] = oracle->mark;
  return some;
}

/* The facts that have a bearing on a term, ascending: those that share variables with it, or with
 * such facts. The others can hold together, as guards are checked; if they are not, or nothing is
 * asked but that, all facts have. */
static void find_relevant(struct oracle *oracle, const struct state *state,
                          const struct term *term) {
  bool all = !oracle->checks_guards || term_is_constant(term), grew = !all;
  oracle->relevant.count = 0;
  oracle->mark++;
  mark(oracle, variables_of(oracle, term), false);
  VECTOR(bool) taken = {0};
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(&taken, all);
  while (grew) {
    grew = false;
    for (size_t i = 0; i < state->facts.count; i++)
      if (!taken.items[i] &&
          mark(oracle,
               variables_of(oracle, value_term_by_id(&oracle->context, state->facts.items[i])),
               true))
        grew = taken.items[i] = true;
  }
  for (size_t i = 0; i < state->facts.count; i++)
    if (taken.items[i])
      vector_push(&oracle->relevant, state->facts.items[i]);
  vector_release(&taken);
}

/* The values under the relevant facts. */
static enum status find_numbers(struct oracle *oracle, const struct term *term,
                                struct number_set *set) {
  bool is_complete;
  session_ask(&oracle->session);
  for (size_t i = 0; i < oracle->relevant.count; i++) {
    const struct term *fact = value_term_by_id(&oracle->context, oracle->relevant.items[i]);
    session_assume(&oracle->session, &fact, 1);
  }
  enum status status = session_enumerate(&oracle->session, oracle->context.terms, term,
                                         MOST_NUMBERS, &set->numbers, &is_complete);
  if (!is_complete)
    set->unclear = UNCLEAR_TOO_MANY;
  return status;
}

static struct number_set *numbers_of(struct oracle *oracle, const struct state *state,
                                     const struct term *term) {
  bool fresh;
  find_relevant(oracle, state, term);
  vector_push(&oracle->relevant, term->id);
  uint32_t number = interner_add(oracle->questions, oracle->relevant.items,
                                 oracle->relevant.count * sizeof *oracle->relevant.items, &fresh);
  oracle->relevant.count--;
  if (!fresh)
    return &oracle->sets.items[number];
  struct number_set set = {0};
  if (find_numbers(oracle, term, &set) != STATUS_OK)
    set.unclear = UNCLEAR_SOLVER;
  vector_push(&oracle->sets, set);
  return &oracle->sets.items[number];
}

bool oracle_is_feasible(struct oracle *oracle, const struct state *state) {
  if (!state->facts.count)
    return true;
  struct terms *terms = oracle->context.terms;
  const struct number_set *set = numbers_of(oracle, state, term_constant(terms, 1, 1));
  return set->unclear || set->numbers.count;
}

static void assume_number(struct oracle *oracle, const struct term *term, uint64_t number) {
  struct terms *terms = oracle->context.terms;
  const struct term *fact =
      term_apply(terms, OP_EQ, term, term_constant(terms, term->width, number), NULL);
  if (!term_is_true(fact))
    value_assume(&oracle->context, *oracle->context.state, fact);
}

static bool decide_unchecked(struct oracle *oracle, struct answers *answers,
                             const struct term *term, uint64_t *bits) {
  *bits = answers_next(answers, 2);
  assume_number(oracle, term, *bits);
  return true;
}

bool oracle_settle(struct oracle *oracle, struct answers *answers, struct value value,
                   unsigned width, bool only_looks, uint64_t *bits) {
  const struct term *term = value_to_term(&oracle->context, value, width);
  if (!term) /* memory without a value yet, only looked at */
    return false;
  if (term_is_constant(term)) {
    *bits = term->value;
    return true;
  }
  if (*oracle->is_beyond && !only_looks) {
    oracle->is_cut = true;
    return false;
  }
  if (width == 1 && !oracle->checks_guards && !only_looks && answers->next < MOST_UNCHECKED)
    return decide_unchecked(oracle, answers, term, bits);
  const struct number_set *set = numbers_of(oracle, *oracle->context.state, term);
  if (!set->unclear && set->numbers.count == 1) {
    *bits = set->numbers.items[0];
    return true;
  }
  if (only_looks)
    return false;
  if (set->unclear) {
    oracle->unclear = set->unclear;
    return false;
  }
  if (!set->numbers.count) {
    oracle->is_infeasible = true;
    return false;
  }
  *bits = set->numbers.items[answers_next(answers, set->numbers.count)];
  assume_number(oracle, term, *bits);
  return true;
}

void oracle_init(struct oracle *oracle, bool checks_guards, const char *backend,
                 const struct limits *limits, const bool *is_beyond, struct state **state) {
  *oracle = (struct oracle){.checks_guards = checks_guards, .is_beyond = is_beyond};
  session_init(&oracle->session, backend, limits, MOST_VARIABLES);
  value_context_init(&oracle->context, state);
  oracle->context.keeps_all = oracle->context.reuses_symbols = true;
  oracle->questions = interner_create();
}

void oracle_release(struct oracle *oracle) {
  session_release(&oracle->session);
  for (size_t i = 0; i < oracle->sets.count; i++)
    vector_release(&oracle->sets.items[i].numbers);
  vector_release(&oracle->sets);
  vector_release(&oracle->variables);
  vector_release(&oracle->variables_by_term);
  vector_release(&oracle->marks);
  vector_release(&oracle->relevant);
  interner_destroy(oracle->questions);
  value_context_release(&oracle->context);
}

void oracle_begin_step(struct oracle *oracle, uint32_t thread) {
  oracle->unclear = UNCLEAR_NOTHING;
  oracle->is_infeasible = oracle->is_cut = false;
  oracle->context.running = thread;
}
