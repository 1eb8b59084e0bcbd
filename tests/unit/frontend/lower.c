/* SPDX-License-Identifier: Apache-2.0 */
/* What C becomes: operations, checks, names. */
#include "load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "program/type.h"

static void an_increment_of_a_global_is_a_load_and_a_store(void **state) {
  (void)state;
  struct program *program = load_text("int x; int main(void) { x++; return 0; }", DATA_MODEL_LP64);
  const struct function *entry = load_function(program, "main");
  assert_int_equal(load_count_edges(entry, OPERATION_LOAD), 1);
  assert_int_equal(load_count_edges(entry, OPERATION_STORE), 1);
  assert_int_equal(load_find_edge(entry, OPERATION_LOAD, 0)->load.size, 4);
  program_destroy(program);
}

static void locals_are_registers_with_their_names(void **state) {
  (void)state;
  struct program *program = load_text("int f(int a) { int sum = a * 2; return sum * sum; }\n"
                                      "int main(void) { return f(3); }",
                                      DATA_MODEL_LP64);
  const struct function *f = load_function(program, "f");
  assert_int_equal(load_count_edges(f, OPERATION_LOAD), 0);
  assert_int_equal(load_count_edges(f, OPERATION_ALLOCATE), 0);
  assert_string_equal(f->registers[f->parameters[0]].name, "a");
  assert_true(f->registers[f->parameters[0]].is_source);
  const struct edge *assign = load_find_edge(f, OPERATION_ASSIGN, 0);
  assert_string_equal(f->registers[assign->assign.list[0].target].name, "sum");
  program_destroy(program);
}

static void a_loop_has_one_head(void **state) {
  (void)state;
  struct program *program =
      load_text("int main(void) { int s = 0; for (int i = 0; i < 9; i++) s += i; return s; }",
                DATA_MODEL_LP64);
  const struct function *entry = load_function(program, "main");
  unsigned heads = 0;
  for (uint32_t i = 0; i < entry->location_count; i++)
    heads += entry->locations[i].loop_head;
  assert_int_equal(heads, 1);
  program_destroy(program);
}

static void an_empty_endless_loop_stays(void **state) {
  (void)state;
  struct program *program = load_text("int main(void) { for (;;) ; }", DATA_MODEL_LP64);
  const struct function *entry = load_function(program, "main");
  assert_int_equal(load_count_edges(entry, OPERATION_SKIP), 1);
  program_destroy(program);
}

static void an_uninitialised_local_has_one_arbitrary_value(void **state) {
  (void)state;
  struct program *program =
      load_text("int main(void) { int never; return never - never; }", DATA_MODEL_LP64);
  const struct function *entry = load_function(program, "main");
  assert_int_equal(load_count_edges(entry, OPERATION_NONDET), 1);
  const struct edge *choice = load_find_edge(entry, OPERATION_NONDET, 0);
  assert_int_equal(choice->nondet.source, NONDET_UNINITIALISED);
  assert_string_equal(choice->nondet.name, "never");
  program_destroy(program);
}

static unsigned count_checks(const struct function *function, enum property property) {
  unsigned count = 0;
  const struct edge *edge;
  for (unsigned i = 0; (edge = load_find_edge(function, OPERATION_CHECK, i)); i++)
    count += edge->check.property == property;
  return count;
}

static void signed_arithmetic_is_checked_and_unsigned_is_not(void **state) {
  (void)state;
  struct program *program =
      load_text("int s(int a, int b) { return a + b - a * b; }\n"
                "unsigned u(unsigned a, unsigned b) { return a + b - a * b; }\n"
                "int main(void) { return s(1, 2) + (int)u(1, 2); }",
                DATA_MODEL_LP64);
  assert_int_equal(count_checks(load_function(program, "s"), PROPERTY_OVERFLOW), 3);
  assert_int_equal(count_checks(load_function(program, "u"), PROPERTY_OVERFLOW), 0);
  program_destroy(program);
}

