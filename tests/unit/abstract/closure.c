/* SPDX-License-Identifier: Apache-2.0 */
/* What the closure of comparisons says is true, for all numbers of three bits. */
#include "abstract/closure.h"

#include "term/evaluate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WIDTH = 3, VARIABLES = 3, ASSIGNMENTS = 1 << (WIDTH * VARIABLES) };

static uint64_t random_state;

static unsigned draw(unsigned below) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((random_state >> 33) % below);
}

static const struct term *draw_operand(struct terms *terms) {
  const struct term *variable = term_variable(terms, WIDTH, draw(VARIABLES));
  switch (draw(4)) {
  case 0:
    return term_constant(terms, WIDTH, draw(1 << WIDTH));
  case 1:
    return term_apply(terms, draw(2) ? OP_ADD : OP_SUB, variable, term_constant(terms, WIDTH, 1),
                      NULL);
  default:
    return variable;
  }
}

static const struct term *draw_comparison(struct terms *terms) {
  static const enum operator operators[] = {OP_EQ, OP_ULT, OP_ULE, OP_SLT, OP_SLE};
  const struct term *a = draw_operand(terms), *b = draw_operand(terms);
  const struct term *term = term_apply(terms, operators[draw(5)], a, b, NULL);
  return draw(3) ? term : term_apply(terms, OP_NOT, term, NULL, NULL);
}

static uint64_t value_of(const struct term *variable, void *assignment) {
  return *(unsigned *)assignment >> (WIDTH * variable->value) & ((1 << WIDTH) - 1);
}

/* Is the goal true wherever all premises are? `*possible`: there is such a place. */
static bool follows(const struct premises *premises, const struct term *goal, bool *possible) {
  unsigned assignment;
  struct evaluator *evaluator = evaluator_create(value_of, &assignment);
  bool always = true;
  *possible = false;
  for (assignment = 0; assignment < ASSIGNMENTS; assignment++) {
    bool all = true;
    evaluator_forget(evaluator);
    for (size_t i = 0; i < premises->count; i++)
      all &= evaluator_value(evaluator, premises->items[i]) != 0;
    *possible |= all;
    always &= !all || evaluator_value(evaluator, goal);
  }
  evaluator_destroy(evaluator);
  return always;
}

static void what_it_says_follows(void **unused) {
  (void)unused;
  unsigned told = 0, empty = 0, missed = 0;
  for (random_state = 1; random_state < 4000; random_state++) {
    uint64_t seed = random_state;
    struct terms *terms = terms_create();
    struct premises premises = {0}, goals = {0};
    for (unsigned i = 2 + draw(4); i > 0; i--)
      vector_push(&premises, draw_comparison(terms));
    vector_push(&goals, draw_comparison(terms));
    struct closure *closure = closure_create(&premises, &goals);
    assert_non_null(closure);
    bool possible, is_true = follows(&premises, goals.items[0], &possible);
    if (closure_is_empty(closure)) {
      assert_false(possible);
      empty++;
    } else if (closure_implies(closure, goals.items[0])) {
      assert_true(is_true);
      told++;
    } else {
      missed += is_true && possible;
    }
    closure_destroy(closure);
    vector_release(&premises);
    vector_release(&goals);
    terms_destroy(terms);
    random_state = seed;
  }
  assert_true(told > 100 && empty > 200 && missed > 0);
}

static void incrementing_keeps_what_is_below(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *x = term_variable(terms, 32, 0), *y = term_variable(terms, 32, 1);
  const struct term *more = term_apply(terms, OP_ADD, x, term_constant(terms, 32, 1), NULL);
  struct premises premises = {0}, goals = {0};
  vector_push(&premises, term_apply(terms, OP_ULT, y, x, NULL));
  vector_push(&goals, term_apply(terms, OP_ULT, y, more, NULL));
  struct closure *closure = closure_create(&premises, &goals);
  assert_false(closure_implies(closure, goals.items[0])); /* it may wrap around */
  closure_destroy(closure);
  const struct term *last = term_constant(terms, 32, UINT32_MAX);
  vector_push(&premises,
              term_apply(terms, OP_NOT, term_apply(terms, OP_EQ, x, last, NULL), NULL, NULL));
  closure = closure_create(&premises, &goals);
  assert_true(closure_implies(closure, goals.items[0]));
  closure_destroy(closure);
  vector_release(&premises);
  vector_release(&goals);
  terms_destroy(terms);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_it_says_follows),
      cmocka_unit_test(incrementing_keeps_what_is_below),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
