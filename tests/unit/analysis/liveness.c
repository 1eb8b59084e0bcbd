/* SPDX-License-Identifier: Apache-2.0 */
/* Live registers: what is read later is live, what is overwritten first is not. */
#include "analysis/liveness.h"

#include "program/uses.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool is_live(const struct liveness *liveness, const struct function *function,
                    uint32_t location, uint32_t number) {
  struct live_registers live = liveness_at(liveness, function, location);
  for (uint32_t i = 0; i < live.count; i++)
    if (live.registers[i] == number)
      return true;
  return false;
}

struct expectation {
  const struct liveness *liveness;
  const struct function *function;
  const struct edge *edge;
};

static void expect_live(uint32_t number, void *context) {
  const struct expectation *expectation = context;
  assert_true(
      is_live(expectation->liveness, expectation->function, expectation->edge->from, number));
}

static void every_register_an_edge_reads_is_live_before_it(void **unused) {
  (void)unused;
  struct program *program = load_text(
      "#include <stdio.h>\nint f(int a, int b) { int c = a; while (b--) c += a * b; return c; }\n"
      "int main(void) { printf(\"%d\", f(3, 4)); return 0; }\n",
      DATA_MODEL_LP64);
  struct liveness *liveness = liveness_create(program);
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    for (uint32_t j = 0; function->locations && j < function->edge_count; j++) {
      struct expectation expectation = {liveness, function, &function->edges[j]};
      edge_visit_uses(&function->edges[j], expect_live, &expectation);
    }
  }
  liveness_destroy(liveness);
  program_destroy(program);
}

static void a_parameter_is_dead_after_its_last_use(void **unused) {
  (void)unused;
  struct program *program =
      load_text("int g; int f(int a) { int b = a + 1; g = b; g = 2; return b; }\n"
                "int main(void) { return f(1); }\n",
                DATA_MODEL_LP64);
  struct liveness *liveness = liveness_create(program);
  const struct function *function = program_find_function(program, "f");
  uint32_t parameter = function->parameters[0];
  assert_true(is_live(liveness, function, function->entry, parameter));
  unsigned stores = 0;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    if (function->edges[i].op != OPERATION_STORE)
      continue;
    stores++;
    assert_false(is_live(liveness, function, function->edges[i].from, parameter));
  }
  assert_int_equal(stores, 2);
  liveness_destroy(liveness);
  program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_register_an_edge_reads_is_live_before_it),
      cmocka_unit_test(a_parameter_is_dead_after_its_last_use),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
