/* SPDX-License-Identifier: Apache-2.0 */
/* A result survives its way through a pipe, and what is not a whole message is not taken for one.
 */
#include "engine/message.h"

#include "base/text.h"
#include "engine/engine.h"
#include "semantics/run.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char source[] =
    "#include <pthread.h>\nint x;\nvoid *f(void *a) { x++; return a; }\n"
    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; return 0; }\n";

static void fill(struct result *result, const struct program *program) {
  *result = (struct result){.verdict = VERDICT_FALSE, .engine = "explicit", .properties = 5};
  const struct function *main = program_find_function(program, "main");
  const struct function *f = program_find_function(program, "f");
  result->violation = (struct violation){.property = PROPERTY_RACE,
                                         .message = "data race,\nof two",
                                         .thread = 3,
                                         .at = main->edges[1].at,
                                         .edge = &main->edges[1],
                                         .address = UINT64_MAX,
                                         .other_thread = 7,
                                         .other_edge = &f->edges[0],
                                         .other_at = f->edges[0].at,
                                         .waiting_count = 2,
                                         .waiting = {4, 9},
                                         .is_cycle = true};
  schedule_add_step(&result->schedule, 0);
  schedule_add_step(&result->schedule, 7);
  schedule_add_flush(&result->schedule, 7, 2);
  schedule_add_choice(&result->schedule, UINT64_MAX);
  schedule_add_choice(&result->schedule, 0);
  result_add_statistic(result, "states seen", 0.1);
}

static void a_violation_arrives_as_it_was_sent(void **unused) {
  (void)unused;
  struct program *program = load_text(source, DATA_MODEL_LP64);
  struct result sent, got;
  fill(&sent, program);
  struct text message = {0};
  message_write(&message, program, &sent);
  assert_true(message_read(text_get(&message), program, NULL, &got));
  assert_int_equal(got.verdict, VERDICT_FALSE);
  assert_string_equal(got.engine, "explicit");
  assert_int_equal(got.properties, 5);
  assert_true(violation_is_same(&sent.violation, &got.violation));
  assert_ptr_equal(got.violation.edge, sent.violation.edge);
  assert_ptr_equal(got.violation.other_edge, sent.violation.other_edge);
  assert_int_equal(got.violation.other_at.line, sent.violation.other_at.line);
  assert_int_equal(got.violation.other_thread, 7);
  assert_true(got.violation.address == UINT64_MAX);
  assert_int_equal(got.violation.waiting[1], 9);
  assert_string_equal(got.violation.message, "data race, of two");
  assert_int_equal(got.schedule.entries.count, sent.schedule.entries.count);
  assert_memory_equal(got.schedule.entries.items, sent.schedule.entries.items,
                      sent.schedule.entries.count * sizeof *sent.schedule.entries.items);
  assert_int_equal(got.schedule.choices.count, 2);
  assert_memory_equal(got.schedule.choices.items, sent.schedule.choices.items,
                      2 * sizeof *sent.schedule.choices.items);
  assert_int_equal(got.statistic_count, 1);
  assert_string_equal(got.statistics[0].name, "states seen");
  assert_true(got.statistics[0].value == 0.1);
  text_release(&message);
  result_release(&sent);
  result_release(&got);
  program_destroy(program);
}

static void a_message_cut_anywhere_is_none(void **unused) {
  (void)unused;
  struct program *program = load_text(source, DATA_MODEL_LP64);
  struct result sent, got;
  fill(&sent, program);
  struct text message = {0};
  message_write(&message, program, &sent);
  for (size_t length = 0; length < message.length; length++) {
    char *cut = strndup(text_get(&message), length);
    assert_false(message_read(cut, program, NULL, &got));
    result_release(&got);
    free(cut);
  }
  text_release(&message);
  result_release(&sent);
  program_destroy(program);
}

static void nonsense_is_no_message(void **unused) {
  (void)unused;
  struct program *program = load_text(source, DATA_MODEL_LP64);
  static const char *const texts[] = {"verdict MAYBE\nend\n",
                                      "verdict TRUE\nend\nend\n",
                                      "verdict TRUE\nedge 9999 0\nend\n",
                                      "verdict TRUE\nend\nchoice 1\n",
                                      "verdict TRUE\nstatistic x\nend\n",
                                      "virdict TRUE\nend\n",
                                      "violation 99 0 0 0 0\nend\n",
                                      "entry 1 2\nend\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct result got;
    assert_false(message_read(texts[i], program, NULL, &got));
    result_release(&got);
  }
  program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_violation_arrives_as_it_was_sent),
      cmocka_unit_test(a_message_cut_anywhere_is_none),
      cmocka_unit_test(nonsense_is_no_message),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
