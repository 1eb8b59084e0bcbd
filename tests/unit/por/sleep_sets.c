/* SPDX-License-Identifier: Apache-2.0 */
/* Sleep sets: threads that sleep less than before wake up, once, in states that were expanded.
 * Postponed states are given out if a thread stepped there can run in a cycle. */
#include "por/postponed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_state_reached_with_fewer_sleepers_wakes_the_others(void **unused) {
  (void)unused;
  struct sleep_sets sets = {0};
  sleep_sets_of(&sets, 5)->sleep = 0x7;
  assert_false(sleep_sets_narrow(&sets, 5, 0x6)); /* not expanded yet: nothing is missing */
  assert_int_equal(sleep_sets_of(&sets, 5)->sleep, 0x6);
  sets.marks.items[5] |= IS_EXPANDED;
  assert_false(sleep_sets_narrow(&sets, 5, 0xe));
  assert_int_equal(sleep_sets_of(&sets, 5)->sleep, 0x6);
  assert_true(sleep_sets_narrow(&sets, 5, 0x4));
  assert_true(sleep_sets_narrow(&sets, 5, 0x0));
  assert_int_equal(sleep_sets_take_woken(&sets, 5), 0x6);
  assert_int_equal(sleep_sets_take_woken(&sets, 5), 0);
  assert_int_equal(sleep_sets_take_woken(&sets, 4), 0);
  sleep_sets_release(&sets);
}

static void only_states_that_can_ignore_a_thread_are_given_out(void **unused) {
  (void)unused;
  struct sleep_sets sets = {0};
  struct postponed postponed = {0};
  struct moves *moves = moves_create();
  struct conflicts *threads = memory_allocate_zeroed(sizeof *threads);
  uint32_t state;
  sleep_sets_of(&sets, 3);
  threads->count = 2;
  threads->nexts[0].control = 10;
  threads->nexts[1].control = 20;
  moves_add(moves, 10, 11);
  moves_add(moves, 20, 20);
  postponed_add(&postponed, 1, threads, 0x3); /* thread 0 cannot go round */
  postponed_add(&postponed, 2, threads, 0x2);
  postponed_add(&postponed, 3, threads, 0x2);
  sets.marks.items[3] |= IS_FULL;
  assert_true(postponed_take(&postponed, &sets, moves, &state));
  assert_int_equal(state, 2);
  assert_false(postponed_take(&postponed, &sets, moves, &state));
  moves_add(moves, 11, 10);
  assert_true(postponed_take(&postponed, &sets, moves, &state));
  assert_int_equal(state, 1);
  assert_false(postponed_take(&postponed, &sets, moves, &state));
  memory_release(threads);
  moves_destroy(moves);
  postponed_release(&postponed);
  sleep_sets_release(&sets);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_reached_with_fewer_sleepers_wakes_the_others),
      cmocka_unit_test(only_states_that_can_ignore_a_thread_are_given_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
