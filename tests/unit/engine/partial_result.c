/* SPDX-License-Identifier: Apache-2.0 */
/* Guarantees: which ones are kept, how they are told, and that those of a search stop short of a
 * violation whose number of preemptions is known. */
#include "engine/partial_result.h"

#include "base/text.h"
#include "engine/engine.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SET(name) ((property_set)1 << PROPERTY_##name)

static struct guarantee within(uint32_t preemptions, uint32_t iterations) {
  return (struct guarantee){.properties = SET(REACH) | SET(RACE),
                            .bounds_preemptions = true,
                            .preemptions = preemptions,
                            .bounds_iterations = iterations != 0,
                            .iterations = iterations};
}

static void what_others_imply_is_not_kept(void **unused) {
  (void)unused;
  struct partial_result partial = {0};
  partial_result_add_guarantee(&partial, within(1, 4));
  partial_result_add_guarantee(&partial, within(1, 2));
  assert_int_equal(partial.guarantee_count, 1);
  partial_result_add_guarantee(&partial, within(2, 2));
  assert_int_equal(partial.guarantee_count, 2);
  struct guarantee fewer = within(3, 0);
  fewer.properties = SET(REACH);
  partial_result_add_guarantee(&partial, fewer);
  assert_int_equal(partial.guarantee_count, 3);
  struct guarantee doubtful = within(1, 4);
  doubtful.needs_fresh_addresses = true;
  partial_result_add_guarantee(&partial, doubtful);
  assert_int_equal(partial.guarantee_count, 3);
  partial_result_add_guarantee(&partial, within(2, 0));
  assert_int_equal(partial.guarantee_count, 2);
  partial_result_add_guarantee(&partial, (struct guarantee){.preemptions = 100});
  assert_int_equal(partial.guarantee_count, 2);
}

static void says(struct guarantee guarantee, property_set open, const char *wanted) {
  struct text text = {0};
  partial_result_print_guarantee(&text, &guarantee, open);
  assert_string_equal(text_get(&text), wanted);
  text_release(&text);
}

static void guarantees_are_sentences(void **unused) {
  (void)unused;
  says(within(3, 2), SET(REACH) | SET(RACE),
       "No violation in any execution with at most 3 preemptions and 2 iterations of each loop.");
  says(within(1, 0), SET(RACE), "No violation in any execution with at most 1 preemption.");
  struct guarantee loops = {.properties = SET(REACH), .bounds_iterations = true, .iterations = 1};
  loops.needs_fresh_addresses = true;
  says(loops, SET(REACH) | SET(LOCK),
       "No violation of reach in any execution with at most 1 iteration of each loop, as long as "
       "freed addresses are not reused.");
}

static void a_partial_result_is_read_as_it_was_written(void **unused) {
  (void)unused;
  struct program *program = load_text("int main(void) { return 0; }\n", DATA_MODEL_LP64);
  struct partial_result sent = {.executions = 77, .spot = {SPOT_LOOP, {0, 3, 4}, 0, 5, 6}},
                        got = {0};
  partial_result_add_guarantee(&sent, within(2, 8));
  struct text text = {0};
  partial_result_write(&text, &sent);
  for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
    assert_true(partial_result_read(&got, program, line));
  assert_memory_equal(&sent, &got, sizeof sent);
  assert_false(partial_result_read(&got, program, "spot 1 99 1 1 0 1 1"));
  assert_false(partial_result_read(&got, program, "spot 2 0 1 1 999999 1 1"));
  assert_false(partial_result_read(&got, program, "guarantee 3 1"));
  assert_false(partial_result_read(&got, program, "nonsense"));
  text_release(&text);
  program_destroy(program);
}

/* Each handshake takes two preemptions of the assertion's threads. */
static const char twice[] =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int f;\n"
    "void *a(void *p) { f = 1; f = 2; return p; }\n"
    "void *b(void *p) { if (f == 1 && f == 2) assert(0); return p; }\n"
    "int main(void) { pthread_t x, y; pthread_create(&x, 0, a, 0); pthread_create(&y, 0, b, 0);\n"
    " pthread_join(x, 0); pthread_join(y, 0); return 0; }\n";

struct hearer {
  struct partial_result_listener listener;
  unsigned reports;
  struct partial_result last;
};

static void hear(struct partial_result_listener *listener, const struct result *result) {
  struct hearer *hearer = (struct hearer *)listener;
  hearer->reports++;
  hearer->last = result->partial;
}

static void a_guarantee_stops_short_of_the_violation(void **unused) {
  (void)unused;
  struct program *program = load_text(twice, DATA_MODEL_LP64);
  struct hearer hearer = {.listener = {hear}};
  struct task task = {.program = program,
                      .properties = SET(REACH),
                      .limits = {.start = clock_seconds()},
                      .por = POR_FULL,
                      .is_background = true,
                      .listener = &hearer.listener};
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine_run(engine_find("lazy"), &task, &result);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  assert_int_equal(hearer.reports, 2);
  assert_int_equal(hearer.last.guarantee_count, 1);
  assert_int_equal(hearer.last.guarantees[0].preemptions, 1);
  assert_false(hearer.last.guarantees[0].bounds_iterations);
  result_release(&result);
  program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_others_imply_is_not_kept),
      cmocka_unit_test(guarantees_are_sentences),
      cmocka_unit_test(a_partial_result_is_read_as_it_was_written),
      cmocka_unit_test(a_guarantee_stops_short_of_the_violation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
