/* SPDX-License-Identifier: Apache-2.0 */
/* Runs and replays: the same record is the same run; states survive being stored; memory that
 * nothing refers to is used again; leaks are told from what is still reachable. */
#include "semantics/run.h"

#include "base/text.h"
#include "semantics/store.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HEADERS                                                                                    \
  "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\n#include <stdio.h>\n"

static const char racy[] = HEADERS
    "int x; int __VERIFIER_nondet_int(void);\n"
    "void *f(void *a) { for (int i = 0; i < 5; i++) { int y = x; x = y + __VERIFIER_nondet_int(); }"
    " return a; }\n"
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);"
    " pthread_join(t, 0); pthread_join(u, 0); printf(\"%d\\n\", x); return x & 127; }\n";

static void collect(void *context, const char *bytes, size_t size) {
  text_add_bytes(context, bytes, size);
}

static enum memory_model memory_model; /* of the runs to come */

static enum run_end run_once(const struct program *program, property_set properties, uint64_t seed,
                             const struct schedule *replay, struct schedule *record,
                             struct machine *machine, struct text *output) {
  *machine = (struct machine){.program = program,
                              .domain = &domain_concrete,
                              .properties = properties,
                              .memory_model = memory_model,
                              .output = {collect, output}};
  struct run_options options = {.seed = seed, .replay = replay, .record = record};
  struct state *state = NULL;
  enum run_end end = run_program(machine, &options, &state);
  state_destroy(state);
  return end;
}

static void a_recorded_run_replays_to_the_same_run(void **unused) {
  (void)unused;
  struct program *program = load_text(racy, DATA_MODEL_LP64);
  unsigned different = 0;
  struct text last = {0};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct schedule record = {0}, again = {0};
    memory_model = (enum memory_model)(seed % 3);
    struct text output = {0}, replayed = {0};
    struct machine first, second;
    assert_int_equal(run_once(program, 0, seed, NULL, &record, &first, &output), RUN_EXITED);
    assert_int_equal(run_once(program, 0, 0, &record, &again, &second, &replayed), RUN_EXITED);
    assert_string_equal(text_get(&output), text_get(&replayed));
    assert_int_equal(first.exit_code, second.exit_code);
    assert_int_equal(first.counts.edges, second.counts.edges);
    assert_int_equal(record.entries.count, again.entries.count);
    assert_int_equal(record.choices.count, again.choices.count);
    different += strcmp(text_get(&last), text_get(&output)) != 0;
    text_release(&last);
    last = output;
    text_release(&replayed);
    schedule_release(&record);
    schedule_release(&again);
  }
  memory_model = MEMORY_SC;
  assert_true(different > 30);
  text_release(&last);
  program_destroy(program);
}

static void a_record_that_does_not_fit_is_told(void **unused) {
  (void)unused;
  struct program *program = load_text(racy, DATA_MODEL_LP64);
  struct schedule record = {0};
  struct text output = {0};
  struct machine machine;
  schedule_add_step(&record, 7);
  assert_int_equal(run_once(program, 0, 0, &record, NULL, &machine, &output), RUN_DIVERGED);
  assert_non_null(strstr(machine.reason, "thread 7"));
  schedule_release(&record);
  schedule_add_step(&record, 0);
  assert_int_equal(run_once(program, 0, 0, &record, NULL, &machine, &output), RUN_ENDED_EARLY);
  schedule_release(&record);
  text_release(&output);
  program_destroy(program);
}

struct fixed {
  struct chooser chooser;
};

static uint64_t choose_zero(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)chooser;
  (void)width;
  (void)edge;
  return 0;
}

/* Takes steps by whoever is ready, in turn; puts the state into the store after every step, loads
 * an old one and then this one again, and goes on with what was loaded. */
