/* SPDX-License-Identifier: Apache-2.0 */
/* The solver's interface, on both back ends: literals and clauses, assumptions and cores, models,
 * limits, and each integer operator on all operands of small widths. Random terms: agreement.c. */
#include "solver/solver.h"

#include "base/limits.h"
#include "term/term.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/time.h>

#include <cmocka.h>

static bool check(struct solver *solver, const int *assumptions, size_t count) {
  bool satisfiable = false;
  enum status status = solver_check(solver, assumptions, count, &satisfiable);
  if (status != STATUS_OK)
    fail_msg("%s", solver_reason(solver));
  return satisfiable;
}

static struct solver *create(void **backend) {
  struct solver *solver = solver_create(*backend);
  assert_non_null(solver);
  solver_verify_models(solver);
  return solver;
}

static const struct term *equals(struct terms *terms, const struct term *term, uint64_t bits) {
  return term_apply(terms, OP_EQ, term, term_constant(terms, term->width, bits), NULL);
}

static void an_unknown_name_is_no_back_end(void **unused) {
  (void)unused;
  assert_null(solver_create("minisat"));
  for (const char *const *name = solver_backends; *name; name++) {
    struct solver *solver = solver_create(*name);
    assert_non_null(solver);
    solver_destroy(solver);
  }
}

/* As many pigeons as holes + 1; a literal each switches on the pigeon. */
static void clauses_over_fresh_literals_make_pigeons_fight(void **backend) {
  enum { HOLES = 4, PIGEONS = HOLES + 1 };
  struct solver *solver = create(backend);
  int in[PIGEONS][HOLES], active[PIGEONS];
  for (int p = 0; p < PIGEONS; p++) {
    int clause[HOLES + 1];
    for (int h = 0; h < HOLES; h++)
      clause[h] = in[p][h] = solver_fresh_literal(solver);
    active[p] = solver_fresh_literal(solver);
    clause[HOLES] = -active[p];
    solver_add_clause(solver, clause, HOLES + 1);
    for (int other = 0; other < p; other++)
      for (int h = 0; h < HOLES; h++)
        solver_add_clause(solver, (int[]){-in[p][h], -in[other][h]}, 2);
  }
  assert_false(check(solver, active, PIGEONS));
  for (int p = 0; p < PIGEONS; p++)
    assert_true(solver_failed(solver, active[p]));
  assert_true(check(solver, active, PIGEONS - 1));
  for (int p = 0; p < PIGEONS - 1; p++) {
    int count = 0;
    for (int h = 0; h < HOLES; h++)
      count += solver_value(solver, in[p][h]);
    assert_true(solver_value(solver, active[p]) && count >= 1);
  }
  assert_true(check(solver, NULL, 0));
  struct solver_statistics statistics = solver_get_statistics(solver);
  assert_int_equal(statistics.checks, 3);
  assert_true(statistics.variables >= PIGEONS * (HOLES + 1));
  assert_true(statistics.clauses >= PIGEONS);
  solver_destroy(solver);
}

static void what_is_asserted_stays_and_what_is_assumed_does_not(void **backend) {
  struct terms *terms = terms_create();
  struct solver *solver = create(backend);
  const struct term *x = term_variable(terms, 32, 1), *y = term_variable(terms, 32, 2);
  const struct term *sum = term_apply(terms, OP_ADD, x, y, NULL);
  solver_assert(solver, equals(terms, sum, 100));
  assert_true(check(solver, NULL, 0));
  int x_is_7 = solver_literal(solver, equals(terms, x, 7));
  int y_is_7 = solver_literal(solver, equals(terms, y, 7));
  int free = solver_fresh_literal(solver);
  assert_int_equal(x_is_7, solver_literal(solver, equals(terms, x, 7)));
  assert_true(check(solver, &x_is_7, 1));
  assert_int_equal(solver_term_value(solver, y), 93);
  assert_false(check(solver, (int[]){free, x_is_7, y_is_7}, 3));
  assert_true(solver_failed(solver, x_is_7) && solver_failed(solver, y_is_7));
  assert_false(solver_failed(solver, free));
  assert_true(check(solver, &y_is_7, 1));
  assert_int_equal(solver_term_value(solver, x), 93);
  solver_assert(solver, term_apply(terms, OP_ULT, x, y, NULL));
  assert_false(check(solver, &y_is_7, 1));
  assert_true(check(solver, NULL, 0));
  solver_add_clause(solver, NULL, 0);
  assert_false(check(solver, NULL, 0));
  solver_destroy(solver);
  terms_destroy(terms);
}

