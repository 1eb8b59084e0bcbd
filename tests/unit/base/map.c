/* SPDX-License-Identifier: Apache-2.0 */
/* Maps and interners. */
#include "base/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void an_empty_map_knows_nothing(void **unused) {
  (void)unused;
  struct map map = {0};
  uint64_t value;
  assert_false(map_get(&map, 0, &value));
  map_release(&map);
}

static void a_map_keeps_every_key_while_it_grows(void **unused) {
  (void)unused;
  struct map map = {0};
  for (uint64_t i = 0; i < 10000; i++)
    map_set(&map, i * i, i);
  assert_int_equal(map.count, 10000);
  for (uint64_t i = 0; i < 10000; i++) {
    uint64_t value;
    assert_true(map_get(&map, i * i, &value));
    assert_int_equal(value, i);
  }
  assert_false(map_get(&map, 3, NULL));
  map_release(&map);
}

static void setting_a_key_again_replaces_its_value(void **unused) {
  (void)unused;
  struct map map = {0};
  map_set(&map, 7, 1);
  map_set(&map, 7, 2);
  uint64_t value;
  assert_true(map_get(&map, 7, &value));
  assert_int_equal(value, 2);
  assert_int_equal(map.count, 1);
  map_release(&map);
}

static void equal_bytes_get_equal_numbers(void **unused) {
  (void)unused;
  struct interner *interner = interner_create();
  bool added;
  uint32_t first = interner_add(interner, "abc", 3, &added);
  assert_true(added);
  uint32_t second = interner_add(interner, "abd", 3, &added);
  assert_true(added);
  assert_int_not_equal(first, second);
  assert_int_equal(interner_add(interner, "abc", 3, &added), first);
  assert_false(added);
  assert_int_equal(interner_add(interner, "ab", 2, NULL), 2);
  assert_int_equal(interner_add(interner, "", 0, NULL), 3);
  assert_int_equal(interner_count(interner), 4);
  interner_destroy(interner);
}

static void an_interner_gives_its_bytes_back(void **unused) {
  (void)unused;
  struct interner *interner = interner_create();
  for (uint32_t i = 0; i < 5000; i++)
    assert_int_equal(interner_add(interner, &i, sizeof i, NULL), i);
  for (uint32_t i = 0; i < 5000; i++) {
    size_t size;
    const void *data = interner_data(interner, i, &size);
    assert_int_equal(size, sizeof i);
    assert_memory_equal(data, &i, sizeof i);
  }
  assert_true(interner_memory(interner) >= 5000 * sizeof(uint32_t));
  interner_destroy(interner);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_map_knows_nothing),
      cmocka_unit_test(a_map_keeps_every_key_while_it_grows),
      cmocka_unit_test(setting_a_key_again_replaces_its_value),
      cmocka_unit_test(equal_bytes_get_equal_numbers),
      cmocka_unit_test(an_interner_gives_its_bytes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
