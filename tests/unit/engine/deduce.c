/* SPDX-License-Identifier: Apache-2.0 */
/* Only what a conclusion needs is taken from what is offered. */
#include "engine/impact/deduce.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WIDTH = 32 };

struct fixture {
  struct terms *terms;
  struct deducer deducer;
  const struct term *a, *b, *c, *d;
  struct premises premises, offered, used;
};

static int set_up(void **state) {
  static struct fixture fixture;
  fixture = (struct fixture){.terms = terms_create()};
  deducer_init(&fixture.deducer, fixture.terms, "sat", NULL);
  fixture.a = term_variable(fixture.terms, WIDTH, 0);
  fixture.b = term_variable(fixture.terms, WIDTH, 1);
  fixture.c = term_variable(fixture.terms, WIDTH, 2);
  fixture.d = term_variable(fixture.terms, WIDTH, 3);
  *state = &fixture;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *fixture = *state;
  vector_release(&fixture->premises);
  vector_release(&fixture->offered);
  vector_release(&fixture->used);
  deducer_release(&fixture->deducer);
  terms_destroy(fixture->terms);
  return 0;
}

static const struct term *less(struct fixture *fixture, const struct term *x,
                               const struct term *y) {
  return term_apply(fixture->terms, OP_ULT, x, y, NULL);
}

static void test_takes_only_what_is_needed(void **state) {
  struct fixture *fixture = *state;
  vector_push(&fixture->offered, less(fixture, fixture->a, fixture->d));
  vector_push(&fixture->offered, less(fixture, fixture->a, fixture->b));
  vector_push(&fixture->offered, less(fixture, fixture->d, fixture->b));
  vector_push(&fixture->offered, less(fixture, fixture->b, fixture->c));
  assert_true(deduce(&fixture->deducer, &fixture->premises, &fixture->offered,
                     less(fixture, fixture->a, fixture->c), &fixture->used));
  assert_true(fixture->used.count == 2 || fixture->used.count == 3);
  for (size_t i = 0; i < fixture->used.count; i++) {
    struct premises fewer = {0}, again = {0};
    for (size_t j = 0; j < fixture->used.count; j++)
      if (j != i)
        vector_push(&fewer, fixture->used.items[j]);
    assert_false(deduce(&fixture->deducer, &fixture->premises, &fewer,
                        less(fixture, fixture->a, fixture->c), &again));
    vector_release(&fewer);
    vector_release(&again);
  }
}

static void test_takes_nothing_if_the_premises_are_enough(void **state) {
  struct fixture *fixture = *state;
  vector_push(&fixture->premises, less(fixture, fixture->a, fixture->b));
  vector_push(&fixture->offered, less(fixture, fixture->b, fixture->c));
  assert_true(deduce(&fixture->deducer, &fixture->premises, &fixture->offered,
                     less(fixture, fixture->a, fixture->b), &fixture->used));
  assert_int_equal(fixture->used.count, 0);
}

static void test_does_not_conclude_what_does_not_follow(void **state) {
  struct fixture *fixture = *state;
  vector_push(&fixture->offered, less(fixture, fixture->a, fixture->b));
  assert_false(deduce(&fixture->deducer, &fixture->premises, &fixture->offered,
                      less(fixture, fixture->a, fixture->c), &fixture->used));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_takes_only_what_is_needed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_takes_nothing_if_the_premises_are_enough, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(test_does_not_conclude_what_does_not_follow, set_up,
                                      tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
