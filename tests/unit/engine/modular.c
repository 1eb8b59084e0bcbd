/* SPDX-License-Identifier: Apache-2.0 */
/* Thread-modular proofs about pairs of threads: what two threads preserve has to survive a third.
 */
#include "base/text.h"
#include "engine/engine.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static double statistic_of(const struct result *result, const char *name) {
  for (size_t i = 0; i < result->statistic_count; i++)
    if (strcmp(result->statistics[i].name, name) == 0)
      return result->statistics[i].value;
  return 0;
}

/* Threads without end, each executing `body`. `checked`: how many arrivals the check of a proof by
 * relations alone looks at. */
static enum verdict ask_checked(const char *body, double *checked) {
  struct text source = {0};
  text_format(&source,
              "#include <assert.h>\n"
              "#include <pthread.h>\n"
              "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
              "int x, y;\n"
              "void *work(void *a) { %s return a; }\n"
              "int main(void) {\n"
              "  pthread_t a;\n"
              "  for (;;) pthread_create(&a, 0, work, 0);\n"
              "}\n",
              body);
  struct program *program = load_text(text_get(&source), DATA_MODEL_LP64);
  text_release(&source);
  struct task task = {.program = program,
                      .properties = (property_set)1 << PROPERTY_REACH,
                      .limits = {.seconds = 60, .start = clock_seconds()},
                      .solver = "sat",
                      .por = POR_SLEEP,
                      .threads = 1};
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine_find("modular")->run(&task, &result);
  enum verdict verdict = result.verdict;
  *checked = statistic_of(&result, "arrivals checked");
  result_release(&result);
  program_destroy(program);
  return verdict;
}

static enum verdict ask(const char *body) {
  double checked;
  return ask_checked(body, &checked);
}

static void a_section_is_proven_for_any_number_of_threads(void **unused) {
  (void)unused;
  assert_int_equal(ask("__VERIFIER_atomic_begin(); assert(x == 0); x = 1; x = 0;"
                       "__VERIFIER_atomic_end();"),
                   VERDICT_TRUE);
}

static void a_proof_by_relations_alone_is_checked(void **unused) {
  (void)unused;
  double checked;
  assert_int_equal(ask_checked("__VERIFIER_atomic_begin(); assert(x <= y); y++; if (x < y) x++;"
                               "if (x > 9) x = y = 0; __VERIFIER_atomic_end();",
                               &checked),
                   VERDICT_TRUE);
  assert_true(checked > 0);
  assert_int_equal(ask_checked("x++; assert(x != 2);", &checked), VERDICT_UNKNOWN);
  assert_true(checked == 0);
}

static void interference_of_another_thread_counts(void **unused) {
  (void)unused;
  assert_int_equal(ask("x = 1; assert(x == 1); x = 0;"), VERDICT_UNKNOWN);
}

/* Two threads alone cannot bring y to 3: the third does. */
static void a_violation_that_takes_three_threads_is_not_proven_absent(void **unused) {
  (void)unused;
  assert_int_equal(ask("__VERIFIER_atomic_begin(); if (y < 3) y++; assert(y < 3);"
                       "__VERIFIER_atomic_end();"),
                   VERDICT_UNKNOWN);
}

/* Views of two threads have the same addresses, but the threads do not. */
static void what_is_computed_from_addresses_differs_from_thread_to_thread(void **unused) {
  static const char remembers[] = "__VERIFIER_atomic_begin(); static long first; if (!x) first = l;"
                                  "x = 1; int same = first == l; __VERIFIER_atomic_end();"
                                  "assert(same);";
  static const char *const computes[] = {
      "int v; long l = (char *)&v - (char *)&x;",
      "int v; long l = (long)&v + 1000000;",
      "int v; int *p = &v; long l = ((unsigned *)&p)[1];",
      "int v; int *p = &v; unsigned u; __builtin_memcpy(&u, (char *)&p + 4, 4); long l = u;",
      "int v; int *p = &v; ((unsigned *)&p)[0] = -1u; long l = (long)p;",
      "int v; char s[9]; s[0] = 1; int *p = &v; __builtin_memcpy(s + 1, &p, 8); long l = s[6];",
      "int v; long l = (long)&v - (y ? (long)&v : 1000000);",
  };
  (void)unused;
  for (size_t i = 0; i < sizeof computes / sizeof *computes; i++) {
    struct text body = {0};
    text_format(&body, "%s %s", computes[i], remembers);
    assert_int_equal(ask(text_get(&body)), VERDICT_UNKNOWN);
    text_release(&body);
  }
  struct text body = {0};
  text_format(&body, "%s %s", "int v[3]; long l = &v[2] - &v[0];", remembers);
  assert_int_equal(ask(text_get(&body)), VERDICT_TRUE);
  text_release(&body);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_section_is_proven_for_any_number_of_threads),
      cmocka_unit_test(a_proof_by_relations_alone_is_checked),
      cmocka_unit_test(interference_of_another_thread_counts),
      cmocka_unit_test(a_violation_that_takes_three_threads_is_not_proven_absent),
      cmocka_unit_test(what_is_computed_from_addresses_differs_from_thread_to_thread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
