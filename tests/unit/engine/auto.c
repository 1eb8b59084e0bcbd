/* SPDX-License-Identifier: Apache-2.0 */
/* The portfolio over engines that do as they are told: who wins, what several make of one question,
 * and what is left of those that lie, crash, hang or eat all memory. */
#include "engine/auto/auto.h"

#include "base/text.h"
#include "engine/engine.h"
#include "engine/traits.h"
#include "tests/unit/load.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#define SET(name) ((property_set)1 << PROPERTY_##name)

static const char fails[] = "#include <assert.h>\n#include <pthread.h>\nint x;\n"
                            "void *f(void *a) { x = 1; return a; }\n"
                            "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);"
                            " assert(!x); pthread_join(t, 0); return 0; }\n";

static bool always(const struct traits *traits) {
  (void)traits;
  return true;
}
static bool unless_threads_are_alike(const struct traits *traits) { return !traits->alike_threads; }

static void say(struct result *result, enum verdict verdict, const char *reason) {
  result->verdict = verdict;
  snprintf(result->reason, sizeof result->reason, "%s", reason);
}

static void prove(const struct task *task, struct result *result) {
  (void)task;
  say(result, VERDICT_TRUE, "");
}
static void prove_slowly(const struct task *task, struct result *result) {
  usleep(300000);
  prove(task, result);
}
static void give_up(const struct task *task, struct result *result) {
  (void)task;
  say(result, VERDICT_UNKNOWN, "too hard");
}
static void search_slowly(const struct task *task, struct result *result) {
  usleep(300000);
  engine_find("explicit")->run(task, result);
}
static void lie(const struct task *task, struct result *result) {
  say(result, VERDICT_FALSE, "");
  result->violation = (struct violation){.property = PROPERTY_REACH, .message = "never happens"};
  (void)task;
}
static void crash(const struct task *task, struct result *result) {
  (void)task;
  (void)result;
  raise(SIGKILL);
}
static void hang(const struct task *task, struct result *result) {
  (void)task;
  (void)result;
  for (;;)
    pause();
}
static void eat_memory(const struct task *task, struct result *result) {
  const char *reason = "";
  while (limits_check(&task->limits, &reason) == STATUS_OK)
    memset(memory_allocate(1 << 20), 1, 1 << 20);
  say(result, VERDICT_UNKNOWN, reason);
}
static void prove_deadlock_only(const struct task *task, struct result *result) {
  say(result, task->properties == SET(DEADLOCK) ? VERDICT_TRUE : VERDICT_UNKNOWN, "asked too much");
}

/* It knows something, and does not come back to say it again. */
static void report_and_hang(const struct task *task, struct result *given) {
  for (uint32_t i = 1; i < 4; i++) {
    struct guarantee guarantee = {
        .properties = task->properties, .bounds_preemptions = true, .preemptions = i};
    partial_result_add_guarantee(&given->partial, guarantee);
    given->partial.executions = 10 * i;
    engine_report(engine_find("explicit"), task, given);
  }
  hang(task, given);
}
static void search_in_background(const struct task *task, struct result *given) {
  if (task->is_background)
    engine_find("explicit")->run(task, given);
  else
    give_up(task, given);
}

#define PROVES(set, models)                                                                        \
  (const struct decision[]) {                                                                      \
    {models, set, NULL, NULL, NULL}, { 0 }                                                         \
  }
#define UNDER_SC .models = MODEL_BIT(MEMORY_SC), .decisions = PROVES(ALL_PROPERTIES, ALL_MODELS)
#define ONLY(property)                                                                             \
  .models = MODEL_BIT(MEMORY_SC), .decisions = PROVES(SET(property), ALL_MODELS)
#define REACH_UNDER_RC11                                                                           \
  .models = ALL_MODELS, .decisions = PROVES(SET(REACH), MODEL_BIT(MEMORY_RC11))

