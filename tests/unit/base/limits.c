/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of a run. */
#include "base/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void no_limits_never_stop(void **unused) {
  (void)unused;
  struct limits limits = {0};
  const char *reason = NULL;
  assert_int_equal(limits_check(&limits, &reason), STATUS_OK);
}

static void time_counts_from_the_start_of_the_run(void **unused) {
  (void)unused;
  struct limits limits = {.seconds = 10, .start = clock_seconds()};
  const char *reason = NULL;
  assert_int_equal(limits_check(&limits, &reason), STATUS_OK);
  limits.start -= 11;
  assert_int_equal(limits_check(&limits, &reason), STATUS_LIMIT);
  assert_string_equal(reason, "time");
}

static void resident_memory_is_limited(void **unused) {
  (void)unused;
  struct limits limits = {.memory = 1};
  const char *reason = NULL;
  assert_int_equal(limits_check(&limits, &reason), STATUS_LIMIT);
  assert_string_equal(reason, "memory");
  limits.memory = SIZE_MAX;
  assert_int_equal(limits_check(&limits, &reason), STATUS_OK);
}

/* Engines ask after each step or execution, which may be shorter than a system call. */
static void asking_often_is_cheap(void **unused) {
  (void)unused;
  enum { OFTEN = 200000 };
  struct limits limits = {.memory = SIZE_MAX};
  const char *reason = NULL;
  double start = clock_cpu_seconds();
  for (int i = 0; i < OFTEN; i++)
    assert_int_equal(limits_check(&limits, &reason), STATUS_OK);
  assert_true(clock_cpu_seconds() - start < 1);
}

static void memory_is_read_again(void **unused) {
  (void)unused;
  enum { BLOCK = 64 << 20 };
  struct limits limits = {.memory = memory_resident() + BLOCK / 2};
  const char *reason = NULL;
  assert_int_equal(limits_check(&limits, &reason), STATUS_OK);
  char *block = malloc(BLOCK);
  for (size_t i = 0; block && i < BLOCK; i += 4096)
    ((volatile char *)block)[i] = 1;
  for (double start = clock_seconds(); clock_seconds() - start < 0.01;)
    ;
  assert_int_equal(limits_check(&limits, &reason), STATUS_LIMIT);
  free(block);
}

static void work_is_shared_by_copies_and_ends_a_run(void **unused) {
  (void)unused;
  struct work work = {.most = 10};
  struct limits limits = {.work = &work}, copy = limits;
  const char *reason = NULL;
  assert_false(limits_spend(&limits, 6));
  assert_int_equal(limits_check(&limits, &reason), STATUS_OK);
  assert_false(limits_are_over(&copy));
  assert_true(limits_spend(&copy, 4));
  assert_true(limits_are_over(&limits));
  assert_int_equal(limits_check(&limits, &reason), STATUS_LIMIT);
  assert_string_equal(reason, "work");
  limits_drop_time(&copy); /* a replay takes as long as it takes */
  assert_int_equal(limits_check(&copy, &reason), STATUS_OK);
}

static void work_is_counted_without_a_limit(void **unused) {
  (void)unused;
  struct work work = {0};
  struct limits limits = {.work = &work};
  assert_false(limits_spend(&limits, 1000));
  assert_false(limits_spend(NULL, 1000));
  assert_int_equal(work.done, 1000);
  assert_false(limits_are_over(&limits));
}

static void a_signal_cancels(void **unused) {
  (void)unused;
  volatile sig_atomic_t flag = 0;
  struct limits limits = {.cancelled = &flag};
  const char *reason = NULL;
  assert_int_equal(limits_check(&limits, &reason), STATUS_OK);
  flag = 1;
  assert_int_equal(limits_check(&limits, &reason), STATUS_CANCELLED);
  assert_string_equal(reason, "interrupted");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_limits_never_stop),
      cmocka_unit_test(time_counts_from_the_start_of_the_run),
      cmocka_unit_test(resident_memory_is_limited),
      cmocka_unit_test(asking_often_is_cheap),
      cmocka_unit_test(memory_is_read_again),
      cmocka_unit_test(work_is_shared_by_copies_and_ends_a_run),
      cmocka_unit_test(work_is_counted_without_a_limit),
      cmocka_unit_test(a_signal_cancels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
