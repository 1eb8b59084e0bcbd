/* SPDX-License-Identifier: Apache-2.0 */
/* The kit for searches: how many states it visits, whether paths lead where they came from, and
 * whether a path is an execution. */
#include "explore/explorer.h"

#include "base/limits.h"
#include "explore/path.h"
#include "semantics/run.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A breadth-first search that keeps every state. */
struct search {
  struct explorer explorer;
  struct limits limits; /* none */
  enum por_level level;
  struct origins origins;
  size_t visits, violations, ends, stops_after;
  struct path to_violation;
};

static bool visit(void *owner, struct move move, enum outcome outcome) {
  struct search *search = owner;
  struct explorer *explorer = &search->explorer;
  bool fresh = false;
  search->visits++;
  if (outcome == OUTCOME_VIOLATION) {
    search->violations++;
    if (!search->to_violation.items.count)
      origins_path(&search->origins, move, &explorer->answers, &search->to_violation);
  }
  search->ends += outcome == OUTCOME_EXITED;
  if (outcome != OUTCOME_STEPPED)
    return true;
  uint32_t number = explorer_keep(explorer, &fresh);
  assert_int_equal(fresh, number == search->origins.list.count);
  if (fresh)
    origins_add(&search->origins, move, &explorer->answers);
  explorer_arrive(explorer, number, fresh);
  return search->visits != search->stops_after;
}

static bool explore(struct search *search, const struct program *program, property_set properties) {
  explorer_init(&search->explorer, program, properties, &search->limits, NULL);
  explorer_reduce(&search->explorer, search->level, false);
  search->explorer.machine.domain = &domain_concrete;
  search->explorer.owner = search;
  bool goes_on = explorer_run_start(&search->explorer, visit);
  for (uint32_t next = 0; goes_on && next < search->origins.list.count; next++)
    goes_on = explorer_run(&search->explorer, next, visit);
  return goes_on;
}

static void release(struct search *search) {
  explorer_release(&search->explorer);
  origins_release(&search->origins);
  path_release(&search->to_violation);
}

static const char racing[] =
    "#include <pthread.h>\n#include <assert.h>\n_Bool __VERIFIER_nondet_bool(void);\nint x;\n"
    "void *f(void *a) { int y = x; x = y + 1 + __VERIFIER_nondet_bool(); return a; }\n"
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);\n"
    " pthread_join(t, 0); pthread_join(u, 0); assert(x != 1); }\n";

/* Two choices of two values, one after the other: as many ends, and none is met again. */
static void states_after_choices_are_all_visited(void **unused) {
  (void)unused;
  struct program *program =
      load_text("_Bool __VERIFIER_nondet_bool(void); int x;\n"
                "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
                "int main(void) { __VERIFIER_atomic_begin(); x = __VERIFIER_nondet_bool();"
                " __VERIFIER_atomic_end(); int y = x * 2 + __VERIFIER_nondet_bool(); return y; }\n",
                DATA_MODEL_LP64);
  struct search search = {0};
  assert_true(explore(&search, program, 0));
  assert_int_equal(search.violations, 0);
  assert_int_equal(search.ends, 4);
  release(&search);
  program_destroy(program);
}

static void a_path_is_an_execution_that_violates(void **unused) {
  (void)unused;
  struct program *program = load_text(racing, DATA_MODEL_LP64);
  property_set reach = 1u << PROPERTY_REACH;
  struct search search = {0};
  assert_true(explore(&search, program, reach));
  assert_true(search.violations > 0);
  struct schedule schedule = {0};
  path_to_schedule(&search.to_violation, &schedule);
  struct machine machine = {.program = program, .domain = &domain_concrete, .properties = reach};
  struct run_options options = {.replay = &schedule};
  struct state *state = NULL;
  assert_int_equal(run_program(&machine, &options, &state), RUN_VIOLATION);
  assert_int_equal(machine.violation.property, PROPERTY_REACH);
  state_destroy(state);
  schedule_release(&schedule);
  release(&search);
  program_destroy(program);
}

/* The moves along the origins of a kept state lead to that state again. */
static void repeated_moves_lead_to_the_same_states(void **unused) {
  (void)unused;
  struct program *program = load_text(racing, DATA_MODEL_LP64);
  struct search search = {0};
  struct explorer *explorer = &search.explorer;
  assert_true(explore(&search, program, 0));
  assert_true(search.origins.list.count > 10);
  for (uint32_t number = 0; number < search.origins.list.count; number++) {
    const struct origin *origin = &search.origins.list.items[number];
    size_t end = number + 1 < search.origins.list.count ? origin[1].first_answer
                                                        : search.origins.answers.count;
    assert_int_equal(explorer_repeat(explorer, origin->move,
                                     search.origins.answers.items + origin->first_answer,
                                     end - origin->first_answer),
                     OUTCOME_STEPPED);
    bool fresh = true;
    assert_int_equal(explorer_keep(explorer, &fresh), number);
    assert_false(fresh);
  }
  release(&search);
  program_destroy(program);
}

/* Fewer states, and the same violation. */
static void reduction_keeps_violations(void **unused) {
  (void)unused;
  struct program *program = load_text(racing, DATA_MODEL_LP64);
  size_t states = SIZE_MAX;
  static const enum por_level levels[] = {POR_NONE, POR_PERSISTENT, POR_FULL};
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    struct search search = {.level = levels[i]};
    assert_true(explore(&search, program, 1u << PROPERTY_REACH));
    assert_true(search.violations > 0);
    assert_true(search.origins.list.count <= states);
    assert_false(explorer_claim_violated(&search.explorer));
    states = search.origins.list.count;
    release(&search);
  }
  program_destroy(program);
}

static void a_visit_that_says_no_ends_the_run(void **unused) {
  (void)unused;
  struct program *program = load_text(racing, DATA_MODEL_LP64);
  struct search search = {.stops_after = 5};
  assert_false(explore(&search, program, 0));
  assert_int_equal(search.visits, 5);
  release(&search);
  program_destroy(program);
}

static void a_path_that_was_collected_from_its_end_is_turned_round(void **unused) {
  (void)unused;
  struct path path = {0};
  static const uint64_t answers[] = {5, 6, 7};
  for (uint32_t i = 0; i < 3; i++)
    path_add(&path, (struct move){.thread = i, .steps = 1}, answers + i, i ? 1 : 0);
  path_reverse(&path);
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal(path.items.items[i].move.thread, 2 - i);
  assert_int_equal(path.answers.items[path.items.items[0].first_answer],
                   7); /* answers go with their moves */
  assert_int_equal(path.items.items[2].answer_count, 0);
  path_release(&path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_after_choices_are_all_visited),
      cmocka_unit_test(a_path_is_an_execution_that_violates),
      cmocka_unit_test(repeated_moves_lead_to_the_same_states),
      cmocka_unit_test(reduction_keeps_violations),
      cmocka_unit_test(a_visit_that_says_no_ends_the_run),
      cmocka_unit_test(a_path_that_was_collected_from_its_end_is_turned_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
