/* SPDX-License-Identifier: Apache-2.0 */
/* Rows survive being written and read, whatever is in them; other files are refused. */
#include "bench/results.h"

#include "base/text.h"
#include "bench/score.h"

#include "../report/messages.h"

#include <stdio.h>

static const struct result_row awkward = {
    .task = "a,\"b\".yml",
    .property = "p\nq",
    .expected = EXPECT_FALSE,
    .subproperty = "valid-free",
    .answer = ANSWER_UNKNOWN,
    .reason = ",\"\",\n",
    .engine = "",
    .wall = 1.25,
    .cpu = 2.5,
    .memory = 64,
    .tool = "heddle \"x\"",
};

static void append(const char *path, bool fresh, const struct result_row *row) {
  struct text problem = {0};
  struct results_file *file = results_open(path, fresh, &problem);
  assert_non_null(file);
  assert_true(results_append(file, row));
  results_close(file);
}

static void any_text_survives(void **unused) {
  (void)unused;
  char path[64];
  write_file(path, "");
  append(path, false, &awkward);
  append(path, false, &awkward);
  struct results results;
  struct text problem = {0};
  assert_true(results_read(&results, path, &problem));
  assert_int_equal(results.rows.count, 2);
  const struct result_row *row = &results.rows.items[1];
  assert_string_equal(row->task, awkward.task);
  assert_string_equal(row->property, awkward.property);
  assert_string_equal(row->reason, awkward.reason);
  assert_string_equal(row->tool, awkward.tool);
  assert_int_equal(row->expected, EXPECT_FALSE);
  assert_int_equal(row->answer, ANSWER_UNKNOWN);
  assert_true(row->wall == 1.25 && row->cpu == 2.5 && row->memory == 64);
  assert_ptr_equal(results_find(&results, awkward.task, awkward.property), &results.rows.items[0]);
  assert_null(results_find(&results, awkward.task, ""));
  results_release(&results);
  append(path, true, &awkward);
  assert_true(results_read(&results, path, &problem));
  assert_int_equal(results.rows.count, 1);
  results_release(&results);
  unlink(path);
}

static void a_row_cut_off_anywhere_is_dropped_and_the_others_stay(void **unused) {
  (void)unused;
  char path[64], whole[1024];
  write_file(path, "");
  append(path, false, &awkward);
  append(path, false, &awkward);
  FILE *file = fopen(path, "r");
  size_t size = fread(whole, 1, sizeof whole - 1, file);
  fclose(file);
  unlink(path);
  for (size_t cut = 1; cut < size; cut++) {
    char part[1024];
    memcpy(part, whole, cut);
    part[cut] = '\0';
    write_file(path, part);
    append(path, false, &awkward);
    struct results results;
    struct text problem = {0};
    assert_true(results_read(&results, path, &problem));
    assert_in_range(results.rows.count, 1, 2);
    for (size_t i = 0; i < results.rows.count; i++)
      assert_string_equal(results.rows.items[i].tool, awkward.tool);
    results_release(&results);
    unlink(path);
  }
}

static void what_has_no_such_columns_is_refused(void **unused) {
  (void)unused;
  static const char *const cases[] = {"int main(void) {}\n", "task,verdict\na,TRUE\n", "\n\n"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char path[64];
    write_file(path, cases[i]);
    struct results results;
    struct text problem = {0};
    assert_false(results_read(&results, path, &problem));
    assert_non_null(strstr(text_get(&problem), "no results"));
    text_release(&problem);
    results_release(&results);
    unlink(path);
  }
}

static void a_file_is_written_by_one_run_at_a_time(void **unused) {
  (void)unused;
  char path[64];
  write_file(path, "");
  struct text problem = {0};
  struct results_file *file = results_open(path, false, &problem);
  assert_non_null(file);
  assert_null(results_open(path, false, &problem));
  assert_non_null(strstr(text_get(&problem), "another run is writing it"));
  text_release(&problem);
  results_close(file);
  unlink(path);
}

static void the_score_is_that_of_the_competition(void **unused) {
  (void)unused;
  static const struct {
    enum expectation expected;
    enum answer_kind answer;
    enum judgement judgement;
    long score;
    const char *subproperty, *reason;
  } cases[] = {
      {EXPECT_TRUE, ANSWER_TRUE, JUDGED_CORRECT, 2, "", ""},
      {EXPECT_FALSE, ANSWER_FALSE, JUDGED_CORRECT, 1, "", ""},
      {EXPECT_TRUE, ANSWER_FALSE, JUDGED_WRONG, -16, "", ""},
      {EXPECT_FALSE, ANSWER_TRUE, JUDGED_WRONG, -32, "", ""},
      {EXPECT_TRUE, ANSWER_UNKNOWN, JUDGED_UNDECIDED, 0, "", ""},
      {EXPECT_FALSE, ANSWER_ERROR, JUDGED_UNDECIDED, 0, "", ""},
      {EXPECT_UNKNOWN, ANSWER_TRUE, JUDGED_UNCHECKED, 0, "", ""},
      {EXPECT_UNKNOWN, ANSWER_ERROR, JUDGED_UNDECIDED, 0, "", ""},
      {EXPECT_FALSE, ANSWER_FALSE, JUDGED_CORRECT, 1, "valid-free", "valid-free"},
      {EXPECT_FALSE, ANSWER_FALSE, JUDGED_WRONG, -16, "valid-free", "valid-deref"},
      {EXPECT_FALSE, ANSWER_FALSE, JUDGED_CORRECT, 1, "valid-free", ""},
      {EXPECT_FALSE, ANSWER_TRUE, JUDGED_WRONG, -32, "valid-free", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct result_row row = {.expected = cases[i].expected,
                             .subproperty = cases[i].subproperty,
                             .answer = cases[i].answer,
                             .reason = cases[i].reason};
    struct tally tally = {0};
    assert_int_equal(score_judge(&row), cases[i].judgement);
    tally_add(&tally, &row);
    assert_int_equal(tally.score, cases[i].score);
    assert_int_equal(tally.correct_true + tally.correct_false + tally_wrong(&tally) +
                         tally.unknown + tally.errors + tally.unchecked,
                     1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_text_survives),
      cmocka_unit_test(a_row_cut_off_anywhere_is_dropped_and_the_others_stay),
      cmocka_unit_test(what_has_no_such_columns_is_refused),
      cmocka_unit_test(a_file_is_written_by_one_run_at_a_time),
      cmocka_unit_test(the_score_is_that_of_the_competition),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