static const struct engine
    reports = {.name = "reports", UNDER_SC, .run = report_and_hang},
    comes_back = {.name = "comes back",
                  UNDER_SC,
                  .comes_first = true,
                  .comes_back = 0.1,
                  .run = search_in_background},
    stays_away = {.name = "stays away", UNDER_SC, .comes_first = true, .run = search_in_background},
    proves_reach = {.name = "proves", ONLY(REACH), .run = prove},
    proves_reach_slowly = {.name = "proves slowly", ONLY(REACH), .run = prove_slowly},
    proves_deadlock = {.name = "knows locks", ONLY(DEADLOCK), .run = prove},
    gives_up = {.name = "gives up", UNDER_SC, .run = give_up},
    searches = {.name = "searches", UNDER_SC, .run = search_slowly},
    lies = {.name = "lies", UNDER_SC, .run = lie},
    crashes = {.name = "crashes", UNDER_SC, .run = crash},
    hangs = {.name = "hangs", UNDER_SC, .run = hang},
    eats = {.name = "eats", UNDER_SC, .run = eat_memory},
    modest = {.name = "modest", UNDER_SC, .run = prove_deadlock_only},
    knows_rc11 = {.name = "knows rc11", REACH_UNDER_RC11, .run = prove_slowly},
    proves_under_rc11 = {.name = "proves under rc11", REACH_UNDER_RC11, .run = prove},
    gives_up_rc11 = {.name = "gives up rc11", REACH_UNDER_RC11, .run = give_up},
    last = {.name = "last", UNDER_SC, .is_last_resort = true, .run = prove},
    proves_late = {.name = "proves late", UNDER_SC, .comes_late = always, .run = prove},
    likes_alike = {
        .name = "likes alike", UNDER_SC, .comes_late = unless_threads_are_alike, .run = prove};

static struct program *program;
static struct result result;
static volatile sig_atomic_t cancelled;

static struct task make_task(property_set properties) {
  return (struct task){.program = program,
                       .properties = properties,
                       .limits = {.seconds = 60, .start = clock_seconds(), .cancelled = &cancelled},
                       .solver = "sat",
                       .por = POR_FULL,
                       .threads = 2};
}

/* Nobody may be left over, whatever happened. */
static void ask(const struct task *task, const struct engine *first, const struct engine *second) {
  const struct engine *const some[] = {first, second, NULL};
  result_release(&result);
  result = (struct result){.verdict = VERDICT_UNKNOWN};
  auto_run(task, some, &result);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
  assert_int_equal(errno, ECHILD);
}

static void ask_for(property_set properties, const struct engine *first,
                    const struct engine *second) {
  struct task task = make_task(properties);
  ask(&task, first, second);
}

static void reason_has(const char *text) {
  if (!strstr(result.reason, text))
    fail_msg("'%s' lacks '%s'", result.reason, text);
}

static void the_first_certain_verdict_wins(void **unused) {
  (void)unused;
  ask_for(SET(REACH), &hangs, &proves_reach);
  assert_int_equal(result.verdict, VERDICT_TRUE);
  assert_string_equal(result.engine, "proves");
  ask_for(SET(REACH), &searches, &hangs);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  assert_string_equal(result.engine, "searches");
  assert_int_equal(result.violation.property, PROPERTY_REACH);
  assert_true(result.schedule.entries.count > 0);
}

static void ask_under_rc11(property_set properties, const struct engine *first,
                           const struct engine *second) {
  struct task task = make_task(properties);
  task.memory_model = MEMORY_RC11;
  ask(&task, first, second);
}

static void a_violation_under_sc_is_one_under_rc11(void **unused) {
  (void)unused;
  ask_under_rc11(SET(REACH), &searches, &gives_up_rc11);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  assert_string_equal(result.engine, "searches");
  /* Which nobody can prove absent. */
  ask_under_rc11(SET(REACH) | SET(DEADLOCK), &searches, &proves_under_rc11);
  assert_non_null(result.contradiction);
}

static void a_proof_under_sc_decides_nothing_under_rc11(void **unused) {
  (void)unused;
  ask_under_rc11(SET(REACH) | SET(DEADLOCK), &modest, &gives_up_rc11);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_int_equal(result.proven, 0);
  reason_has("too hard");
  reason_has("no engine decides deadlock under rc11");
  assert_null(strstr(result.reason, "asked too much"));
  ask_under_rc11(SET(REACH), &proves_reach, &gives_up_rc11);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  reason_has("no violation under sc, not decided under rc11");
  assert_int_equal(result.partial.guarantee_count, 1);
  assert_true(result.partial.guarantees[0].under_sc);
  assert_int_equal(result.partial.guarantees[0].properties, SET(REACH));
  ask_under_rc11(SET(REACH), &proves_reach, &knows_rc11);
  assert_int_equal(result.verdict, VERDICT_TRUE);
  assert_string_equal(result.engine, "knows rc11");
}

