/* SPDX-License-Identifier: Apache-2.0 */
#include "orders/patch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void compare(const char *before, const char *after, const char *expected) {
  struct text patch = {0};
  patch_print(&patch, "dir/a.c", before, after);
  assert_string_equal(text_get(&patch), expected);
  text_release(&patch);
}

static void equal_texts_have_no_patch(void **state) {
  (void)state;
  compare("a\nb\n", "a\nb\n", "");
}

static void a_line_changes_with_three_lines_around(void **state) {
  (void)state;
  compare("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
          "--- a/dir/a.c\n+++ b/dir/a.c\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

static void changes_far_apart_are_hunks_of_their_own(void **state) {
  (void)state;
  compare("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "one\n2\n3\n4\n5\n6\n7\n8\n9\n10\n",
          "--- a/dir/a.c\n+++ b/dir/a.c\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n"
          "@@ -7,3 +7,4 @@\n 7\n 8\n 9\n+10\n");
}

static void a_last_line_without_end_is_marked(void **state) {
  (void)state;
  compare("a\nb", "a\nc",
          "--- a/dir/a.c\n+++ b/dir/a.c\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n"
          "+c\n\\ No newline at end of file\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_texts_have_no_patch),
      cmocka_unit_test(a_line_changes_with_three_lines_around),
      cmocka_unit_test(changes_far_apart_are_hunks_of_their_own),
      cmocka_unit_test(a_last_line_without_end_is_marked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
