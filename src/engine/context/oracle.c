/* Asking the incremental solver what a term can be, once for each term and set of facts. */
#include "engine/context/oracle.h"

#include "base/map.h"
#include "solver/solver.h"

#include <stddef.h>
#include <string.h>

enum {
  MOST_UNCHECKED = 4,     /* branches of one step that are not checked: they would be too many */
  MOST_NUMBERS = 256,     /* that one term is split into */
  MOST_CLAUSES = 2000000, /* a solver with more is left behind: it has gathered too much */
};

static struct solver *solver_of(struct oracle *oracle) {
  if (oracle->solver && solver_get_statistics(oracle->solver).clauses > MOST_CLAUSES) {
    struct solver_statistics statistics = solver_get_statistics(oracle->solver);
    oracle->retired_checks += statistics.checks;
    oracle->retired_seconds += statistics.seconds;
    solver_destroy(oracle->solver);
    oracle->solver = NULL;
  }
  if (!oracle->solver) {
    oracle->solver = solver_create(oracle->backend);
    solver_set_limits(oracle->solver, oracle->limits);
  }
  return oracle->solver;
}

/* The back end cannot express a term: floats are for Z3. */
static bool changes_backend(struct oracle *oracle) {
  if (solver_status(oracle->solver) != STATUS_UNSUPPORTED || strcmp(oracle->backend, "z3") == 0)
    return false;
  solver_destroy(oracle->solver);
  oracle->solver = NULL;
  oracle->backend = "z3";
  return true;
}

struct literals {
  VECTOR(int) list;
};

static void add_facts(struct oracle *oracle, const struct state *state, struct literals *literals) {
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(
        &literals->list,
        solver_literal(oracle->solver, value_term_by_id(&oracle->context, state->facts.items[i])));
}

static void insert_number(struct number_set *set, uint64_t number) {
  size_t at = set->numbers.count;
  vector_push(&set->numbers, number);
  for (; at > 0 && set->numbers.items[at - 1] > number; at--)
    set->numbers.items[at] = set->numbers.items[at - 1];
  set->numbers.items[at] = number;
}

/* Models one after the other, each time without the numbers seen. What excludes them is a clause
 * that holds for this question only. */
static enum status find_numbers(struct oracle *oracle, const struct state *state,
                                const struct term *term, struct number_set *set) {
  struct solver *solver = solver_of(oracle);
  struct terms *terms = oracle->context.terms;
  struct literals literals = {0};
  enum status status;
  add_facts(oracle, state, &literals);
  int asked = solver_fresh_literal(solver);
  vector_push(&literals.list, asked);
  for (;;) {
    bool satisfiable = false;
    status = solver_check(solver, literals.list.items, literals.list.count, &satisfiable);
    if (status != STATUS_OK || !satisfiable)
      break;
    if (set->numbers.count == MOST_NUMBERS) {
      set->unclear = UNCLEAR_TOO_MANY;
      break;
    }
    uint64_t number = solver_term_value(solver, term);
    insert_number(set, number);
    const struct term *same =
        term_apply(terms, OP_EQ, term, term_constant(terms, term->width, number), NULL);
    int other[] = {-asked, -solver_literal(solver, same)};
    solver_add_clause(solver, other, 2);
  }
  int done = -asked;
  solver_add_clause(solver, &done, 1);
  vector_release(&literals.list);
  return status;
}

static struct number_set *numbers_of(struct oracle *oracle, const struct state *state,
                                     const struct term *term) {
  VECTOR(uint32_t) key = {0};
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(&key, state->facts.items[i]);
  vector_push(&key, term->id);
  bool fresh;
  uint32_t number =
      interner_add(oracle->questions, key.items, key.count * sizeof *key.items, &fresh);
  vector_release(&key);
  if (!fresh)
    return &oracle->sets.items[number];
  struct number_set set = {0};
  enum status status = find_numbers(oracle, state, term, &set);
  if (status == STATUS_UNSUPPORTED && changes_backend(oracle)) {
    set.numbers.count = 0;
    status = find_numbers(oracle, state, term, &set);
  }
  if (status != STATUS_OK)
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

static bool decide_unchecked(struct oracle *oracle, const struct term *term, uint64_t *bits) {
  oracle->undecided++;
  *bits = choices_next(&oracle->choices, 2);
  assume_number(oracle, term, *bits);
  return true;
}

static bool settle(struct chooser *chooser, struct value value, unsigned width, bool only_looks,
                   uint64_t *bits) {
  struct oracle *oracle = (struct oracle *)chooser;
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
  if (width == 1 && !oracle->checks_guards && !only_looks && oracle->choices.next < MOST_UNCHECKED)
    return decide_unchecked(oracle, term, bits);
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
  oracle->undecided++;
  *bits = set->numbers.items[choices_next(&oracle->choices, set->numbers.count)];
  assume_number(oracle, term, *bits);
  return true;
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)edge;
  struct oracle *oracle = (struct oracle *)chooser;
  oracle->undecided++;
  return choices_next(&oracle->choices, (uint64_t)1 << width);
}

void oracle_init(struct oracle *oracle, bool checks_guards, const char *backend,
                 const struct limits *limits, const bool *is_beyond, struct state **state) {
  *oracle = (struct oracle){.chooser = {choose, false, settle},
                            .checks_guards = checks_guards,
                            .backend = backend,
                            .limits = limits,
                            .is_beyond = is_beyond};
  value_context_init(&oracle->context, state);
  oracle->context.keeps_all = oracle->context.reuses_symbols = true;
  oracle->questions = interner_create();
}

void oracle_release(struct oracle *oracle) {
  if (oracle->solver)
    solver_destroy(oracle->solver);
  for (size_t i = 0; i < oracle->sets.count; i++)
    vector_release(&oracle->sets.items[i].numbers);
  vector_release(&oracle->sets);
  vector_release(&oracle->choices.list);
  interner_destroy(oracle->questions);
  value_context_release(&oracle->context);
}

void oracle_begin_step(struct oracle *oracle, uint32_t thread) {
  oracle->unclear = UNCLEAR_NOTHING;
  oracle->is_infeasible = oracle->is_cut = false;
  oracle->context.running = thread;
}

uint64_t oracle_checks(const struct oracle *oracle) {
  return oracle->retired_checks +
         (oracle->solver ? solver_get_statistics(oracle->solver).checks : 0);
}

double oracle_seconds(const struct oracle *oracle) {
  return oracle->retired_seconds +
         (oracle->solver ? solver_get_statistics(oracle->solver).seconds : 0);
}