static void a_model_stays_readable_while_clauses_are_added(void **backend) {
  struct terms *terms = terms_create();
  struct solver *solver = create(backend);
  const struct term *x = term_variable(terms, 8, 1);
  int bits[8];
  for (unsigned i = 0; i < 8; i++)
    bits[i] = solver_literal(solver, term_extract(terms, i, 1, x));
  unsigned models = 0;
  bool seen[256] = {false};
  while (check(solver, NULL, 0)) {
    int clause[8];
    unsigned value = 0;
    solver_add_clause(solver, (int[]){bits[0], -bits[0]}, 2);
    for (unsigned i = 0; i < 8; i++) {
      bool bit = solver_value(solver, bits[i]);
      value |= (unsigned)bit << i;
      clause[i] = bit ? -bits[i] : bits[i];
    }
    solver_add_clause(solver, clause, 8);
    assert_int_equal(solver_term_value(solver, x), value);
    assert_false(seen[value]);
    seen[value] = true;
    models++;
  }
  assert_int_equal(models, 256);
  solver_destroy(solver);
  terms_destroy(terms);
}

static void terms_unknown_to_the_solver_have_values_too(void **backend) {
  struct terms *terms = terms_create();
  struct solver *solver = create(backend);
  const struct term *x = term_variable(terms, 16, 1), *y = term_variable(terms, 16, 2);
  solver_assert(solver, equals(terms, x, 12));
  assert_true(check(solver, NULL, 0));
  const struct term *product = term_apply(terms, OP_MUL, x, x, NULL);
  assert_int_equal(solver_term_value(solver, product), 144);
  assert_int_equal(solver_term_value(solver, term_apply(terms, OP_SUB, y, y, NULL)), 0);
  assert_int_equal(solver_term_value(solver, y), solver_term_value(solver, y));
  solver_destroy(solver);
  terms_destroy(terms);
}

static void constants_and_contradicting_assumptions_are_fine(void **backend) {
  struct terms *terms = terms_create();
  struct solver *solver = create(backend);
  int yes = solver_literal(solver, term_constant(terms, 1, 1));
  int no = solver_literal(solver, term_constant(terms, 1, 0));
  int some = solver_literal(solver, term_variable(terms, 1, 1));
  assert_true(check(solver, (int[]){yes, -no, some, some}, 4));
  assert_true(solver_value(solver, yes) && !solver_value(solver, no));
  assert_false(check(solver, (int[]){yes, some, no}, 3));
  assert_true(solver_failed(solver, no) && !solver_failed(solver, some));
  assert_false(check(solver, (int[]){yes, some, -some}, 3));
  assert_true(solver_failed(solver, some) && solver_failed(solver, -some));
  assert_false(solver_failed(solver, yes));
  solver_assert(solver, term_constant(terms, 1, 1));
  assert_true(check(solver, NULL, 0));
  solver_assert(solver, term_constant(terms, 1, 0));
  assert_false(check(solver, NULL, 0));
  solver_destroy(solver);
  terms_destroy(terms);
}

