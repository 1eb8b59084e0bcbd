/* SPDX-License-Identifier: Apache-2.0 */
/* Paths as texts. */
#include "base/path.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void dots_are_resolved(void **unused) {
  (void)unused;
  static const char *const cases[][3] = {
      {"/a/b", "c.c", "/a/b/c.c"},
      {"/a/b", "../c.c", "/a/c.c"},
      {"/a/b", "./x/../c.c", "/a/b/c.c"},
      {"/a/b", "/c//d/./e", "/c/d/e"},
      {"/a", "../../..", "/"},
      {"/", "x", "/x"},
      {"/a/b/", ".", "/a/b"},
  };
  struct arena *arena = arena_create();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_string_equal(file_path_resolve(arena, cases[i][0], cases[i][1]), cases[i][2]);
  assert_string_equal(file_path_folder(arena, "build/x.json", "/p"), "/p/build");
  assert_string_equal(file_path_folder(arena, "x.json", "/p"), "/p");
  arena_destroy(arena);
}

static void what_is_below_is_written_from_here(void **unused) {
  (void)unused;
  struct arena *arena = arena_create();
  assert_string_equal(file_path_relative(arena, "/p", "/p/src/x.c"), "src/x.c");
  assert_string_equal(file_path_relative(arena, "/p", "/pp/x.c"), "/pp/x.c");
  assert_string_equal(file_path_relative(arena, "/p", "/p"), "/p");
  arena_destroy(arena);
}

static void endings_are_whole(void **unused) {
  (void)unused;
  assert_true(file_path_has_ending("a.yml", ".yml"));
  assert_false(file_path_has_ending("yml", ".yml"));
  assert_false(file_path_has_ending("a.yml.c", ".yml"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dots_are_resolved),
      cmocka_unit_test(what_is_below_is_written_from_here),
      cmocka_unit_test(endings_are_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
