/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of small numbers. */
#include "base/bits.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { COUNT = 192 };

static uint64_t *set_of(const uint32_t *numbers, size_t count) {
  uint64_t *set = bits_create(bits_words(COUNT));
  for (size_t i = 0; i < count; i++)
    bits_add(set, numbers[i]);
  return set;
}

static void a_set_has_room_for_every_number_below_the_count(void **unused) {
  (void)unused;
  for (size_t count = 0; count < 200; count++)
    assert_true(bits_words(count) * 64 >= count && bits_words(count) > 0);
}

static void a_set_has_what_was_added_and_not_removed(void **unused) {
  (void)unused;
  size_t words = bits_words(COUNT);
  uint64_t *set = bits_create(words);
  assert_true(bits_is_empty(set, words));
  for (size_t number = 0; number < COUNT; number += 3)
    bits_add(set, number);
  for (size_t number = 0; number < COUNT; number += 2)
    bits_remove(set, number);
  for (size_t number = 0; number < COUNT; number++)
    assert_int_equal(bits_has(set, number), number % 3 == 0 && number % 2);
  bits_clear(set, words);
  assert_true(bits_is_empty(set, words));
  memory_release(set);
}

static void a_loop_visits_the_numbers_in_order(void **unused) {
  (void)unused;
  static const uint32_t numbers[] = {0, 1, 62, 63, 64, 127, 128, 191};
  size_t words = bits_words(COUNT), visited = 0;
  uint64_t *set = set_of(numbers, sizeof numbers / sizeof *numbers);
  bits_each (number, set, words)
    assert_int_equal(number, numbers[visited++]);
  assert_int_equal(visited, sizeof numbers / sizeof *numbers);
  assert_int_equal(bits_next(set, words, 192), words * 64);
  bits_clear(set, words);
  bits_each (number, set, words)
    fail();
  memory_release(set);
}

static void sets_are_compared_and_combined(void **unused) {
  (void)unused;
  static const uint32_t low[] = {1, 70}, high[] = {70, 190}, other[] = {2};
  size_t words = bits_words(COUNT);
  uint64_t *a = set_of(low, 2), *b = set_of(high, 2), *c = set_of(other, 1);
  assert_true(bits_meet(a, b, words));
  assert_false(bits_meet(a, c, words));
  assert_false(bits_include(a, b, words));
  assert_true(bits_join(a, b, words));  /* 190 is new … */
  assert_false(bits_join(a, b, words)); /* … and now it is not */
  assert_true(bits_include(a, b, words));
  bits_intersect(a, b, words);
  assert_false(bits_has(a, 1));
  assert_true(bits_has(a, 70) && bits_has(a, 190));
  bits_copy(c, a, words);
  assert_true(bits_include(c, a, words) && !bits_has(c, 2));
  memory_release(a);
  memory_release(b);
  memory_release(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_set_has_room_for_every_number_below_the_count),
      cmocka_unit_test(a_set_has_what_was_added_and_not_removed),
      cmocka_unit_test(a_loop_visits_the_numbers_in_order),
      cmocka_unit_test(sets_are_compared_and_combined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
