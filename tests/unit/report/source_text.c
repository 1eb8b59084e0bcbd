/* SPDX-License-Identifier: Apache-2.0 */
/* Where calls end, in spite of strings, comments and lines. */
#include "report/source_text.h"

#include "messages.h"

static char path[64];

static bool find(const char *contents, const char *name, uint32_t line, uint32_t column,
                 uint32_t end_line, uint32_t end_column) {
  write_file(path, contents);
  const char *files[] = {path};
  struct source_texts *texts = source_texts_create(files, 1);
  bool found = source_texts_find_call_end(texts, 0, name, &line, &column);
  source_texts_destroy(texts);
  unlink(path);
  if (!found)
    return false;
  assert_int_equal(line, end_line);
  assert_int_equal(column, end_column);
  return true;
}

static void a_call_ends_at_its_own_parenthesis(void **unused) {
  (void)unused;
  assert_true(find("f();", "f", 1, 1, 1, 3));
  assert_true(find("x = f(g(1), (2)) + h();", "f", 1, 5, 1, 16));
  assert_true(find("\n  f\n(1,\n   2);\n", "f", 2, 3, 4, 5));
  assert_true(find("f(\")\", ')', \"\\\")\", '\\'');", "f", 1, 1, 1, 24));
  assert_true(find("f(1 /* ) */, // )\n 2 / 3);", "f", 1, 1, 2, 7));
}

static void where_no_call_stands_none_is_found(void **unused) {
  (void)unused;
  assert_false(find("f();", "f", 2, 1, 0, 0));
  assert_false(find("f();", "f", 1, 2, 0, 0));
  assert_false(find("f();", "f", 0, 0, 0, 0));
  assert_false(find("f();", "f", 1, 900, 0, 0));
  assert_false(find("fg();", "f", 1, 1, 0, 0));
  assert_false(find("f_();", "f", 1, 1, 0, 0));
  assert_false(find("f(1;", "f", 1, 1, 0, 0));
  assert_false(find("f(\"", "f", 1, 1, 0, 0));
  assert_false(find("f(/*", "f", 1, 1, 0, 0));
  assert_false(find("f('\\", "f", 1, 1, 0, 0));
  assert_false(find("", "f", 1, 1, 0, 0));
}

static void a_file_that_is_not_there_has_no_calls(void **unused) {
  (void)unused;
  const char *files[] = {"/nowhere/file.c"};
  struct source_texts *texts = source_texts_create(files, 1);
  uint32_t line = 1, column = 1;
  assert_false(source_texts_find_call_end(texts, 0, "f", &line, &column));
  source_texts_destroy(texts);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_call_ends_at_its_own_parenthesis),
      cmocka_unit_test(where_no_call_stands_none_is_found),
      cmocka_unit_test(a_file_that_is_not_there_has_no_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
