/* SPDX-License-Identifier: Apache-2.0 */
/* Task definitions and property files: good ones, and a message with its line for each bad one. */
#include "input/task_file.h"

#include "base/text.h"

#include "../report/messages.h"

static enum status read_task(const char *contents, struct task_file *task, char message[1024]) {
  char path[64];
  write_file(path, contents);
  struct caught caught = catch_stderr();
  enum status status = task_file_read(path, task, NULL);
  release_stderr(caught, message);
  unlink(path);
  return status;
}

static void a_task_names_its_files_property_and_data_model(void **unused) {
  (void)unused;
  struct task_file task;
  char message[1024];
  enum status status = read_task("format_version: '2.0'\n"
                                 "input_files: 'a.c'\n"
                                 "properties:\n"
                                 "  - property_file: ../properties/unreach-call.prp\n"
                                 "    expected_verdict: false\n"
                                 "  - property_file: /p/no-data-race.prp\n"
                                 "    expected_verdict: true\n"
                                 "options:\n"
                                 "  language: C\n"
                                 "  data_model: LP64\n",
                                 &task, message);
  assert_int_equal(status, STATUS_OK);
  assert_string_equal(message, "");
  assert_int_equal(task.file_count, 1);
  assert_string_equal(task.files[0], "/tmp/a.c");
  assert_int_equal(task.property_count, 2);
  assert_string_equal(task.properties[0].file, "/tmp/../properties/unreach-call.prp");
  assert_int_equal(task.properties[0].expected, EXPECT_FALSE);
  assert_string_equal(task.properties[1].file, "/p/no-data-race.prp");
  assert_int_equal(task.properties[1].expected, EXPECT_TRUE);
  assert_int_equal(task.data_model, DATA_MODEL_LP64);
  task_file_release(&task);
}

static void an_old_task_without_options_is_ilp32(void **unused) {
  (void)unused;
  struct task_file task;
  char message[1024];
  enum status status =
      read_task("format_version: '1.0'\ninput_files: [a.i, sub/b.c]\n", &task, message);
  assert_int_equal(status, STATUS_OK);
  assert_int_equal(task.file_count, 2);
  assert_string_equal(task.files[1], "/tmp/sub/b.c");
  assert_int_equal(task.property_count, 0);
  assert_int_equal(task.data_model, DATA_MODEL_ILP32);
  task_file_release(&task);
}

static void a_verdict_may_be_missing(void **unused) {
  (void)unused;
  struct task_file task;
  char message[1024];
  assert_int_equal(read_task("format_version: '2.1'\ninput_files: a.c\n"
                             "properties:\n  - property_file: p.prp\n",
                             &task, message),
                   STATUS_OK);
  assert_int_equal(task.properties[0].expected, EXPECT_UNKNOWN);
  task_file_release(&task);
}

