/* SPDX-License-Identifier: Apache-2.0 */
/* Races of next accesses: they need one byte, a write and an access that is not atomic; in a
 * section they are found when the access happens. */
#include "semantics/races.h"

#include "program/known.h"
#include "tests/unit/semantics/stepping.h"

#define PROGRAM(first, second)                                                                     \
  "#include <pthread.h>\n#include <stdatomic.h>\n"                                                 \
  "int x; _Atomic int a; char b[8]; volatile int sink; pthread_mutex_t m;\n"                       \
  "void *f(void *p) { " first " return p; }\nvoid *g(void *p) { " second " return p; }\n"          \
  "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);"     \
  " pthread_join(t, 0); pthread_join(u, 0); return 0; }\n"

static const property_set races = (property_set)1 << PROPERTY_RACE;

/* Both threads stand before their access to the variable. */
static void begin(struct stepping *stepping, const char *text, const char *name) {
  stepping_begin(stepping, text, races);
  stepping_until_threads(stepping, 3);
  stepping_until_before(stepping, 1, name);
  stepping_until_before(stepping, 2, name);
}

static bool finds_race(const char *text, const char *name) {
  struct stepping stepping;
  begin(&stepping, text, name);
  bool found = machine_finds_race(&stepping.machine, stepping.state);
  stepping_end(&stepping);
  return found;
}

static void a_race_needs_a_write_and_one_byte(void **unused) {
  (void)unused;
  assert_true(finds_race(PROGRAM("x = 1;", "x = 2;"), "x"));
  assert_true(finds_race(PROGRAM("sink = x;", "x = 2;"), "x"));
  assert_false(finds_race(PROGRAM("sink = x;", "sink = x;"), "x"));
  assert_false(finds_race(PROGRAM("b[0] = 1;", "b[1] = 1;"), "b"));
  assert_true(finds_race(PROGRAM("b[3] = 1;", "*(int *)b = 1;"), "b"));
  assert_false(finds_race(PROGRAM("b[4] = 1;", "*(int *)b = 1;"), "b"));
}

static void atomic_accesses_do_not_race_with_each_other(void **unused) {
  (void)unused;
  assert_false(finds_race(PROGRAM("a = 1;", "atomic_fetch_add(&a, 1);"), "a"));
  assert_true(finds_race(PROGRAM("a = 1;", "*(int *)&a = 1;"), "a"));
}

/* A compare-exchange that fails only reads. */
static void an_exchange_writes_if_it_succeeds(void **unused) {
  (void)unused;
  assert_false(finds_race(
      PROGRAM("int e = 1; atomic_compare_exchange_strong(&a, &e, 2);", "sink = *(int *)&a;"), "a"));
  assert_true(finds_race(
      PROGRAM("int e = 0; atomic_compare_exchange_strong(&a, &e, 2);", "sink = *(int *)&a;"), "a"));
}

static void a_race_names_both_threads(void **unused) {
  (void)unused;
  struct stepping stepping;
  begin(&stepping, PROGRAM("x = 1;", "x = 2;"), "x");
  assert_true(machine_finds_race(&stepping.machine, stepping.state));
  const struct violation *violation = &stepping.machine.violation;
  assert_int_equal(violation->property, PROPERTY_RACE);
  assert_int_equal(violation->thread + violation->other_thread, 3);
  assert_int_equal(violation->address, stepping_variable(&stepping, "x")->address);
  assert_false(violation->other_is_past);
  stepping_end(&stepping);
}

static void a_step_says_what_it_accesses(void **unused) {
  (void)unused;
  struct stepping stepping;
  struct access accesses[2];
  begin(&stepping, PROGRAM("x = 1;", "sink = x;"), "x");
  for (uint32_t number = 1; number <= 2; number++) {
    const struct thread *thread = stepping_thread(&stepping, number);
    assert_int_equal(step_accesses(&stepping.machine, stepping.state, thread,
                                   thread_next_edge(thread), accesses),
                     1);
    assert_int_equal(accesses[0].address, stepping_variable(&stepping, "x")->address);
    assert_int_equal(accesses[0].size, 4);
    assert_int_equal(accesses[0].writes, number == 1);
    assert_false(accesses[0].is_atomic || accesses[0].is_unknown);
  }
  stepping_end(&stepping);
}

static const char inversion[] =
    "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER,"
    " n = PTHREAD_MUTEX_INITIALIZER; _Atomic int x;\n"
    "void *f(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&n); return p; }\n"
    "void *g(void *p) { pthread_mutex_lock(&n); x = 2; pthread_mutex_lock(&m); return p; }\n"
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);"
    " pthread_join(t, 0); return 0; }\n";

static void two_locks_in_both_orders_are_a_cycle(void **unused) {
  (void)unused;
  struct stepping stepping;
  stepping_begin(&stepping, inversion, (property_set)1 << PROPERTY_DEADLOCK);
  stepping_until_threads(&stepping, 3);
  stepping_until_before(&stepping, 1, "x");
  stepping_until_before(&stepping, 2, "x");
  for (uint32_t number = 1; number <= 2; number++) {
    assert_false(machine_finds_deadlock(&stepping.machine, stepping.state));
    while (stepping_readiness(&stepping, number) == READY)
      assert_int_equal(stepping_step(&stepping, number), OUTCOME_STEPPED);
    assert_int_equal(stepping_readiness(&stepping, number), BLOCKED);
  }
  assert_true(machine_finds_deadlock(&stepping.machine, stepping.state));
  assert_true(stepping.machine.violation.is_cycle);
  assert_int_equal(stepping.machine.violation.waiting_count, 2);
  stepping_end(&stepping);
}

/* The search may know how the threads are without asking the machine. */
static void no_deadlock_while_a_thread_is_ready(void **unused) {
  (void)unused;
  struct stepping stepping;
  stepping_begin(&stepping, inversion, (property_set)1 << PROPERTY_DEADLOCK);
  stepping_until_threads(&stepping, 3);
  const enum readiness ready[] = {READY, READY, READY}, done[] = {FINISHED, FINISHED, FINISHED};
  assert_false(machine_finds_deadlock_of(&stepping.machine, stepping.state, ready));
  assert_false(machine_finds_deadlock_of(&stepping.machine, stepping.state, done));
  stepping_end(&stepping);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_race_needs_a_write_and_one_byte),
      cmocka_unit_test(atomic_accesses_do_not_race_with_each_other),
      cmocka_unit_test(an_exchange_writes_if_it_succeeds),
      cmocka_unit_test(a_race_names_both_threads),
      cmocka_unit_test(a_step_says_what_it_accesses),
      cmocka_unit_test(two_locks_in_both_orders_are_a_cycle),
      cmocka_unit_test(no_deadlock_while_a_thread_is_ready),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