static void deep_terms_do_not_exhaust_the_stack(void **backend) {
  enum { DEPTH = 100000 };
  struct terms *terms = terms_create();
  struct solver *solver = solver_create(*backend);
  const struct term *flag = term_variable(terms, 1, 0), *all = flag;
  for (unsigned i = 1; i < DEPTH; i++) {
    const struct term *next = term_variable(terms, 1, i);
    all = term_apply(terms, i % 2 ? OP_AND : OP_XOR, all, next, NULL);
  }
  solver_assert(solver, all);
  assert_true(check(solver, NULL, 0));
  assert_int_equal(solver_term_value(solver, all), 1);
  solver_destroy(solver);
  terms_destroy(terms);
}

/* Two factors of a product of large primes. */
static void assert_hard(struct solver *solver, struct terms *terms) {
  const struct term *x = term_variable(terms, 64, 1), *y = term_variable(terms, 64, 2);
  const struct term *limit = term_constant(terms, 64, UINT64_C(1) << 32);
  solver_assert(solver, equals(terms, term_apply(terms, OP_MUL, x, y, NULL),
                               UINT64_C(3266489917) * UINT64_C(2246822519)));
  solver_assert(solver, term_apply(terms, OP_ULT, x, limit, NULL));
  solver_assert(solver, term_apply(terms, OP_ULT, y, x, NULL));
  solver_assert(solver, term_apply(terms, OP_ULT, term_constant(terms, 64, 1), y, NULL));
}

static void a_time_limit_ends_a_check_and_the_next_one_works(void **backend) {
  struct terms *terms = terms_create();
  struct solver *solver = create(backend);
  struct limits limits = {.seconds = 0.2, .start = clock_seconds()};
  bool satisfiable;
  assert_hard(solver, terms);
  solver_set_limits(solver, &limits);
  assert_int_equal(solver_check(solver, NULL, 0, &satisfiable), STATUS_LIMIT);
  assert_int_equal(solver_status(solver), STATUS_LIMIT);
  assert_string_equal(solver_reason(solver), "time");
  assert_true(clock_seconds() - limits.start < 10);
  limits.seconds = 0;
  int known = solver_literal(solver, equals(terms, term_variable(terms, 64, 1), 3266489917));
  assert_true(check(solver, &known, 1));
  assert_string_equal(solver_reason(solver), "");
  assert_int_equal(solver_term_value(solver, term_variable(terms, 64, 2)), 2246822519);
  limits.seconds = 1e-9;
  assert_int_equal(solver_check(solver, NULL, 0, &satisfiable), STATUS_LIMIT);
  solver_destroy(solver);
  terms_destroy(terms);
}

static volatile sig_atomic_t cancelled;
static void cancel(int number) { cancelled = number; }

static void a_signal_cancels_a_check(void **backend) {
  struct terms *terms = terms_create();
  struct solver *solver = create(backend);
  struct limits limits = {.start = clock_seconds(), .cancelled = &cancelled};
  struct itimerval soon = {.it_value.tv_usec = 100000};
  bool satisfiable;
  cancelled = 0;
  assert_hard(solver, terms);
  solver_set_limits(solver, &limits);
  signal(SIGALRM, cancel);
  setitimer(ITIMER_REAL, &soon, NULL);
  assert_int_equal(solver_check(solver, NULL, 0, &satisfiable), STATUS_CANCELLED);
  assert_int_equal(cancelled, SIGALRM);
  assert_true(clock_seconds() - limits.start < 10);
  solver_destroy(solver);
  terms_destroy(terms);
}

static void what_a_back_end_cannot_express_is_said(void **backend) {
  struct terms *terms = terms_create();
  struct solver *solver = create(backend);
  const struct term *x = term_variable(terms, 64, 1), *y = term_variable(terms, 64, 2);
  const struct term *rest = term_apply(terms, OP_FREM, x, y, NULL);
  bool satisfiable;
  assert_true(check(solver, NULL, 0));
  assert_int_equal(solver_status(solver), STATUS_OK);
  solver_assert(solver, term_apply(terms, OP_FLT, rest, x, NULL));
  assert_int_equal(solver_status(solver), STATUS_UNSUPPORTED);
  assert_int_equal(solver_check(solver, NULL, 0, &satisfiable), STATUS_UNSUPPORTED);
  assert_non_null(strstr(solver_reason(solver), *backend));
  solver_destroy(solver);
  terms_destroy(terms);
}