static void every_malformed_task_is_refused_with_its_line(void **unused) {
  (void)unused;
  static const struct {
    const char *contents, *message;
  } cases[] = {
      {"", "not a task definition"},
      {"- a\n- b\n", ":1: not a task definition"},
      {"input_files: a.c\n", ":1: format_version is missing"},
      {"format_version: '7'\ninput_files: a.c\n", ":1: unknown format_version"},
      {"format_version: '2.0'\n", "input_files is missing"},
      {"format_version: '2.0'\ninput_files: []\n", ":2: input_files is missing or empty"},
      {"format_version: '2.0'\ninput_files:\n  - a: b\n", ":3: an input file is not a text"},
      {"format_version: '2.0'\ninput_files: a.c\nproperties: 3\n", ":3: properties is not a list"},
      {"format_version: '2.0'\ninput_files: a.c\nproperties:\n  - x: y\n",
       ":4: a property without property_file"},
      {"format_version: '2.0'\ninput_files: a.c\nproperties:\n"
       "  - property_file: p\n    expected_verdict: perhaps\n",
       ":5: expected_verdict is neither true nor false"},
      {"format_version: '2.0'\ninput_files: a.c\noptions:\n  data_model: LP32\n",
       ":4: data_model is neither ILP32 nor LP64"},
      {"format_version: '2.0'\ninput_files: A.java\noptions:\n  language: Java\n",
       ":4: the language is not C"},
      {"format_version: '2.0'\ninput_files: [a.c\n", ": "},
      {"a: b: c\n", ":1: "},
      {"\x01\x02", ": "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct task_file task;
    char message[1024];
    assert_int_equal(read_task(cases[i].contents, &task, message), STATUS_BAD_INPUT);
    if (!strstr(message, cases[i].message))
      fail_msg("case %zu: %s", i, message);
  }
}

static void a_missing_task_is_said_to_be_missing(void **unused) {
  (void)unused;
  struct task_file task;
  char message[1024];
  struct caught caught = catch_stderr();
  enum status status = task_file_read("/nowhere/task.yml", &task, NULL);
  release_stderr(caught, message);
  assert_int_equal(status, STATUS_BAD_INPUT);
  assert_non_null(strstr(message, "/nowhere/task.yml: No such file"));
}

static enum status read_property(const char *contents, property_set *set, struct text *unsupported,
                                 char message[1024]) {
  char path[64];
  write_file(path, contents);
  struct caught caught = catch_stderr();
  enum status status = task_file_read_properties(path, set, unsupported);
  release_stderr(caught, message);
  unlink(path);
  return status;
}

static void property_files_become_sets(void **unused) {
  (void)unused;
  static const struct {
    const char *contents;
    property_set set;
  } cases[] = {
      {"CHECK( init(main()), LTL(G ! call(reach_error())) )\n", 1u << PROPERTY_REACH},
      {"CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )", 1u << PROPERTY_REACH},
      {"CHECK( init(main()), LTL(G ! data-race) )\n", 1u << PROPERTY_RACE},
      {"\nCHECK(init(main()),LTL(G!deadlock))\n\n", 1u << PROPERTY_DEADLOCK},
      {"CHECK( init(main()), LTL(G ! overflow) )\n", 1u << PROPERTY_OVERFLOW},
      {"CHECK( init(main()), LTL(G valid-memcleanup) )\n", 1u << PROPERTY_MEMCLEANUP},
      {"CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
       "CHECK( init(main()), LTL(G valid-memtrack) )\n",
       1u << PROPERTY_MEMORY | 1u << PROPERTY_LEAK},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    property_set set = 0;
    struct text unsupported = {0};
    char message[1024];
    assert_int_equal(read_property(cases[i].contents, &set, &unsupported, message), STATUS_OK);
    assert_int_equal(set, cases[i].set);
    assert_string_equal(message, "");
    assert_int_equal(unsupported.length, 0);
  }
}

static void termination_is_named_as_not_supported(void **unused) {
  (void)unused;
  property_set set = 0;
  struct text unsupported = {0};
  char message[1024];
  assert_int_equal(
      read_property("CHECK( init(main()), LTL(F end) )\n", &set, &unsupported, message),
      STATUS_UNSUPPORTED);
  assert_string_equal(text_get(&unsupported), "termination");
  text_release(&unsupported);
  assert_int_equal(
      read_property("CHECK( init(main()), LTL(G ! call(f())) )\n", &set, &unsupported, message),
      STATUS_UNSUPPORTED);
  assert_string_equal(text_get(&unsupported), "G!call(f())");
  text_release(&unsupported);
}

static void malformed_property_files_are_refused(void **unused) {
  (void)unused;
  static const char *const cases[][2] = {
      {"", "no property in it"},
      {"\n\nreach\n", ":3: not of the form"},
      {"CHECK( init(main()), LTL(G ! overflow) \n", ":1: not of the form"},
      {"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n", ":1: not of the form"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    property_set set = 0;
    struct text unsupported = {0};
    char message[1024];
    assert_int_equal(read_property(cases[i][0], &set, &unsupported, message), STATUS_BAD_INPUT);
    if (!strstr(message, cases[i][1]))
      fail_msg("case %zu: %s", i, message);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_task_names_its_files_property_and_data_model),
      cmocka_unit_test(an_old_task_without_options_is_ilp32),
      cmocka_unit_test(a_verdict_may_be_missing),
      cmocka_unit_test(every_malformed_task_is_refused_with_its_line),
      cmocka_unit_test(a_missing_task_is_said_to_be_missing),
      cmocka_unit_test(property_files_become_sets),
      cmocka_unit_test(termination_is_named_as_not_supported),
      cmocka_unit_test(malformed_property_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