static void states_survive_being_stored(void **unused) {
  (void)unused;
  struct program *program = load_text(racy, DATA_MODEL_ILP32);
  struct fixed fixed = {{choose_zero, false, NULL}};
  struct machine machine = {
      .program = program, .domain = &domain_concrete, .chooser = &fixed.chooser};
  struct store *store = store_create(program);
  struct state *state;
  assert_int_equal(machine_start(&machine, &state), OUTCOME_STEPPED);
  enum outcome outcome = OUTCOME_STEPPED;
  for (unsigned step = 0; outcome == OUTCOME_STEPPED; step++) {
    assert_true(step < 1000);
    bool added;
    uint32_t number = store_add(store, state, &added);
    assert_true(added);
    assert_int_equal(number, step);
    store_load(store, state, step / 2);
    store_load(store, state, number);
    assert_int_equal(store_add(store, state, &added), number);
    assert_false(added);
    struct thread *thread = NULL;
    for (size_t i = 0; i < state->thread_count && !thread; i++) {
      thread = state->threads[(step + i) % state->thread_count];
      if (machine_readiness(&machine, state, thread) != READY)
        thread = NULL;
    }
    assert_non_null(thread);
    outcome = machine_step(&machine, state, thread);
  }
  assert_int_equal(outcome, OUTCOME_EXITED);
  assert_int_equal(machine.exit_code, 0);
  state_destroy(state);
  store_destroy(store);
  program_destroy(program);
}

static void check_exit(const char *source, int code, enum data_model model) {
  struct program *program = load_text(source, model);
  struct text output = {0};
  struct machine machine;
  assert_int_equal(run_once(program, property_defaults(), 1, NULL, NULL, &machine, &output),
                   RUN_EXITED);
  assert_int_equal(machine.exit_code, code);
  text_release(&output);
  program_destroy(program);
}

static void addresses_nobody_refers_to_are_used_again(void **unused) {
  (void)unused;
  /* A 32-bit heap of a few hundred MiB would not last for 10,000 blocks of 1 MiB. */
  check_exit(HEADERS "int main(void) { for (int i = 0; i < 10000; i++) { char *p = malloc(1 << 20);"
                     " p[5] = 1; free(p); } return 3; }\n",
             3, DATA_MODEL_ILP32);
  check_exit("int f(int n) { int a[1000]; a[n] = n; int *p = &a[n]; return *p; }\n"
             "int main(void) { int s = 0; for (int i = 0; i < 100000; i++) s += f(i % 10);"
             " return s == 450000 ? 4 : 5; }\n",
             4, DATA_MODEL_ILP32);
}

static void addresses_somebody_refers_to_are_not(void **unused) {
  (void)unused;
  check_exit(HEADERS "int *p, *q; int main(void) { p = malloc(4); free(p); q = malloc(4);"
                     " return p == q ? 1 : 6; }\n",
             6, DATA_MODEL_LP64);
}

static enum property leak_of(const char *body, property_set properties) {
  struct text source = {0}, output = {0};
  text_format(&source, HEADERS "void *keep; int main(void) { %s return 0; }\n", body);
  struct program *program = load_text(text_get(&source), DATA_MODEL_LP64);
  struct machine machine;
  enum run_end end = run_once(program, properties, 1, NULL, NULL, &machine, &output);
  program_destroy(program);
  text_release(&source);
  text_release(&output);
  return end == RUN_VIOLATION ? machine.violation.property : PROPERTY_COUNT;
}

static void leaks_are_blocks_nothing_points_to(void **unused) {
  (void)unused;
  property_set leak = 1u << PROPERTY_LEAK, cleanup = 1u << PROPERTY_MEMCLEANUP;
  assert_int_equal(leak_of("malloc(4);", leak), PROPERTY_LEAK);
  assert_int_equal(leak_of("keep = malloc(4);", leak), PROPERTY_COUNT);
  assert_int_equal(leak_of("keep = malloc(8); *(void **)keep = malloc(4);", leak), PROPERTY_COUNT);
  assert_int_equal(leak_of("keep = malloc(8); *(void **)keep = malloc(4); keep = 0;", leak),
                   PROPERTY_LEAK);
  assert_int_equal(leak_of("keep = malloc(4);", cleanup), PROPERTY_MEMCLEANUP);
  assert_int_equal(leak_of("keep = malloc(4); free(keep);", cleanup | leak), PROPERTY_COUNT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_recorded_run_replays_to_the_same_run),
      cmocka_unit_test(a_record_that_does_not_fit_is_told),
      cmocka_unit_test(states_survive_being_stored),
      cmocka_unit_test(addresses_nobody_refers_to_are_used_again),
      cmocka_unit_test(addresses_somebody_refers_to_are_not),
      cmocka_unit_test(leaks_are_blocks_nothing_points_to),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
