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
      cmocka_unit_test(hashes_depend_on_every_byte_and_the_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