static void compare_operands(struct solver *solver, struct terms *terms, const struct term *result,
                             unsigned width) {
  uint64_t count = UINT64_C(1) << width;
  for (uint64_t i = 0; i < count * count; i++) {
    uint64_t operands[3] = {i % count, i / count, 0};
    uint64_t expected = term_apply_to_bits(result, operands);
    int literals[3] = {
        solver_literal(solver, equals(terms, term_variable(terms, width, 0), operands[0])),
        solver_literal(solver, equals(terms, term_variable(terms, width, 1), operands[1])),
        -solver_literal(solver, equals(terms, result, expected)),
    };
    if (check(solver, literals, 3))
      fail_msg("%s of width %u on %u and %u", operator_text((enum operator)result->op), width,
               (unsigned)operands[0], (unsigned)operands[1]);
  }
}

/* There is no other value than the right one, and there is one, since an operator is total. */
static void every_operator_is_right_on_all_small_operands(void **backend) {
  unsigned most = strcmp(*backend, "sat") ? 2 : 4;
  for (unsigned width = 1; width <= most; width++) {
    struct terms *terms = terms_create();
    struct solver *solver = create(backend);
    const struct term *a = term_variable(terms, width, 0), *b = term_variable(terms, width, 1);
    for (enum operator op = OP_ADD; op < OP_FADD; op++) {
      if (op == OP_NOT || op == OP_ITE || op == OP_ZEXT || op == OP_SEXT || op == OP_EXTRACT)
        continue;
      const struct term *result = term_apply(terms, op, a, b, NULL);
      if (result->kind == TERM_APPLY && result->operands[0] == a && result->operands[1] == b)
        compare_operands(solver, terms, result, width);
    }
    assert_true(check(solver, NULL, 0));
    solver_destroy(solver);
    terms_destroy(terms);
  }
}

/* Z3's own predicate says otherwise once it knows the values. */
static void a_product_by_minus_one_fits(void **backend) {
  struct terms *terms = terms_create();
  struct solver *solver = create(backend);
  const struct term *x = term_variable(terms, 6, 1), *y = term_variable(terms, 6, 2);
  solver_assert(solver, equals(terms, x, 4));
  solver_assert(solver, equals(terms, y, 63));
  int overflows = solver_literal(solver, term_apply(terms, OP_SMUL_OVERFLOWS, x, y, NULL));
  assert_false(check(solver, &overflows, 1));
  assert_true(check(solver, NULL, 0));
  solver_destroy(solver);
  terms_destroy(terms);
}

#define ON_BOTH(test)                                                                              \
  {#test " (sat)", test, NULL, NULL, sat}, { #test " (z3)", test, NULL, NULL, z3 }

int main(void) {
  char sat[] = "sat", z3[] = "z3";
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_unknown_name_is_no_back_end),
      ON_BOTH(clauses_over_fresh_literals_make_pigeons_fight),
      ON_BOTH(what_is_asserted_stays_and_what_is_assumed_does_not),
      ON_BOTH(a_model_stays_readable_while_clauses_are_added),
      ON_BOTH(terms_unknown_to_the_solver_have_values_too),
      ON_BOTH(constants_and_contradicting_assumptions_are_fine),
      ON_BOTH(deep_terms_do_not_exhaust_the_stack),
      ON_BOTH(a_time_limit_ends_a_check_and_the_next_one_works),
      ON_BOTH(a_signal_cancels_a_check),
      ON_BOTH(what_a_back_end_cannot_express_is_said),
      ON_BOTH(every_operator_is_right_on_all_small_operands),
      ON_BOTH(a_product_by_minus_one_fits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
