/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions over relations: each operator, how they bind, and more elements than a word has bits.
 */
#include "semantics/relation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* `next` leads from each element to the one behind it, `all` relates everything, `even` is a set.
 */
static bool find(struct relation_names *names, const char *name, size_t length,
                 struct bit_relation *relation) {
  for (size_t i = 0; i < names->count; i++)
    for (size_t j = 0; j < names->count; j++)
      if ((length == 4 && memcmp(name, "next", 4) == 0 && j == i + 1) ||
          (length == 3 && memcmp(name, "all", 3) == 0) ||
          (length == 4 && memcmp(name, "even", 4) == 0 && i == j && i % 2 == 0))
        relation_add(relation, i, j);
  return true;
}

static size_t count(struct relation_names *names, const char *expression) {
  struct bit_relation relation = relation_evaluate(names, expression);
  size_t pairs = 0;
  for (size_t i = 0; i < names->count; i++)
    for (size_t j = 0; j < names->count; j++)
      pairs += relation_has(&relation, i, j);
  relation_release(&relation);
  return pairs;
}

static void test_operators(void **state) {
  (void)state;
  struct relation_names names = {.find = find, .count = 5};
  assert_int_equal(count(&names, "next"), 4);
  assert_int_equal(count(&names, "next ; next"), 3);
  assert_int_equal(count(&names, "next+"), 10);
  assert_int_equal(count(&names, "next*"), 15);
  assert_int_equal(count(&names, "next?"), 9);
  assert_int_equal(count(&names, "id"), 5);
  assert_int_equal(count(&names, "[even]"), 3);
  assert_int_equal(count(&names, "[even] ; next"), 2);
  assert_int_equal(count(&names, "next ; [even]"), 2);
  assert_int_equal(count(&names, "next & next^-1"), 0);
  assert_int_equal(count(&names, "next | next^-1"), 8);
  assert_int_equal(count(&names, "all \\ id"), 20);
}

static void test_binding(void **state) {
  (void)state;
  struct relation_names names = {.find = find, .count = 5};
  assert_int_equal(count(&names, "next | next ; next"), count(&names, "next | (next ; next)"));
  assert_int_equal(count(&names, "all \\ next ; next"), 22);
  assert_int_equal(count(&names, "(all \\ next) ; next"), 17);
  assert_int_equal(count(&names, "id | all & next"), 9);
  assert_int_equal(count(&names, "next ; next^-1"), 4);
}

static void test_questions(void **state) {
  (void)state;
  struct relation_names names = {.find = find, .count = 70};
  struct bit_relation line = relation_evaluate(&names, "next");
  struct bit_relation ring = relation_evaluate(&names, "next");
  struct bit_relation none = relation_evaluate(&names, "next & next ; next");
  relation_add(&ring, 69, 0);
  assert_true(relation_is_acyclic(&line));
  assert_false(relation_is_acyclic(&ring));
  assert_true(relation_is_irreflexive(&ring));
  assert_false(relation_is_empty(&line));
  assert_true(relation_is_empty(&none));
  assert_int_equal(count(&names, "next+"), 69 * 70 / 2);
  relation_release(&line);
  relation_release(&ring);
  relation_release(&none);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_binding),
      cmocka_unit_test(test_questions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
