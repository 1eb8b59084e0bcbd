/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals of shared variables: what is no step, plus the sum of the steps of an execution; and
 * bounds on context switches that grow until they are enough. */
#include "engine/context/intervals.h"
#include "engine/engine.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_counter_is_within_the_sum_of_its_steps(void **unused) {
  (void)unused;
  struct interval counter = {.size = 4,
                             .initial = {0, 0},
                             .has_step = true,
                             .step = {1, 1},
                             .has_plain = true,
                             .plain = {0, 10}};
  assert_int_equal(intervals_highest(&counter), 10);
  struct range written = intervals_written(&counter, (struct counter_steps){5, 2});
  assert_int_equal(written.low, -2);
  assert_int_equal(written.high, 15);
  assert_true(intervals_include(written, counter.plain));
}

static void a_sum_that_wraps_around_is_any_number(void **unused) {
  (void)unused;
  struct interval byte = {
      .size = 1, .initial = {0, 0}, .has_step = true, .step = {1, 1}, .has_plain = true};
  byte.plain = (struct range){100, 100};
  assert_true(
      intervals_include(intervals_written(&byte, (struct counter_steps){30, 0}), range_full(8)));
  struct range still = intervals_written(&byte, (struct counter_steps){27, 0});
  assert_int_equal(still.high, 127);
}

static void without_steps_only_what_was_seen_is_written(void **unused) {
  (void)unused;
  struct interval flag = {.size = 4, .initial = {3, 3}};
  struct range written = intervals_written(&flag, (struct counter_steps){100, 100});
  assert_int_equal(written.low, 3);
  assert_int_equal(written.high, 3);
  flag.has_plain = true;
  flag.plain = (struct range){0, 1};
  written = intervals_written(&flag, (struct counter_steps){100, 100});
  assert_int_equal(written.low, 0);
  assert_int_equal(written.high, 1);
}

/* Needs three switches: to the writer, to the reader inside it, and back. */
static const char ping[] = "#include <assert.h>\n"
                           "#include <pthread.h>\n"
                           "int x, y;\n"
                           "void *f(void *a) { x = 1; x = 2; return a; }\n"
                           "void *g(void *a) { if (x == 1) y = 1; return a; }\n"
                           "int main(void) {\n"
                           "  pthread_t a, b;\n"
                           "  pthread_create(&a, 0, f, 0);\n"
                           "  pthread_create(&b, 0, g, 0);\n"
                           "  pthread_join(a, 0);\n"
                           "  pthread_join(b, 0);\n"
                           "  assert(y == 0);\n"
                           "}\n";

static enum verdict ask(const char *engine, const struct program *program, uint64_t contexts) {
  struct task task = {.program = program,
                      .properties = (property_set)1 << PROPERTY_REACH,
                      .limits = {.seconds = 60, .start = clock_seconds()},
                      .solver = "sat",
                      .por = POR_SLEEP,
                      .threads = 1,
                      .bounds_contexts = true,
                      .contexts = contexts};
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine_find(engine)->run(&task, &result);
  enum verdict verdict = result.verdict;
  schedule_release(&result.schedule);
  result_release(&result);
  return verdict;
}

/* All three ways of searching agree about the number of switches that a violation takes. */
static void the_engines_agree_on_the_switches_that_are_needed(void **unused) {
  (void)unused;
  static const char *const names[] = {"lazy", "schedule", "widen"};
  struct program *program = load_text(ping, DATA_MODEL_LP64);
  uint64_t needed = 0;
  while (needed < 10 && ask("lazy", program, needed) != VERDICT_FALSE)
    needed++;
  assert_true(needed >= 2 && needed < 10);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    assert_int_equal(ask(names[i], program, needed), VERDICT_FALSE);
    assert_int_equal(ask(names[i], program, needed - 1), VERDICT_UNKNOWN);
  }
  program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_counter_is_within_the_sum_of_its_steps),
      cmocka_unit_test(a_sum_that_wraps_around_is_any_number),
      cmocka_unit_test(without_steps_only_what_was_seen_is_written),
      cmocka_unit_test(the_engines_agree_on_the_switches_that_are_needed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
