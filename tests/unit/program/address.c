/* SPDX-License-Identifier: Apache-2.0 */
/* The address space: everybody's part is his own. */
#include "program/address.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const enum data_model models[] = {DATA_MODEL_LP64, DATA_MODEL_ILP32};

static void check_range(enum data_model model, uint32_t thread, struct address_range range,
                        bool wanted_heap) {
  const uint64_t probes[] = {range.start, range.start + (range.end - range.start) / 2,
                             range.end - 1};
  assert_true(range.start < range.end);
  for (int i = 0; i < 3; i++) {
    uint32_t found;
    bool heap;
    assert_true(address_find_thread(model, probes[i], &found, &heap));
    assert_int_equal(found, thread);
    assert_int_equal(heap, wanted_heap);
  }
}

static void every_thread_is_found_at_its_addresses(void **unused) {
  (void)unused;
  for (int m = 0; m < 2; m++) {
    for (uint32_t thread = 0; thread < 4096; thread++) {
      check_range(models[m], thread, address_of_stack(models[m], thread), false);
      check_range(models[m], thread, address_of_heap(models[m], thread), true);
    }
  }
}

static void ranges_of_threads_follow_each_other_without_overlap(void **unused) {
  (void)unused;
  for (int m = 0; m < 2; m++) {
    uint64_t end = address_of_program_objects(models[m]).end;
    for (uint32_t thread = 0; thread < 4096; thread++) {
      struct address_range stack = address_of_stack(models[m], thread);
      struct address_range heap = address_of_heap(models[m], thread);
      assert_true(stack.start >= end);
      assert_true(heap.start == stack.end);
      end = heap.end;
    }
    if (models[m] == DATA_MODEL_ILP32)
      assert_true(end <= UINT64_C(1) << 32);
  }
}

static void null_and_program_objects_belong_to_no_thread(void **unused) {
  (void)unused;
  for (int m = 0; m < 2; m++) {
    uint32_t thread;
    bool heap;
    struct address_range range = address_of_program_objects(models[m]);
    assert_false(address_find_thread(models[m], 0, &thread, &heap));
    assert_false(address_find_thread(models[m], range.start, &thread, &heap));
    assert_false(address_find_thread(models[m], range.end - 1, &thread, &heap));
    assert_false(address_find_thread(models[m], UINT64_MAX, &thread, &heap));
  }
}

static void there_is_no_room_for_too_many_threads(void **unused) {
  (void)unused;
  struct address_range range = address_of_stack(DATA_MODEL_ILP32, 4096);
  assert_true(range.start == range.end);
  range = address_of_heap(DATA_MODEL_LP64, UINT32_MAX - 1);
  assert_true(range.start == range.end);
}

static void main_counts_and_others_keep_out_of_its_way(void **unused) {
  (void)unused;
  for (int m = 0; m < 2; m++) {
    for (uint32_t nth = 1; nth < 2048; nth++)
      assert_int_equal(address_thread_number(models[m], 0, nth), nth);
    for (uint32_t creator = 1; creator < 100; creator++) {
      for (uint32_t nth = 1; nth < 20; nth++) {
        uint32_t number = address_thread_number(models[m], creator, nth);
        struct address_range range = address_of_stack(models[m], number);
        assert_true(number >= 2048);
        assert_true(range.start < range.end);
      }
    }
    struct address_range none =
        address_of_stack(models[m], address_thread_number(models[m], 0, 1u << 22));
    assert_true(none.start == none.end);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_thread_is_found_at_its_addresses),
      cmocka_unit_test(ranges_of_threads_follow_each_other_without_overlap),
      cmocka_unit_test(null_and_program_objects_belong_to_no_thread),
      cmocka_unit_test(there_is_no_room_for_too_many_threads),
      cmocka_unit_test(main_counts_and_others_keep_out_of_its_way),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