static void guarantees_about_schedules_are_about_sc(void **unused) {
  (void)unused;
  struct task task = make_task(SET(REACH));
  task.memory_model = MEMORY_RC11;
  task.limits.seconds = 1;
  ask(&task, &reports, &gives_up_rc11);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_int_equal(result.partial.guarantee_count, 1);
  assert_true(result.partial.guarantees[0].under_sc);
  assert_int_equal(result.partial.guarantees[0].preemptions, 3);
}

static void one_processor_is_shared(void **unused) {
  (void)unused;
  struct task task = make_task(SET(REACH));
  task.threads = 1;
  ask(&task, &hangs, &proves_reach);
  assert_int_equal(result.verdict, VERDICT_TRUE);
}

static void a_proof_and_a_violation_are_an_internal_error(void **unused) {
  (void)unused;
  ask_for(SET(REACH) | SET(DEADLOCK), &proves_reach, &searches);
  assert_non_null(result.contradiction);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  reason_has("proves proves 'reach', but searches sees it violated");
  assert_non_null(strstr(result.contradiction, "verdict TRUE"));
  assert_non_null(strstr(result.contradiction, "verdict FALSE"));
  assert_non_null(strstr(result.contradiction, "entry "));
}

static void properties_are_proven_one_by_one(void **unused) {
  (void)unused;
  ask_for(SET(REACH) | SET(DEADLOCK), &proves_reach_slowly, &proves_deadlock);
  assert_int_equal(result.verdict, VERDICT_TRUE);
  assert_string_equal(result.engine, "knows locks+proves slowly");
  ask_for(SET(REACH) | SET(DEADLOCK) | SET(RACE), &proves_reach, &gives_up);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  reason_has("too hard; not decided: deadlock and race");
  assert_int_equal(result.proven, SET(REACH));
  assert_null(result.contradiction);
}

static void who_gave_up_is_asked_the_smaller_question(void **unused) {
  (void)unused;
  ask_for(SET(REACH) | SET(DEADLOCK), &modest, &proves_reach_slowly);
  assert_int_equal(result.verdict, VERDICT_TRUE);
  assert_string_equal(result.engine, "proves slowly+modest");
}

static void the_last_resort_is_asked_what_nobody_else_can_decide(void **unused) {
  (void)unused;
  ask_for(SET(REACH) | SET(DEADLOCK), &last, &proves_reach_slowly);
  assert_string_equal(result.engine, "last+proves slowly");
  ask_for(SET(REACH), &last, &gives_up);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  reason_has("too hard");
}

static void a_violation_that_does_not_happen_does_not_count(void **unused) {
  (void)unused;
  ask_for(SET(REACH), &lies, &gives_up);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  reason_has("lies: its counterexample could not be confirmed");
  ask_for(SET(REACH), &lies, &searches);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  assert_string_equal(result.engine, "searches");
  assert_true(result.is_replayed);
}

static void a_crash_costs_only_itself(void **unused) {
  (void)unused;
  ask_for(SET(REACH), &crashes, &searches);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  ask_for(SET(REACH), &crashes, &gives_up);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  reason_has("crashes: ended by signal 9");
}

static void memory_is_shared_and_its_end_costs_only_one(void **unused) {
  (void)unused;
  struct task task = make_task(SET(REACH));
  task.limits.memory = memory_resident() + (200 << 20);
  ask(&task, &eats, &searches);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  task = make_task(SET(REACH));
  task.limits.memory = memory_resident() + (200 << 20);
  ask(&task, &eats, &eats);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_memory_equal(result.reason, "memory", 6);
}

static void time_ends_all(void **unused) {
  (void)unused;
  struct task task = make_task(SET(REACH));
  task.limits.seconds = 0.3;
  ask(&task, &hangs, &hangs);
  assert_true(clock_seconds() - task.limits.start < 5);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_string_equal(result.reason, "time");
}

static void cancel(int number) {
  (void)number;
  cancelled = 1;
}

static void an_interruption_ends_all(void **unused) {
  (void)unused;
  signal(SIGALRM, cancel);
  alarm(1);
  struct task task = make_task(SET(REACH));
  ask(&task, &hangs, &hangs);
  cancelled = 0;
  assert_true(clock_seconds() - task.limits.start < 10);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  reason_has("hangs: ended by signal 2");
}

