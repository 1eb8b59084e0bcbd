/* SPDX-License-Identifier: Apache-2.0 */
/* C as text. */
#include "base/code_text.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void expect_masked(const char *text, const char *expected) {
  char *code = code_text_mask(text);
  assert_string_equal(code, expected);
  memory_release(code);
}

static void comments_literals_and_directives_become_spaces(void **unused) {
  (void)unused;
  expect_masked("a /* b\nc */ d // e\nf", "a     \n     d     \nf");
  expect_masked("a \"b\\\"c\" 'd' e", "a            e");
  expect_masked(" #define a \\\n  b\nc # d", "            \n   \nc # d");
  expect_masked("a / b * c", "a / b * c");
}

static void what_does_not_end_is_masked_up_to_the_end(void **unused) {
  (void)unused;
  expect_masked("a /* b", "a     ");
  expect_masked("a // b", "a     ");
  expect_masked("a 'b\nc", "a   \nc");
  expect_masked("#if a", "     ");
  expect_masked("", "");
}

static void a_directive_is_found_at_the_start_of_a_line_only(void **unused) {
  (void)unused;
  assert_true(code_text_has_directive("#include <a.h>", "include"));
  assert_true(code_text_has_directive("a\n\n \t# include_next <a.h>", "include"));
  assert_false(code_text_has_directive("a #include <a.h>\n#define include\n#", "include"));
  assert_false(code_text_has_directive("", "include"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comments_literals_and_directives_become_spaces),
      cmocka_unit_test(what_does_not_end_is_masked_up_to_the_end),
      cmocka_unit_test(a_directive_is_found_at_the_start_of_a_line_only),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