static void only_doubtful_divisions_and_shifts_are_checked(void **state) {
  (void)state;
  struct program *program =
      load_text("int safe(int a) { return a / 7 + a % 2 + (a << 3) + (a >> 31); }\n"
                "int doubtful(int a, int b) { return a / b + (a << b); }\n"
                "int main(void) { return safe(1) + doubtful(1, 2); }",
                DATA_MODEL_LP64);
  assert_int_equal(count_checks(load_function(program, "safe"), PROPERTY_DIVISION), 0);
  /* by zero, MIN / -1, the shift */
  assert_int_equal(count_checks(load_function(program, "doubtful"), PROPERTY_DIVISION), 3);
  program_destroy(program);
}

static void a_struct_copy_can_be_torn(void **state) {
  (void)state;
  struct program *program = load_text(
      "struct s { int a, b, c; } x, y; int main(void) { x = y; return 0; }", DATA_MODEL_LP64);
  const struct function *entry = load_function(program, "main");
  assert_int_equal(load_count_edges(entry, OPERATION_LOAD), 3);
  assert_int_equal(load_count_edges(entry, OPERATION_STORE), 3);
  assert_int_equal(load_count_edges(entry, OPERATION_COPY), 0);
  program_destroy(program);
}

static void atomic_accesses_keep_their_order_and_volatile_ones_have_none(void **state) {
  (void)state;
  struct program *program =
      load_text("_Atomic int a; volatile int v;\n"
                "int main(void) { __c11_atomic_store(&a, 1, __ATOMIC_RELEASE); v = 2; return a; }",
                DATA_MODEL_LP64);
  const struct function *entry = load_function(program, "main");
  assert_int_equal(load_find_edge(entry, OPERATION_STORE, 0)->store.order, ORDER_RELEASE);
  assert_int_equal(load_find_edge(entry, OPERATION_STORE, 1)->store.order, ORDER_PLAIN);
  assert_int_equal(load_find_edge(entry, OPERATION_LOAD, 0)->load.order, ORDER_SEQ_CST);
  program_destroy(program);
}

static void the_users_definition_wins_over_the_librarys(void **state) {
  (void)state;
  struct program *program = load_text(
      "int abs(int x) { return x + 1; } int main(void) { return abs(1); }", DATA_MODEL_LP64);
  assert_false(load_function(program, "abs")->is_library);
  assert_true(load_function(program, "__library_exit")->is_library);
  program_destroy(program);
}

static void reaching_reach_error_is_the_violation_whatever_its_body_does(void **state) {
  (void)state;
  struct program *program = load_text(
      "void reach_error(void) {} int main(void) { reach_error(); return 0; }", DATA_MODEL_LP64);
  const struct function *f = load_function(program, "reach_error");
  const struct edge *check = load_find_edge(f, OPERATION_CHECK, 0);
  assert_int_equal(check->from, f->entry);
  assert_int_equal(check->check.property, PROPERTY_REACH);
  assert_false(check->check.fatal);
  assert_true(term_is_false(check->check.condition));
  program_destroy(program);
}

static void functions_named_atomic_are_atomic_sections(void **state) {
  (void)state;
  struct program *program =
      load_text("int x; int __VERIFIER_atomic_take(int d) { if (x) return 1; x = d; return 0; }\n"
                "int main(void) { return __VERIFIER_atomic_take(2); }",
                DATA_MODEL_LP64);
  const struct function *f = load_function(program, "__VERIFIER_atomic_take");
  assert_int_equal(f->edges[f->locations[f->entry].first_edge].op, OPERATION_ATOMIC_BEGIN);
  assert_int_equal(load_count_edges(f, OPERATION_ATOMIC_END),
                   load_count_edges(f, OPERATION_RETURN));
  program_destroy(program);
}

static void an_undefined_function_returns_any_value_and_that_is_told(void **state) {
  (void)state;
  struct program *program =
      load_text("int oracle(int); int main(void) { return oracle(3); }", DATA_MODEL_LP64);
  const struct edge *choice = load_find_edge(load_function(program, "main"), OPERATION_NONDET, 0);
  assert_int_equal(choice->nondet.source, NONDET_EXTERNAL);
  assert_int_equal(program->assumption_count, 1);
  assert_non_null(strstr(program->assumptions[0], "oracle"));
  program_destroy(program);
}

