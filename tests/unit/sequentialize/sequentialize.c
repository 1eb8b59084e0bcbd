/* SPDX-License-Identifier: Apache-2.0 */
/* Sequential programs have the verdict of what they were made of; what cannot be written is refused
 * with a reason. */
#include "sequentialize/sequentialize.h"

#include "base/limits.h"
#include "base/text.h"
#include "engine/engine.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define THREADS(body, check)                                                                       \
  "#include <assert.h>\n#include <pthread.h>\nint x;\npthread_mutex_t m = "                        \
  "PTHREAD_MUTEX_INITIALIZER;\nvoid *f(void *a) { " body " return a; }\n"                          \
  "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);\n"   \
  " pthread_join(t, 0); pthread_join(u, 0); assert(" check "); }\n"

static const char racing[] = THREADS("int y = x; x = y + 1;", "x == 2");
static const char locked[] =
    THREADS("pthread_mutex_lock(&m); int y = x; x = y + 1; pthread_mutex_unlock(&m);", "x == 2");

static enum verdict decide(const struct program *program) {
  struct task task = {.program = program,
                      .properties = 1u << PROPERTY_REACH,
                      .limits = {.start = clock_seconds()},
                      .solver = "sat"};
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine_find("explicit")->run(&task, &result);
  enum verdict verdict = result.verdict;
  result_release(&result);
  return verdict;
}

/* With every set of reductions. */
static void sequential_programs_have_the_verdict(void **unused) {
  (void)unused;
  static const struct {
    const char *source;
    enum verdict verdict;
  } rows[] = {{racing, VERDICT_FALSE}, {locked, VERDICT_TRUE}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct program *program = load_text(rows[i].source, DATA_MODEL_LP64);
    assert_int_equal(decide(program), rows[i].verdict);
    for (unsigned set = 0; set < 16; set += 5) { /* none, two of two, all */
      struct sequentialize_options options = {.properties = 1u << PROPERTY_REACH,
                                              .max_threads = 2,
                                              .max_depth = 2,
                                              .reduces_local = set & 1,
                                              .reduces_conflict = set & 2,
                                              .reduces_order = set & 4,
                                              .reduces_forget = set & 8};
      struct text out = {0}, refusal = {0};
      assert_true(sequentialize_program(program, &options, &out, &refusal));
      assert_string_equal(text_get(&refusal), "");
      assert_null(strstr(text_get(&out), "pthread_create("));
      struct program *sequential = load_text(text_get(&out), DATA_MODEL_LP64);
      assert_int_equal(decide(sequential), rows[i].verdict);
      program_destroy(sequential);
      text_release(&out);
      text_release(&refusal);
    }
    program_destroy(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sequential_programs_have_the_verdict),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