static void what_was_reported_survives_the_end_of_an_engine(void **unused) {
  (void)unused;
  struct task task = make_task(SET(REACH) | SET(RACE));
  task.limits.seconds = 1;
  ask(&task, &reports, &hangs);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_int_equal(result.partial.guarantee_count, 1);
  assert_int_equal(result.partial.guarantees[0].preemptions, 3);
  assert_int_equal(result.partial.guarantees[0].properties, SET(REACH) | SET(RACE));
  assert_int_equal(result.partial.executions, 30);
}

static void violations_are_looked_for_again_when_others_are_stuck(void **unused) {
  (void)unused;
  struct task task = make_task(SET(REACH));
  task.limits.seconds = 10;
  ask(&task, &comes_back, &hangs);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  assert_string_equal(result.engine, "comes back");
  task = make_task(SET(REACH));
  task.threads = 1;
  ask(&task, &comes_back, &gives_up);
  assert_int_equal(result.verdict, VERDICT_FALSE);
  task = make_task(SET(REACH));
  task.limits.seconds = 1;
  ask(&task, &stays_away, &hangs);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
}

static void who_comes_late_is_needed_only_if_others_take_long(void **unused) {
  (void)unused;
  ask_for(SET(REACH), &proves_late, &proves_reach_slowly);
  assert_string_equal(result.engine, "proves slowly");
  ask_for(SET(REACH), &proves_late, &gives_up);
  assert_int_equal(result.verdict, VERDICT_TRUE);
  assert_string_equal(result.engine, "proves late");
  ask_for(SET(REACH), &proves_late, &hangs);
  assert_int_equal(result.verdict, VERDICT_TRUE);
  ask_for(SET(REACH), &likes_alike, &proves_reach_slowly);
  assert_string_equal(result.engine, "proves slowly");
}

static bool has_alike_threads(const char *creations) {
  struct text source = {0};
  text_format(&source,
              "#include <pthread.h>\nvoid *f(void *a) { return a; }\n"
              "int main(void) { pthread_t t; int x; %s return 0; }\n",
              creations);
  struct program *other = load_text(text_get(&source), DATA_MODEL_LP64);
  bool has = traits_find(other).alike_threads;
  program_destroy(other);
  text_release(&source);
  return has;
}

static void threads_are_alike_with_one_function_and_argument(void **unused) {
  (void)unused;
  assert_true(has_alike_threads("for (int i = 0; i < 4; i++) pthread_create(&t, 0, f, 0);"));
  assert_true(has_alike_threads("pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0);"
                                "pthread_create(&t, 0, f, 0);"));
  assert_false(has_alike_threads("pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0);"));
  assert_false(has_alike_threads("for (int i = 0; i < 4; i++) pthread_create(&t, 0, f, &x + i);"));
  assert_false(has_alike_threads("for (;;) pthread_create(&t, 0, f, 0);"));
  assert_false(has_alike_threads("x = 0;"));
}

static int load(void **unused) {
  (void)unused;
  program = load_text(fails, DATA_MODEL_LP64);
  return 0;
}

static int unload(void **unused) {
  (void)unused;
  result_release(&result);
  program_destroy(program);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_certain_verdict_wins),
      cmocka_unit_test(a_violation_under_sc_is_one_under_rc11),
      cmocka_unit_test(a_proof_under_sc_decides_nothing_under_rc11),
      cmocka_unit_test(guarantees_about_schedules_are_about_sc),
      cmocka_unit_test(one_processor_is_shared),
      cmocka_unit_test(a_proof_and_a_violation_are_an_internal_error),
      cmocka_unit_test(properties_are_proven_one_by_one),
      cmocka_unit_test(who_gave_up_is_asked_the_smaller_question),
      cmocka_unit_test(the_last_resort_is_asked_what_nobody_else_can_decide),
      cmocka_unit_test(a_violation_that_does_not_happen_does_not_count),
      cmocka_unit_test(a_crash_costs_only_itself),
      cmocka_unit_test(memory_is_shared_and_its_end_costs_only_one),
      cmocka_unit_test(time_ends_all),
      cmocka_unit_test(an_interruption_ends_all),
      cmocka_unit_test(what_was_reported_survives_the_end_of_an_engine),
      cmocka_unit_test(violations_are_looked_for_again_when_others_are_stuck),
      cmocka_unit_test(who_comes_late_is_needed_only_if_others_take_long),
      cmocka_unit_test(threads_are_alike_with_one_function_and_argument),
  };
  return cmocka_run_group_tests(tests, load, unload);
}
