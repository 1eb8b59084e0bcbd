/* SPDX-License-Identifier: Apache-2.0 */
/* Walks over terms that are small, deep, or have shared parts. */
#include "term/walk.h"

#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { LONG = 100000, DOUBLINGS = 60, WIDTH = 32 };

static const struct term *deep_term(struct terms *terms) {
  const struct term *term = term_variable(terms, WIDTH, 0);
  for (unsigned i = 1; i < LONG; i++)
    term =
        term_apply(terms, i % 2 ? OP_XOR : OP_ADD, term, term_variable(terms, WIDTH, i % 7), NULL);
  return term;
}

/* Every part occurs twice in the next: 2 to the power of DOUBLINGS occurrences of the variable. */
static const struct term *shared_term(struct terms *terms) {
  const struct term *term = term_variable(terms, WIDTH, 0);
  for (unsigned i = 0; i < DOUBLINGS; i++)
    term = term_apply(terms, OP_MUL, term, term, NULL);
  return term;
}

struct parts {
  unsigned count;
  const struct term *list[8];
};

static bool collect(const struct term *part, void *context) {
  struct parts *parts = context;
  if (parts->count < 8)
    parts->list[parts->count] = part;
  parts->count++;
  return false;
}

static void a_part_comes_before_its_operands_and_these_from_left_to_right(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *a = term_variable(terms, WIDTH, 0), *b = term_variable(terms, WIDTH, 1),
                    *c = term_variable(terms, WIDTH, 2);
  const struct term *left = term_apply(terms, OP_SUB, a, b, NULL);
  const struct term *root = term_apply(terms, OP_UDIV, left, c, NULL);
  struct parts parts = {0};
  assert_false(term_any(root, collect, &parts));
  const struct term *expected[] = {root, left, a, b, c};
  assert_int_equal(parts.count, 5);
  for (unsigned i = 0; i < 5; i++)
    assert_ptr_equal(parts.list[i], expected[i]);
  terms_destroy(terms);
}

static unsigned first_operand(const struct term *part) {
  (void)part;
  return 1;
}

static void operands_that_are_not_followed_are_not_visited(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  struct parts parts = {0};
  const struct term *a = term_variable(terms, WIDTH, 0), *b = term_variable(terms, WIDTH, 1);
  const struct term *root = term_apply(terms, OP_UDIV, a, b, NULL);
  assert_false(term_any_followed(root, first_operand, collect, &parts));
  assert_int_equal(parts.count, 2);
  assert_ptr_equal(parts.list[1], a);
  terms_destroy(terms);
}

static void walks_end_on_deep_and_on_shared_terms(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *deep = deep_term(terms), *shared = shared_term(terms);
  struct parts parts = {0};
  assert_true(term_mentions(deep, 0));
  assert_true(term_mentions(deep, 6));
  assert_false(term_mentions(deep, 7));
  assert_true(term_mentions(shared, 0));
  assert_false(term_mentions(shared, 1));
  assert_false(term_any(shared, collect, &parts));
  assert_true(parts.count <= 3 * DOUBLINGS);
  assert_false(term_is_small(shared, 1000));
  assert_true(term_is_small(term_constant(terms, WIDTH, 1), 1));
  terms_destroy(terms);
}

struct replacements {
  struct terms *terms;
  uint64_t without; /* no term replaces this variable */
};

static const struct term *renumber(const struct term *variable, void *context) {
  const struct replacements *replacements = context;
  if (variable->value == replacements->without)
    return NULL;
  return term_variable(replacements->terms, variable->width, variable->value + 10);
}

static const struct term *number_it(const struct term *variable, void *context) {
  const struct replacements *replacements = context;
  return term_constant(replacements->terms, variable->width, variable->value + 3);
}

static void every_variable_is_replaced(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  struct replacements replacements = {terms, UINT64_MAX};
  const struct term *all[] = {term_variable(terms, WIDTH, 0), deep_term(terms), shared_term(terms)};
  for (unsigned i = 0; i < 3; i++) {
    const struct term *mapped = term_map(terms, all[i], renumber, &replacements);
    assert_false(term_mentions(mapped, 0));
    assert_true(term_mentions(mapped, 10));
    assert_true(term_is_constant(term_map(terms, all[i], number_it, &replacements)));
  }
  uint64_t power = 3;
  for (unsigned i = 0; i < DOUBLINGS; i++)
    power = power * power & width_mask(WIDTH);
  assert_int_equal(term_map(terms, all[2], number_it, &replacements)->value, power);
  replacements.without = 0;
  for (unsigned i = 0; i < 3; i++)
    assert_null(term_map(terms, all[i], renumber, &replacements));
  terms_destroy(terms);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_part_comes_before_its_operands_and_these_from_left_to_right),
      cmocka_unit_test(operands_that_are_not_followed_are_not_visited),
      cmocka_unit_test(walks_end_on_deep_and_on_shared_terms),
      cmocka_unit_test(every_variable_is_replaced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
