/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of a run. */
#include "base/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

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
      cmocka_unit_test(a_signal_cancels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
