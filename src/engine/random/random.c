/* SPDX-License-Identifier: Apache-2.0 */
/* Executions under random schedules on concrete values, for programs that are too large to search.
 * Half of them follow priorities (priorities.h), the others switch threads at random; --schedules
 * selects. The n-th execution depends on --seed, n and the executions before it, never on time, so
 * a run can be repeated.
 *
 * The engine never answers TRUE. In the portfolio it runs first and briefly: violations that occur
 * in many schedules are found before a search has stored a state. */
#include "engine/engine.h"

#include "analysis/reuse.h"
#include "engine/random/priorities.h"
#include "semantics/store.h"
#include "transform/goals.h"

#include <stdio.h>
#include <string.h>

enum {
  MOST_STEPS_OF_ONE = 20000,
  LONGEST_OF_ONE = 5000000, /* of one execution in the background, if shorter ones do not end */
  MOST_ENDS = 100000,       /* final states that are kept */
  REPORT_INTERVAL = 256,    /* executions */
  FOR_DEADLOCKS = 8,        /* one in so many random executions prefers threads that hold nothing */
  BRIEF_EDGES = 4000000,    /* in the portfolio */
  BRIEF_EXECUTIONS = 200,
};
static const double brief_seconds = 2; /* of processor time */

/* Notices whether an execution creates a second thread and reaches an assertion. */
struct goal_watch {
  struct listener listener;
  struct map assertions; /* edges */
  bool has_spawned, has_asserted;
};

struct testing {
  const struct task *task;
  struct result *result;
  struct machine machine;
  struct priorities priorities;
  struct goal_watch watch;
  struct store *ends; /* the states in which executions ended */
  uint64_t executions, cut;
  uint64_t most_steps; /* of one execution */
  uint64_t length;     /* of the longest execution so far, in steps */
  bool by_priorities, at_random;
  double last_progress;
};

static void show_progress(struct testing *testing) {
  double now = clock_seconds();
  if (!testing->task->progress || now - testing->last_progress < 0.2)
    return;
  testing->last_progress = now;
  fprintf(stderr, "\rrandom: %llu executions, %zu end states ",
          (unsigned long long)testing->executions, (size_t)store_count(testing->ends));
}

static void notice(struct listener *listener, const struct state *state,
                   const struct event *event) {
  struct goal_watch *watch = (struct goal_watch *)listener;
  uint64_t key = (uint64_t)(uintptr_t)event->edge;
  (void)state;
  if (event->kind != EVENT_EDGE)
    return;
  watch->has_spawned |= event->edge->op == OPERATION_SPAWN;
  watch->has_asserted = watch->has_asserted || map_get(&watch->assertions, key, NULL);
}

static void count_goals(struct testing *testing, bool has_ended) {
  struct goal_watch *watch = &testing->watch;
  testing->result->partial.executions += has_ended;
  testing->result->partial.concurrent += has_ended && watch->has_spawned;
  testing->result->partial.asserting += has_ended && watch->has_asserted;
  watch->has_spawned = watch->has_asserted = false;
}

/* Executes the program once more; true: it violates a property. */
static bool execute_once(struct testing *testing) {
  const struct task *task = testing->task;
  uint64_t number = ++testing->executions + (task->is_background ? BRIEF_EXECUTIONS : 0);
  struct schedule *schedule = &testing->result->schedule;
  struct run_options options = {.seed = task_option_number(task, "seed") + number,
                                .limits = task->limits,
                                .most_steps = testing->most_steps,
                                .spares_holders = number % FOR_DEADLOCKS == 0,
                                .record = schedule};
  if (testing->by_priorities && (!testing->at_random || number % 2)) {
    priorities_begin(&testing->priorities, options.seed,
                     (unsigned)task_option_number(task, "depth"), testing->length);
    options.scheduler = &testing->priorities.scheduler;
    options.spares_holders = false;
  }
  struct state *state = NULL;
  enum run_end end = run_program(&testing->machine, &options, &state);
  uint64_t steps = schedule_step_count(schedule);
  if (steps > testing->length)
    testing->length = steps;
  testing->cut += end == RUN_LIMIT || end == RUN_UNSUPPORTED;
  if (task->is_background && end == RUN_LIMIT && testing->most_steps < LONGEST_OF_ONE)
    testing->most_steps *= 4;
  bool has_ended = end == RUN_EXITED || end == RUN_PRUNED || end == RUN_STUCK;
  count_goals(testing, has_ended);
  if (has_ended && store_count(testing->ends) < MOST_ENDS)
    store_add(testing->ends, state, NULL);
  state_destroy(state);
  if (end != RUN_VIOLATION)
    schedule_release(schedule);
  return end == RUN_VIOLATION;
}

