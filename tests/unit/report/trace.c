/* SPDX-License-Identifier: Apache-2.0 */
/* Traces: what is written is read again, and every malformed file is refused with a reason. */
#include "report/trace.h"

#include "base/text.h"

#include "messages.h"

static enum status read_trace(const char *contents, struct trace *trace, char message[1024]) {
  char path[64];
  write_file(path, contents);
  struct caught caught = catch_stderr();
  enum status status = trace_read(path, trace);
  release_stderr(caught, message);
  unlink(path);
  return status;
}

static void what_is_written_is_read_again(void **unused) {
  (void)unused;
  static const char *const files[] = {"a \"quoted\" name.c", "b.c"};
  static const char *const flags[] = {"-DN=3"};
  struct trace trace = {.source.files = files,
                        .source.file_count = 2,
                        .source.clang_flags = flags,
                        .source.clang_flag_count = 1,
                        .source.data_model = DATA_MODEL_ILP32,
                        .memory_model = MEMORY_PSO,
                        .source.entry = "begin",
                        .properties = 1u << PROPERTY_RACE | 1u << PROPERTY_LEAK};
  const uint32_t threads[] = {0, 0, 1, 4095, 0};
  for (size_t i = 0; i < 5; i++)
    schedule_add_step(&trace.schedule, threads[i]);
  schedule_add_flush(&trace.schedule, 0, 2);
  schedule_add_step(&trace.schedule, 0);
  schedule_add_choice(&trace.schedule, UINT64_MAX);
  schedule_add_choice(&trace.schedule, 0);
  schedule_add_choice(&trace.schedule, 0x80000000u);
  char path[64];
  write_file(path, "");
  assert_int_equal(trace_write(path, &trace, NULL, NULL, NULL), STATUS_OK);
  struct trace again;
  assert_int_equal(trace_read(path, &again), STATUS_OK);
  unlink(path);
  assert_int_equal(again.source.file_count, 2);
  assert_string_equal(again.source.files[0], files[0]);
  assert_int_equal(again.source.clang_flag_count, 1);
  assert_string_equal(again.source.clang_flags[0], "-DN=3");
  assert_int_equal(again.source.data_model, DATA_MODEL_ILP32);
  assert_string_equal(again.source.entry, "begin");
  assert_int_equal(again.properties, trace.properties);
  assert_null(again.violated);
  assert_int_equal(again.memory_model, MEMORY_PSO);
  assert_int_equal(again.schedule.entries.count, 6);
  assert_int_equal(again.schedule.entries.items[3].flush, 0);
  assert_int_equal(again.schedule.entries.items[4].flush, 3);
  assert_int_equal(again.schedule.entries.items[5].steps, 1);
  assert_int_equal(again.schedule.entries.items[0].steps, 2);
  assert_int_equal(again.schedule.entries.items[2].thread, 4095);
  assert_int_equal(again.schedule.choices.count, 3);
  assert_true(again.schedule.choices.items[0] == UINT64_MAX);
  assert_true(again.schedule.choices.items[2] == 0x80000000u);
  trace_release(&again);
  schedule_release(&trace.schedule);
}

static void a_name_that_is_not_utf8_still_gives_json(void **unused) {
  (void)unused;
  static const char *const files[] = {"caf\xe9.c"};
  struct trace trace = {.source.files = files, .source.file_count = 1}, again;
  char path[64];
  write_file(path, "");
  assert_int_equal(trace_write(path, &trace, NULL, NULL, NULL), STATUS_OK);
  assert_int_equal(trace_read(path, &again), STATUS_OK);
  assert_string_equal(again.source.files[0], "caf?.c");
  unlink(path);
  trace_release(&again);
}

/* Everything a trace needs, with one part replaceable. */
#define HEADER "{\"format\":\"heddle-trace\",\"version\":1,\"files\":[],\"clang_flags\":[],"
#define SETTINGS "\"data_model\":\"LP64\",\"properties\":[],"

static void the_least_trace_is_read(void **unused) {
  (void)unused;
  struct trace trace;
  char message[1024];
  assert_int_equal(
      read_trace(HEADER SETTINGS "\"schedule\":[],\"choices\":[\"0xFf\"]}", &trace, message),
      STATUS_OK);
  assert_null(trace.source.entry);
  assert_true(trace.schedule.choices.items[0] == 255);
  trace_release(&trace);
}

static void every_malformed_trace_is_refused_with_a_reason(void **unused) {
  (void)unused;
  static const char *const cases[][2] = {
      {"", "line 1"},
      {"{\n\"format\": ,\n}", "line 2"},
      {"[]", "not a trace"},
      {"3", "line 1"},
      {"{\"format\":\"other\"}", "not a trace"},
      {"{\"format\":\"heddle-trace\",\"version\":2}", "version"},
      {HEADER "\"data_model\":\"LP32\"}", "data_model"},
      {HEADER "\"data_model\":\"LP64\"}", "\"properties\" is not a list"},
      {HEADER "\"data_model\":\"LP64\",\"properties\":[\"rice\"]}", "\"properties\"[0]"},
      {HEADER SETTINGS "\"choices\":[]}", "\"schedule\" is not a list"},
      {HEADER SETTINGS "\"schedule\":[]}", "\"choices\" is not a list"},
      {HEADER SETTINGS "\"schedule\":[{\"thread\":-1,\"steps\":1}],\"choices\":[]}",
       "\"schedule\"[0]: \"thread\""},
      {HEADER SETTINGS "\"schedule\":[{\"thread\":0,\"steps\":0}],\"choices\":[]}",
       "\"schedule\"[0]: \"steps\""},
      {HEADER SETTINGS "\"schedule\":[7],\"choices\":[]}", "\"schedule\"[0]"},
      {HEADER SETTINGS "\"schedule\":[],\"choices\":[7]}", "\"choices\"[0]"},
      {HEADER SETTINGS "\"schedule\":[],\"choices\":[\"0x\"]}", "\"choices\"[0]"},
      {HEADER SETTINGS "\"schedule\":[],\"choices\":[\"0x12345678123456789\"]}", "\"choices\"[0]"},
      {HEADER SETTINGS "\"violation\":{\"property\":\"x\"},\"schedule\":[],\"choices\":[]}",
       "\"violation\""},
      {"{\"format\":\"heddle-trace\",\"version\":1,\"files\":[3],\"clang_flags\":[]," SETTINGS
       "\"schedule\":[],\"choices\":[]}",
       "\"files\"[0] is not a text"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct trace trace;
    char message[1024];
    assert_int_equal(read_trace(cases[i][0], &trace, message), STATUS_BAD_INPUT);
    if (!strstr(message, cases[i][1]))
      fail_msg("case %zu: %s", i, message);
  }
}

static void unreadable_and_unwritable_files_are_named(void **unused) {
  (void)unused;
  struct trace trace = {0};
  char message[1024];
  struct caught caught = catch_stderr();
  assert_int_equal(trace_read("/nowhere/t.json", &trace), STATUS_BAD_INPUT);
  assert_int_equal(trace_write("/nowhere/u.json", &trace, NULL, NULL, NULL), STATUS_BAD_INPUT);
  release_stderr(caught, message);
  assert_non_null(strstr(message, "/nowhere/t.json: No such file"));
  assert_non_null(strstr(message, "/nowhere/u.json: cannot be written: No such file"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read_again),
      cmocka_unit_test(a_name_that_is_not_utf8_still_gives_json),
      cmocka_unit_test(the_least_trace_is_read),
      cmocka_unit_test(every_malformed_trace_is_refused_with_a_reason),
      cmocka_unit_test(unreadable_and_unwritable_files_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
