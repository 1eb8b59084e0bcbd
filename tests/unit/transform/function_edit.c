/* SPDX-License-Identifier: Apache-2.0 */
/* Edits of control-flow automata: what is inserted is executed at its place, everything else stays.
 */
#include "transform/function_edit.h"

#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct program *load(struct function **f) {
  struct program *program = load_text("int f(int a) { int c = 0; while (a--) c += 2; return c; }\n"
                                      "int main(void) { return f(3); }\n",
                                      DATA_MODEL_LP64);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (program->functions[i] == program_find_function(program, "f"))
      *f = program->functions[i];
  return program;
}

/* The operations on the first path through the automaton, which takes the last edge at branches. */
static size_t follow(const struct function *function, enum operation *list, size_t most) {
  size_t count = 0;
  uint32_t at = function->entry;
  while (function->locations[at].edge_count && count < most) {
    const struct location *location = &function->locations[at];
    const struct edge *edge = &function->edges[location->first_edge + location->edge_count - 1];
    list[count++] = edge->op;
    at = edge->to;
  }
  return count;
}

enum { MOST = 100 };

static void an_edit_without_changes_keeps_the_function(void **unused) {
  (void)unused;
  struct function *f = NULL;
  struct program *program = load(&f);
  struct function before = *f;
  struct function_edit edit;
  function_edit_begin(&edit, program->arena, f);
  function_edit_drop_unreached(&edit);
  function_edit_finish(&edit, f);
  assert_int_equal(f->location_count, before.location_count);
  assert_int_equal(f->edge_count, before.edge_count);
  for (uint32_t i = 0; i < f->edge_count; i++) {
    assert_int_equal(f->edges[i].from, before.edges[i].from);
    assert_int_equal(f->edges[i].to, before.edges[i].to);
    assert_int_equal(f->edges[i].op, before.edges[i].op);
  }
  program_validate(program);
  program_destroy(program);
}

static void an_insertion_before_a_location_comes_first_on_every_path(void **unused) {
  (void)unused;
  struct function *f = NULL;
  struct program *program = load(&f);
  enum operation before[MOST], after[MOST];
  size_t count = follow(f, before, MOST);
  uint32_t locations = f->location_count;
  struct function_edit edit;
  function_edit_begin(&edit, program->arena, f);
  for (uint32_t i = 0; i < locations; i++)
    if (f->locations[i].edge_count)
      function_edit_insert_before(&edit, i, (struct edge){.op = OPERATION_SKIP});
  function_edit_finish(&edit, f);
  program_validate(program);
  assert_int_equal(follow(f, after, MOST), 2 * count);
  for (size_t i = 0; i < count; i++) {
    assert_int_equal(after[2 * i], OPERATION_SKIP);
    assert_int_equal(after[2 * i + 1], before[i]);
  }
  program_destroy(program);
}

static void an_insertion_after_an_edge_comes_next(void **unused) {
  (void)unused;
  struct function *f = NULL;
  struct program *program = load(&f);
  enum operation before[MOST], after[MOST];
  size_t count = follow(f, before, MOST);
  struct function_edit edit;
  function_edit_begin(&edit, program->arena, f);
  uint32_t entry = f->entry;
  function_edit_insert_after(&edit, entry, (struct edge){.op = OPERATION_SKIP});
  function_edit_insert_after(&edit, entry, (struct edge){.op = OPERATION_FENCE});
  function_edit_finish(&edit, f);
  program_validate(program);
  assert_int_equal(follow(f, after, MOST), count + 2);
  assert_int_equal(after[0], before[0]);
  assert_int_equal(after[1], OPERATION_FENCE);
  assert_int_equal(after[2], OPERATION_SKIP);
  assert_int_equal(after[3], before[1]);
  program_destroy(program);
}

static void what_cannot_be_reached_is_dropped(void **unused) {
  (void)unused;
  struct function *f = NULL;
  struct program *program = load(&f);
  struct function_edit edit;
  function_edit_begin(&edit, program->arena, f);
  uint32_t start = function_edit_add_location(&edit);
  size_t leave = function_edit_add_edge(&edit, (struct edge){.op = OPERATION_SKIP});
  for (uint32_t i = 0; i < f->edge_count; i++)
    if (f->edges[i].op == OPERATION_RETURN)
      edit.edges.items[leave].to = f->edges[i].from;
  edit.entry = start;
  function_edit_drop_unreached(&edit);
  function_edit_finish(&edit, f);
  enum operation list[MOST];
  assert_int_equal(follow(f, list, MOST), 2);
  assert_int_equal(list[0], OPERATION_SKIP);
  assert_int_equal(list[1], OPERATION_RETURN);
  assert_int_equal(f->edge_count, 2);
  assert_int_equal(f->location_count, 3);
  program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_edit_without_changes_keeps_the_function),
      cmocka_unit_test(an_insertion_before_a_location_comes_first_on_every_path),
      cmocka_unit_test(an_insertion_after_an_edge_comes_next),
      cmocka_unit_test(what_cannot_be_reached_is_dropped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
