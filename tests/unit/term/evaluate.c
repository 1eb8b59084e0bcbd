/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluation of terms: shared and deep ones, and after the variables have changed. Whether values
 * are right is for the tests of operators and solvers. */
#include "term/evaluate.h"

#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static uint64_t twice_the_number(const struct term *variable, void *context) {
  unsigned *calls = context;
  ++*calls;
  return variable->value * 2 & width_mask(variable->width);
}

static void a_variable_is_asked_for_once_until_values_are_forgotten(void **unused) {
  (void)unused;
  unsigned calls = 0;
  struct terms *terms = terms_create();
  struct evaluator *evaluator = evaluator_create(twice_the_number, &calls);
  const struct term *x = term_variable(terms, 8, 21);
  const struct term *square = term_apply(terms, OP_MUL, x, x, NULL);
  assert_int_equal(evaluator_value(evaluator, x), 42);
  assert_int_equal(evaluator_value(evaluator, square), 42 * 42 % 256);
  assert_int_equal(evaluator_value(evaluator, term_constant(terms, 8, 7)), 7);
  assert_int_equal(calls, 1);
  evaluator_forget(evaluator);
  assert_int_equal(evaluator_value(evaluator, square), 42 * 42 % 256);
  assert_int_equal(calls, 2);
  evaluator_destroy(evaluator);
  terms_destroy(terms);
}

static void a_term_may_be_as_deep_as_memory_allows(void **unused) {
  (void)unused;
  unsigned calls = 0;
  struct terms *terms = terms_create();
  struct evaluator *evaluator = evaluator_create(twice_the_number, &calls);
  const struct term *sum = term_variable(terms, 64, 0);
  uint64_t expected = 0;
  for (uint64_t i = 1; i < 300000; i++) {
    sum = term_apply(terms, OP_ADD, sum, term_variable(terms, 64, i), NULL);
    expected += 2 * i;
  }
  assert_true(evaluator_value(evaluator, sum) == expected);
  evaluator_destroy(evaluator);
  terms_destroy(terms);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_variable_is_asked_for_once_until_values_are_forgotten),
      cmocka_unit_test(a_term_may_be_as_deep_as_memory_allows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
