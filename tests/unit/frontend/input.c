/* SPDX-License-Identifier: Apache-2.0 */
/* What the front end reads: kinds of files, bad ones, several at once. */
#include "load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char program_text[] = "int f(int);\nint main(void) {\n  return f(1);\n}\n";

/* The status of loading a text, without what clang says about it. */
static enum status try_text(const char *text, const char *suffix) {
  char path[64];
  struct program *program = NULL;
  load_write(text, suffix, path);
  enum status status = load_file(path, DATA_MODEL_LP64, &program);
  unlink(path);
  program_destroy(program);
  return status;
}

static void bad_input_is_told_apart_from_good(void **state) {
  (void)state;
  struct program *program = NULL;
  assert_int_equal(load_file("/nonexistent/file.c", DATA_MODEL_LP64, &program), STATUS_BAD_INPUT);
  assert_int_equal(try_text("", ".c"), STATUS_BAD_INPUT);
  assert_int_equal(try_text("int main(void) { return }", ".c"), STATUS_BAD_INPUT);
  assert_int_equal(try_text("int other(void) { return 0; }", ".c"), STATUS_BAD_INPUT);
  assert_int_equal(try_text("no bitcode", ".bc"), STATUS_BAD_INPUT);
  assert_int_equal(try_text("int main(void) { return 0; }", ".c"), STATUS_OK);
}

static void old_c_is_accepted(void **state) {
  (void)state;
  assert_int_equal(try_text("g(x) char *x; { return *x; }\n"
                            "main() { int *p = 5; undeclared(p); return g(\"a\"); }",
                            ".c"),
                   STATUS_OK);
}

static void several_files_are_one_program(void **state) {
  (void)state;
  char one[64], other[64];
  load_write(program_text, ".c", one);
  load_write("int f(int x) { return x + 1; }", ".c", other);
  const char *const files[] = {one, other};
  const struct frontend_options options = {.files = files, .file_count = 2};
  struct program *program = NULL;
  assert_int_equal(frontend_load(&options, &program, NULL), STATUS_OK);
  assert_non_null(load_function(program, "f")->locations);
  assert_int_equal(program->assumption_count, 0);
  program_destroy(program);
  unlink(one);
  unlink(other);
}

static void flags_and_another_entry_are_obeyed(void **state) {
  (void)state;
  char path[64];
  load_write("#ifdef WANTED\nint begin(void) { return 0; }\n#endif\n", ".c", path);
  const char *const files[] = {path}, *const flags[] = {"-DWANTED"};
  struct frontend_options options = {.files = files,
                                     .file_count = 1,
                                     .clang_flags = flags,
                                     .clang_flag_count = 1,
                                     .entry = "begin"};
  struct program *program = NULL;
  assert_int_equal(frontend_load(&options, &program, NULL), STATUS_OK);
  assert_non_null(program_find_function(program, "begin"));
  program_destroy(program);
  options.clang_flag_count = 0;
  assert_int_equal(frontend_load(&options, &program, NULL), STATUS_BAD_INPUT);
  unlink(path);
}

static void positions_name_the_file_that_was_given(void **state) {
  (void)state;
  char path[64];
  struct program *program = NULL;
  load_write("# 1 \"elsewhere.c\"\n# 700 \"elsewhere.c\"\nint x;\nint main(void) {\n"
             "  return x;\n}\n",
             ".i", path);
  assert_int_equal(load_file(path, DATA_MODEL_LP64, &program), STATUS_OK);
  const struct edge *load = load_find_edge(load_function(program, "main"), OPERATION_LOAD, 0);
  assert_int_equal(load->at.line, 5);
  assert_string_equal(program->files[load->at.file], path);
  program_destroy(program);
  unlink(path);
}

static void inline_functions_without_external_definition_are_found(void **state) {
  (void)state;
  struct program *program = load_text(
      "inline int f(int x) { return x + 1; } int main(void) { return f(1); }", DATA_MODEL_LP64);
  assert_non_null(load_function(program, "f")->locations);
  assert_int_equal(program->assumption_count, 0);
  program_destroy(program);
}

static void times_are_measured_apart(void **state) {
  (void)state;
  char path[64];
  load_write("int main(void) { return 0; }", ".c", path);
  const char *const files[] = {path};
  const struct frontend_options options = {.files = files, .file_count = 1};
  struct frontend_times times;
  struct program *program = NULL;
  assert_int_equal(frontend_load(&options, &program, &times), STATUS_OK);
  assert_true(times.clang > 0 && times.link > 0 && times.lower > 0);
  program_destroy(program);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_input_is_told_apart_from_good),
      cmocka_unit_test(old_c_is_accepted),
      cmocka_unit_test(several_files_are_one_program),
      cmocka_unit_test(flags_and_another_entry_are_obeyed),
      cmocka_unit_test(positions_name_the_file_that_was_given),
      cmocka_unit_test(inline_functions_without_external_definition_are_found),
      cmocka_unit_test(times_are_measured_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
