/* SPDX-License-Identifier: Apache-2.0 */
/* Growing arrays, and hashing. */
#include "base/vector.h"

#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void a_vector_is_a_stack(void **unused) {
  (void)unused;
  VECTOR(int) vector = {0};
  for (int i = 0; i < 100; i++)
    vector_push(&vector, i);
  assert_int_equal(vector.count, 100);
  assert_int_equal(vector_last(&vector), 99);
  for (int i = 99; i >= 0; i--)
    assert_int_equal(vector_pop(&vector), i);
  vector_release(&vector);
  assert_null(vector.items);
}

static void reserving_keeps_the_items(void **unused) {
  (void)unused;
  struct pair {
    int first, second;
  };
  VECTOR(struct pair) vector = {0};
  vector_push(&vector, (struct pair){1, 2});
  vector_reserve(&vector, 1000);
  assert_true(vector.capacity >= 1000);
  assert_int_equal(vector.items[0].second, 2);
  vector_release(&vector);
}

static void appending_keeps_what_was_there(void **unused) {
  (void)unused;
  VECTOR(int) vector = {0};
  vector_push(&vector, 7);
  const int more[] = {1, 2, 3};
  size_t counts[] = {3, 0};
  for (size_t i = 0; i < 2; i++)
    vector_append(&vector, more, counts[i]);
  assert_int_equal(vector.count, 4);
  assert_int_equal(vector.items[0], 7);
  assert_int_equal(vector.items[3], 3);
  vector_release(&vector);
}

static void ensured_items_are_zero_and_others_stay(void **unused) {
  (void)unused;
  VECTOR(int) vector = {0};
  vector_push(&vector, 7);
  vector_ensure(&vector, 0);
  assert_int_equal(vector.count, 1);
  vector_ensure(&vector, 50);
  assert_int_equal(vector.count, 51);
  assert_int_equal(vector.items[0], 7);
  for (size_t i = 1; i < vector.count; i++)
    assert_int_equal(vector.items[i], 0);
  vector_release(&vector);
}

static void a_loop_visits_each_item_also_if_the_vector_grows(void **unused) {
  (void)unused;
  VECTOR(int) vector = {0};
  int sum = 0, visits = 0;
  vector_each (item, &vector)
    visits += *item;
  assert_int_equal(visits, 0);
  vector_push(&vector, 1);
  vector_each (item, &vector) {
    sum += *item;
    int next = (int)vector.count + 1;
    if (next <= 100)
      vector_push(&vector, next);
  }
  assert_int_equal(sum, 5050);
  vector_release(&vector);
}

static void a_loop_can_be_left_and_continued(void **unused) {
  (void)unused;
  VECTOR(int) vector = {0};
  int sum = 0, outer = 0;
  for (int i = 1; i <= 10; i++)
    vector_push(&vector, i);
  vector_each (first, &vector) {
    outer++;
    vector_each (second, &vector) {
      if (*second % 2)
        continue;
      if (*second > 6)
        break;
      sum += *second;
    }
    if (*first == 3)
      break;
  }
  assert_int_equal(outer, 3);
  assert_int_equal(sum, 3 * (2 + 4 + 6));
  vector_release(&vector);
}

static void vectors_in_a_vector_are_released_with_it(void **unused) {
  (void)unused;
  struct inner {
    int *items;
    size_t count, capacity;
  };
  struct outer {
    struct inner list;
  };
  VECTOR(struct inner) direct = {0};
  VECTOR(struct outer) members = {0};
  vector_ensure(&direct, 3);
  vector_ensure(&members, 3);
  for (int i = 0; i < 4; i++) {
    vector_push(&direct.items[i], i);
    vector_push(&members.items[i].list, i);
  }
  vector_release_all(&direct);
  vector_release_members(&members, list);
  assert_int_equal(direct.count + members.count, 0);
}

static void hashes_depend_on_every_byte_and_the_length(void **unused) {
  (void)unused;
  unsigned char bytes[40] = {0};
  for (size_t length = 1; length <= sizeof bytes; length++) {
    uint64_t before = hash_bytes(bytes, length);
    assert_int_not_equal(before, hash_bytes(bytes, length - 1));
    for (size_t i = 0; i < length; i++) {
      bytes[i] = 1;
      assert_int_not_equal(before, hash_bytes(bytes, length));
      bytes[i] = 0;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_vector_is_a_stack),
      cmocka_unit_test(reserving_keeps_the_items),
      cmocka_unit_test(appending_keeps_what_was_there),
      cmocka_unit_test(ensured_items_are_zero_and_others_stay),
      cmocka_unit_test(a_loop_visits_each_item_also_if_the_vector_grows),
      cmocka_unit_test(a_loop_can_be_left_and_continued),
      cmocka_unit_test(vectors_in_a_vector_are_released_with_it),
      cmocka_unit_test(hashes_depend_on_every_byte_and_the_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