/* What stands for the function calls the library's model of an environment. */
static void check_acts(const struct program *program, const char *assumption) {
  const struct function *function = load_function(program, "oracle");
  const struct edge *call = load_find_edge(function, OPERATION_CALL, 0);
  assert_true(function->is_library);
  assert_string_equal(call->call.callee->name, "__library_environment");
  assert_int_equal(load_count_edges(function, OPERATION_UNSUPPORTED), 1); /* behind a problem */
  assert_int_equal(load_count_edges(load_function(program, "main"), OPERATION_UNSUPPORTED), 0);
  assert_non_null(strstr(program->assumptions[0], assumption));
}

static void an_undefined_function_may_call_back(void **state) {
  (void)state;
  struct program *program = load_text(
      "int oracle(int (*)(void)); int f(void) { return 1; } int main(void) { return oracle(f); }",
      DATA_MODEL_LP64);
  check_acts(program, "the undefined function oracle may call functions that it finds");
  program_destroy(program);
}

static void an_undefined_function_that_gets_memory_nobody_reads_changes_nothing(void **state) {
  (void)state;
  struct program *program = load_text(
      "int *oracle(int *); int x; int main(void) { return !oracle(&x); }", DATA_MODEL_LP64);
  check_acts(program, "the undefined function oracle has no side effects");
  assert_true(program_is_opaque(program, program->opaque->address));
  program_destroy(program);
}

static void an_undefined_function_that_gets_memory_somebody_reads_writes_it(void **state) {
  (void)state;
  struct program *program = load_text(
      "void oracle(int *); int x; int main(void) { oracle(&x); return x; }", DATA_MODEL_LP64);
  check_acts(program, "the undefined function oracle may write to all memory");
  program_destroy(program);
}

static void undefined_variables_are_arbitrary_unless_they_hold_pointers(void **state) {
  (void)state;
  struct program *program = load_text("extern int number, *pointer;\n"
                                      "int one(void) { return number; }\n"
                                      "int other(void) { return *pointer; }\n"
                                      "int main(void) { return one() + other(); }",
                                      DATA_MODEL_LP64);
  assert_int_equal(load_count_edges(load_function(program, "one"), OPERATION_UNSUPPORTED), 0);
  const struct edge *edge =
      load_find_edge(load_function(program, "other"), OPERATION_UNSUPPORTED, 0);
  assert_non_null(strstr(edge->unsupported.what, "pointer"));
  assert_int_equal(edge->at.line, 3);
  assert_int_equal(program->assumption_count, 1);
  assert_non_null(strstr(program->assumptions[0], "number"));
  program_destroy(program);
}

static void a_static_function_keeps_its_name(void **state) {
  (void)state;
  /* The library has a function of this name, and this one is another. */
  struct program *program = load_text("static int __library_exit(int x) { return x; }\n"
                                      "int main(void) { return __library_exit(1); }",
                                      DATA_MODEL_LP64);
  unsigned count = 0;
  for (uint32_t i = 0; i < program->function_count; i++)
    count += !strcmp(program->functions[i]->name, "__library_exit");
  assert_int_equal(count, 2);
  program_destroy(program);
}

static void only_what_can_be_reached_is_lowered(void **state) {
  (void)state;
  struct program *program =
      load_text("int unused(void) { return 1; } int by_address(void) { return 2; }\n"
                "int (*table[])(void) = {by_address}; int main(void) { return table[0](); }",
                DATA_MODEL_LP64);
  assert_null(program_find_function(program, "unused"));
  assert_non_null(program_find_function(program, "by_address"));
  program_destroy(program);
}

static const struct object *find_object(const struct program *program, const char *name) {
  for (uint32_t i = 0; i < program->object_count; i++)
    if (!strcmp(program->objects[i].name, name))
      return &program->objects[i];
  abort();
}

static void variables_have_types_and_contents(void **state) {
  (void)state;
  struct program *program = load_text(
      "struct q { int head; struct { char a; short cells[2]; } in; } queue = {1, {2, {3, 4}}};\n"
      "struct q *where = &queue; int main(void) { return where->head; }",
      DATA_MODEL_LP64);
  const struct object *queue = find_object(program, "queue"),
                      *where = find_object(program, "where");
  static const unsigned char bytes[] = {1, 0, 0, 0, 2, 0, 3, 0, 4, 0};
  assert_memory_equal(queue->bytes, bytes, sizeof bytes);
  uint64_t pointer;
  memcpy(&pointer, where->bytes, sizeof pointer);
  assert_int_equal(pointer, queue->address);
  struct text path = {0};
  const struct type *type = type_describe_offset(&path, queue->type, 8);
  assert_string_equal(text_get(&path), ".in.cells[1]");
  assert_int_equal(type->size, 2);
  text_release(&path);
  program_destroy(program);
}

