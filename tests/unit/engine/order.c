/* SPDX-License-Identifier: Apache-2.0 */
/* One formula of all interleavings: loops are unwound deeper until nothing is cut off, and the
 * memory model decides which orders of events there are. */
#include "engine/engine.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct result result;

static enum verdict ask(const char *source, enum memory_model model, uint64_t unwind) {
  struct program *program = load_text(source, DATA_MODEL_LP64);
  struct task task = {.program = program,
                      .properties = (property_set)1 << PROPERTY_REACH,
                      .memory_model = model,
                      .limits = {.seconds = 60, .start = clock_seconds()},
                      .solver = "sat",
                      .por = POR_SLEEP,
                      .threads = 1,
                      .unwind = unwind};
  result_release(&result);
  result = (struct result){.verdict = VERDICT_UNKNOWN};
  engine_find("order")->run(&task, &result);
  schedule_release(&result.schedule);
  program_destroy(program);
  return result.verdict;
}

static double statistic(const char *name) {
  for (size_t i = 0; i < result.statistic_count; i++)
    if (strcmp(result.statistics[i].name, name) == 0)
      return result.statistics[i].value;
  fail_msg("no statistic '%s'", name);
  return 0;
}

#define THREADS(one, other, wrong)                                                                 \
  "#include <assert.h>\n#include <pthread.h>\nint x, y, a, b;\n"                                   \
  "int __VERIFIER_nondet_int(void);\n"                                                             \
  "void *f(void *p) { " one " return p; }\nvoid *g(void *p) { " other " return p; }\n"             \
  "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"   \
  "  pthread_join(s, 0); pthread_join(t, 0); assert(!(" wrong ")); }\n"

static const char loop[] = THREADS(
    "int n = __VERIFIER_nondet_int(); for (int i = 0; i < 4 && i < n; i++) x++;", "x++;", "x > 5");
static const char reached[] =
    THREADS("for (int i = 0; i < 9; i++) x++;", "if (x == 1) y = 1;", "y == 1");

static void loops_are_unwound_until_nothing_is_cut_off(void **unused) {
  (void)unused;
  assert_int_equal(ask(loop, MEMORY_SC, 0), VERDICT_TRUE);
  assert_true(statistic("unwind") >= 4);
  assert_true(statistic("iterations of deepening") > 1);
  assert_int_equal(ask(loop, MEMORY_SC, 2), VERDICT_UNKNOWN); /* a bound proves nothing beyond it */
  assert_true(strstr(result.reason, "unwind"));
}

static void a_violation_is_found_before_the_loop_is_complete(void **unused) {
  (void)unused;
  assert_int_equal(ask(reached, MEMORY_SC, 0), VERDICT_FALSE);
  assert_true(statistic("unwind") < 9);
}

/* SB and MP: which orders there are is the difference between the memory models. */
static void the_memory_model_decides_which_orders_there_are(void **unused) {
  (void)unused;
  static const char buffers[] = THREADS("x = 1; a = y;", "y = 1; b = x;", "a == 0 && b == 0");
  static const char message[] = THREADS("x = 1; y = 1;", "a = y; b = x;", "a == 1 && b == 0");
  assert_int_equal(ask(buffers, MEMORY_SC, 0), VERDICT_TRUE);
  assert_int_equal(ask(buffers, MEMORY_TSO, 0), VERDICT_FALSE);
  assert_int_equal(ask(message, MEMORY_SC, 0), VERDICT_TRUE);
  assert_int_equal(ask(message, MEMORY_TSO, 0), VERDICT_TRUE);
  assert_int_equal(ask(message, MEMORY_PSO, 0), VERDICT_FALSE);
}

static int tear_down(void **state) {
  (void)state;
  result_release(&result);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_are_unwound_until_nothing_is_cut_off),
      cmocka_unit_test(a_violation_is_found_before_the_loop_is_complete),
      cmocka_unit_test(the_memory_model_decides_which_orders_there_are),
  };
  return cmocka_run_group_tests(tests, NULL, tear_down);
}
