/* SPDX-License-Identifier: Apache-2.0 */
/* Boards: what counts as proven under assumptions, and that answers survive their way through a
 * pipe. */
#include "engine/board.h"

#include "base/text.h"
#include "program/known.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SET(name) PROPERTY_BIT(PROPERTY_##name)

/* Two accesses through a pointer, a division and an assertion. */
static const char source[] = "#include <assert.h>\nint f(int *p, int n) {\n  p[n] = 1;\n  p[n + 1] "
                             "= 2;\n  return 7 / n;\n}\n"
                             "int main(void) { int a[4]; assert(f(a, 1) == 7); return 0; }\n";

struct board_test {
  struct program *program;
  struct board *board;
};

static struct board_test begin(void) {
  struct program *program = load_text(source, DATA_MODEL_LP64);
  return (struct board_test){program, board_create(program)};
}

static void end(struct board_test *test) {
  board_destroy(test->board);
  program_destroy(test->program);
}

/* The number of the obligation in a line. */
static uint32_t find(const struct board *board, unsigned property, uint32_t line) {
  const struct obligations *obligations = board_obligations(board);
  for (uint32_t i = 0; i < obligations_count(obligations); i++)
    if (obligations_at(obligations, i)->property == property &&
        obligations_at(obligations, i)->at.line == line)
      return i;
  fail();
  return 0;
}

static void a_property_is_proven_with_its_last_place(void **unused) {
  (void)unused;
  struct board_test test = begin();
  uint32_t first = find(test.board, PROPERTY_MEMORY, 3),
           second = find(test.board, PROPERTY_MEMORY, 4);
  assert_int_equal(board_count(test.board, SET(MEMORY), BOARD_OPEN), 2);
  assert_int_equal(board_proven(test.board, 0) & (SET(MEMORY) | SET(DIVISION) | SET(RACE)),
                   SET(RACE));
  board_prove(test.board, first, 0);
  assert_false(board_proven(test.board, 0) & SET(MEMORY));
  board_prove(test.board, second, 0);
  assert_true(board_proven(test.board, 0) & SET(MEMORY));
  assert_int_equal(board_count(test.board, SET(MEMORY), BOARD_PROVEN), 2);
  end(&test);
}

static void proofs_may_assume_each_other(void **unused) {
  (void)unused;
  struct board_test test = begin();
  uint32_t division = find(test.board, PROPERTY_DIVISION, 5);
  board_prove_properties(test.board, SET(MEMORY), SET(DIVISION));
  assert_false(board_proven(test.board, 0) & SET(MEMORY));
  assert_true(board_proven(test.board, SET(DIVISION)) & SET(MEMORY));
  board_prove(test.board, division, SET(MEMORY) | SET(REACH));
  question_set proven = board_proven(test.board, 0);
  assert_false(proven & (SET(MEMORY) | SET(DIVISION)));
  assert_int_equal(board_rests_on(test.board, division, proven), SET(MEMORY) | SET(REACH));
  board_prove(test.board, division, SET(MEMORY));
  proven = board_proven(test.board, 0);
  assert_int_equal(proven & (SET(MEMORY) | SET(DIVISION)), SET(MEMORY) | SET(DIVISION));
  assert_int_equal(board_rests_on(test.board, division, proven), 0);
  end(&test);
}

static void what_leaves_its_object_is_never_excluded(void **unused) {
  (void)unused;
  struct board_test test = begin();
  board_prove_properties(test.board, ALL_PROPERTIES, PROPERTY_BIT(LEAVES_OBJECT));
  assert_false(board_proven(test.board, ALL_PROPERTIES) & SET(MEMORY));
  board_prove_properties(test.board, ALL_PROPERTIES, 0);
  assert_int_equal(board_proven(test.board, 0) & ALL_PROPERTIES, ALL_PROPERTIES);
  end(&test);
}

static void violations_stay_and_refute_proofs(void **unused) {
  (void)unused;
  struct board_test test = begin();
  uint32_t number = find(test.board, PROPERTY_DIVISION, 5);
  struct violation_site site = {.property = PROPERTY_DIVISION};
  site_add(&site, obligations_at(board_obligations(test.board), number)->at);
  board_prove(test.board, number, SET(MEMORY));
  board_sign(test.board, "static");
  assert_null(board_violate(test.board, &site, "explicit", SET(DIVISION)));
  assert_int_equal(board_at(test.board, number).state, BOARD_VIOLATED);
  board_prove(test.board, number, 0);
  assert_int_equal(board_at(test.board, number).state, BOARD_VIOLATED);
  struct board *other = board_create_like(test.board);
  board_prove(other, number, SET(MEMORY));
  board_sign(other, "static");
  assert_string_equal(board_violate(other, &site, "explicit", SET(DIVISION) | SET(MEMORY)),
                      "static");
  board_destroy(other);
  end(&test);
}

static void answers_are_read_as_they_were_written(void **unused) {
  (void)unused;
  struct board_test test = begin();
  struct board *got = board_create_like(test.board);
  board_prove_properties(test.board, SET(MEMORY) | SET(REACH), SET(LOCK));
  board_prove(test.board, find(test.board, PROPERTY_DIVISION, 5), SET(MEMORY));
  struct text text = {0};
  board_write(&text, test.board);
  for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
    assert_true(board_read(got, line));
  for (uint32_t i = 0; i < obligations_count(board_obligations(got)); i++) {
    assert_int_equal(board_at(got, i).state, board_at(test.board, i).state);
    assert_int_equal(board_at(got, i).assumes, board_at(test.board, i).assumes);
  }
  static const char *const others[] = {"places-proven 0 99999", "places-proven 0 1-",
                                       "places-lost 0 1",       "places-proven x 1",
                                       "places-proven 0 2-1",   "nonsense"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_false(board_read(got, others[i]));
  text_release(&text);
  board_destroy(got);
  end(&test);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_property_is_proven_with_its_last_place),
      cmocka_unit_test(proofs_may_assume_each_other),
      cmocka_unit_test(what_leaves_its_object_is_never_excluded),
      cmocka_unit_test(violations_stay_and_refute_proofs),
      cmocka_unit_test(answers_are_read_as_they_were_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