static void thread_local_variables_are_relative_to_the_record(void **state) {
  (void)state;
  struct program *program =
      load_text("_Thread_local int mine = 5; int main(void) { return mine; }", DATA_MODEL_LP64);
  assert_int_equal(load_count_edges(load_function(program, "main"), OPERATION_SELF), 1);
  bool found = false;
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    found = found || (!strcmp(program->thread_locals[i].name, "mine") &&
                      program->thread_locals[i].address >= program->record_size);
  assert_true(found);
  program_destroy(program);
}

static void sizes_follow_the_data_model(void **state) {
  (void)state;
  const char *text = "long *x; int main(void) { return x[1] != 0; }";
  struct program *wide = load_text(text, DATA_MODEL_LP64);
  struct program *narrow = load_text(text, DATA_MODEL_ILP32);
  assert_int_equal(find_object(wide, "x")->size, 8);
  assert_int_equal(find_object(narrow, "x")->size, 4);
  assert_int_equal(load_find_edge(load_function(wide, "main"), OPERATION_LOAD, 1)->load.size, 8);
  assert_int_equal(load_find_edge(load_function(narrow, "main"), OPERATION_LOAD, 1)->load.size, 4);
  program_destroy(wide);
  program_destroy(narrow);
}

static void unknown_assembly_is_unsupported_and_barriers_are_not(void **state) {
  (void)state;
  struct program *program = load_text(
      "void known(void) { __asm__ volatile(\"\" ::: \"memory\"); __asm__ volatile(\"mfence\"); }\n"
      "void unknown(void) { __asm__ volatile(\"fsin\"); }\n"
      "int main(void) { known(); unknown(); return 0; }",
      DATA_MODEL_LP64);
  assert_int_equal(load_count_edges(load_function(program, "known"), OPERATION_FENCE), 1);
  const struct edge *edge =
      load_find_edge(load_function(program, "unknown"), OPERATION_UNSUPPORTED, 0);
  assert_non_null(strstr(edge->unsupported.what, "fsin"));
  program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_increment_of_a_global_is_a_load_and_a_store),
      cmocka_unit_test(locals_are_registers_with_their_names),
      cmocka_unit_test(a_loop_has_one_head),
      cmocka_unit_test(an_empty_endless_loop_stays),
      cmocka_unit_test(an_uninitialised_local_has_one_arbitrary_value),
      cmocka_unit_test(signed_arithmetic_is_checked_and_unsigned_is_not),
      cmocka_unit_test(only_doubtful_divisions_and_shifts_are_checked),
      cmocka_unit_test(a_struct_copy_can_be_torn),
      cmocka_unit_test(atomic_accesses_keep_their_order_and_volatile_ones_have_none),
      cmocka_unit_test(the_users_definition_wins_over_the_librarys),
      cmocka_unit_test(reaching_reach_error_is_the_violation_whatever_its_body_does),
      cmocka_unit_test(functions_named_atomic_are_atomic_sections),
      cmocka_unit_test(an_undefined_function_returns_any_value_and_that_is_told),
      cmocka_unit_test(an_undefined_function_may_call_back),
      cmocka_unit_test(an_undefined_function_that_gets_memory_nobody_reads_changes_nothing),
      cmocka_unit_test(an_undefined_function_that_gets_memory_somebody_reads_writes_it),
      cmocka_unit_test(undefined_variables_are_arbitrary_unless_they_hold_pointers),
      cmocka_unit_test(a_static_function_keeps_its_name),
      cmocka_unit_test(only_what_can_be_reached_is_lowered),
      cmocka_unit_test(variables_have_types_and_contents),
      cmocka_unit_test(thread_local_variables_are_relative_to_the_record),
      cmocka_unit_test(sizes_follow_the_data_model),
      cmocka_unit_test(unknown_assembly_is_unsupported_and_barriers_are_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