static bool has_time_left(const struct testing *testing, const char **limit) {
  const struct task *task = testing->task;
  uint64_t most = task->is_background ? 0 : task_option_number(task, "executions");
  if (task->is_brief &&
      (testing->executions >= BRIEF_EXECUTIONS || testing->machine.counts.edges > BRIEF_EDGES))
    return false;
  return (!most || testing->executions < most) && !stale_parts_seen(task->stale_parts) &&
         limits_check(&task->limits, limit) == STATUS_OK;
}

static void execute_many(struct testing *testing) {
  struct result *result = testing->result;
  const char *limit = NULL;
  double end = clock_cpu_seconds() + brief_seconds;
  bool found = false;
  while (!found && has_time_left(testing, &limit) &&
         !(testing->task->is_brief && clock_cpu_seconds() > end)) {
    found = execute_once(testing);
    if (testing->executions % REPORT_INTERVAL == 0)
      engine_report(&engine_random, testing->task, result);
    show_progress(testing);
  }
  if (found) {
    result->verdict = VERDICT_FALSE;
    result->violation = testing->machine.violation;
    return;
  }
  result->verdict = VERDICT_UNKNOWN;
  size_t ends = store_count(testing->ends);
  snprintf(result->reason, sizeof result->reason,
           "%s%sno violation in %llu random executions, %zu end state%s", limit ? limit : "",
           limit ? ", " : "", (unsigned long long)testing->executions, ends, ends == 1 ? "" : "s");
}

static void run_random(const struct task *task, struct result *result) {
  const char *schedules = task_option_text(task, "schedules");
  struct testing testing = {.task = task,
                            .result = result,
                            .most_steps = MOST_STEPS_OF_ONE,
                            .watch.listener.event = notice,
                            .by_priorities = strcmp(schedules, "uniform") != 0,
                            .at_random = strcmp(schedules, "pct") != 0};
  testing.machine = (struct machine){.program = task->program,
                                     .domain = &domain_concrete,
                                     .properties = task->properties,
                                     .known = task->known,
                                     .listeners = &testing.watch.listener,
                                     .stale_parts = task->stale_parts,
                                     .memory_model = task->memory_model};
  testing.ends = store_create(task->program);
  goals_find_edges(task->program, GOAL_ASSERTION, &testing.watch.assertions);
  execute_many(&testing);
  result_add_statistic(result, "random executions", (double)testing.executions);
  result_add_statistic(result, "executions cut off", (double)testing.cut);
  result_add_statistic(result, "end states", (double)store_count(testing.ends));
  result_add_statistic(result, "edges executed", (double)testing.machine.counts.edges);
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  store_destroy(testing.ends);
  map_release(&testing.watch.assertions);
  priorities_release(&testing.priorities);
}

static const struct engine_option options[] = {
    {"executions", "N", "10000", 0, UINT64_MAX,
     "maximal number of executions; 0: until a limit is reached", NULL},
    {"schedules", "both|pct|uniform", "both", 0, 0,
     "pct: priorities that change at few points; uniform: switch at random; both: alternate", NULL},
    {"depth", "N", "3", 1, 64, "pct: number of ordering constraints that a violation needs", NULL},
    {"seed", "N", "0", 0, UINT64_MAX, "seed of the random executions", NULL},
    {0}};

const struct engine engine_random = {
    .name = "random",
    .summary = "executes under random schedules: finds violations, proves nothing",
    .options = options,
    .models = ALL_MODELS,
    .skips_known = true,
    .comes_first = true,
    .comes_back = 0.25,
    .run = run_random,
};
