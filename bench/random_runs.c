/* SPDX-License-Identifier: Apache-2.0 */
/* Executes every task of the sets given many times at random, and names those that do what they
 * must not: violate the property although the expected verdict is true, crash heddle, or meet
 * something that is not supported.
 *
 *   random_runs [-j JOBS] [-n RUNS] [-t SECONDS] [-s SEED] SET... */
#include "semantics/run.h"
#include "set.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENDS = RUN_ENDED_EARLY + 1 };

struct plan {
  unsigned runs;
  double seconds; /* for each run */
  uint64_t seed;
  size_t tasks, offenders, found, found_possible;
  unsigned long long ends[ENDS], edges;
};

static bool has_offended(enum run_end end, bool expected_true) {
  switch (end) {
  case RUN_EXITED:
  case RUN_PRUNED:
  case RUN_STUCK:
  case RUN_LIMIT: /* of time, or of the threads an endless loop may create */
    return false;
  case RUN_VIOLATION:
    return expected_true;
  case RUN_UNSUPPORTED:
  case RUN_DIVERGED:
  case RUN_ENDED_EARLY:
    return true;
  }
  return true;
}

static void describe_offence(FILE *report, uint64_t seed, enum run_end end,
                             const struct machine *machine) {
  if (end != RUN_VIOLATION) {
    fprintf(report, "offence: seed %llu: %s\n", (unsigned long long)seed, machine->reason);
    return;
  }
  struct text place = {0};
  program_print_position(&place, machine->program, machine->violation.at);
  fprintf(report, "offence: seed %llu: %s at %s: %s\n", (unsigned long long)seed,
          property_name(machine->violation.property), text_get(&place),
          machine->violation.message ? machine->violation.message : "");
  text_release(&place);
}

static bool read_properties(const struct task_file *task, property_set *properties,
                            bool *expected_true) {
  *expected_true = true;
  struct text unsupported = {0};
  bool fine = true;
  for (size_t i = 0; i < task->property_count; i++) {
    fine &=
        task_file_read_properties(task->properties[i].file, properties, &unsupported) == STATUS_OK;
    *expected_true &= task->properties[i].expected == EXPECT_TRUE;
  }
  text_release(&unsupported);
  return fine;
}

static bool run_often(const char *path, void *context, FILE *report) {
  const struct plan *plan = context;
  struct task_file task;
  struct program *program;
  property_set properties = 0;
  bool expected_true;
  if (!task_load(path, &task, &program, NULL) ||
      !read_properties(&task, &properties, &expected_true))
    return false;
  unsigned long long ends[ENDS] = {0}, edges = 0;
  bool offended = false;
  for (unsigned i = 0; i < plan->runs; i++) {
    struct machine machine = {
        .program = program, .domain = &domain_concrete, .properties = properties};
    struct run_options options = {
        .seed = plan->seed + i,
        .limits = {.seconds = plan->seconds, .start = clock_seconds()},
    };
    struct state *state = NULL;
    enum run_end end = run_program(&machine, &options, &state);
    if (!offended && has_offended(end, expected_true)) {
      offended = true;
      describe_offence(report, options.seed, end, &machine);
      fflush(report);
    }
    ends[end]++;
    edges += machine.counts.edges;
    if (state)
      state_destroy(state);
  }
  fprintf(report, "counts: %d %llu", expected_true, edges);
  for (size_t i = 0; i < ENDS; i++)
    fprintf(report, " %llu", ends[i]);
  program_destroy(program);
  task_file_release(&task);
  return true;
}

static void conclude(const char *path, void *context, const struct finding *finding) {
  struct plan *plan = context;
  const char *report = text_get(&finding->report);
  const char *counts = strstr(report, "counts: ");
  plan->tasks++;
  if (!finding->finished || !counts) {
    plan->offenders++;
    printf("%s\n  failed: %s\n", path, report);
    return;
  }
  char *at;
  bool expected_true = strtol(counts + strlen("counts: "), &at, 10) != 0;
  plan->edges += strtoull(at, &at, 10);
  for (size_t i = 0; i < ENDS; i++) {
    unsigned long long number = strtoull(at, &at, 10);
    plan->ends[i] += number;
    if (i == RUN_VIOLATION && !expected_true)
      plan->found += number > 0;
  }
  plan->found_possible += !expected_true;
  if (counts != report) {
    plan->offenders++;
    printf("%s\n  %.*s", path, (int)(counts - report), report);
  }
}

int main(int count, char **arguments) {
  struct plan plan = {.runs = 50, .seconds = 0.2, .seed = 1};
  struct task_set set = {0};
  unsigned jobs = 1;
  for (int option; (option = getopt(count, arguments, "j:n:t:s:")) != -1;) {
    if (option == 'j')
      jobs = (unsigned)strtoul(optarg, NULL, 10);
    else if (option == 'n')
      plan.runs = (unsigned)strtoul(optarg, NULL, 10);
    else if (option == 't')
      plan.seconds = strtod(optarg, NULL);
    else if (option == 's')
      plan.seed = strtoull(optarg, NULL, 10);
    else
      return 2;
  }
  for (int i = optind; i < count; i++)
    if (!set_read(&set, arguments[i]))
      return 2;
  if (!set.paths.count || !jobs) {
    fprintf(stderr, "usage: random_runs [-j JOBS] [-n RUNS] [-t SECONDS] [-s SEED] SET...\n");
    return 2;
  }
  double start = clock_seconds();
  task_set_run(&set, jobs, run_often, conclude, &plan);
  printf("%zu tasks, %u runs each, at most %g s a run: %llu edges in %.0f s\n", plan.tasks,
         plan.runs, plan.seconds, plan.edges, clock_seconds() - start);
  printf("runs: %llu exited, %llu ended by an assumption, %llu violated, %llu stuck, %llu stopped "
         "by a limit\n",
         plan.ends[RUN_EXITED], plan.ends[RUN_PRUNED], plan.ends[RUN_VIOLATION],
         plan.ends[RUN_STUCK], plan.ends[RUN_LIMIT]);
  printf("%zu of %zu tasks with an expected violation violated it\n", plan.found,
         plan.found_possible);
  printf("%zu offenders\n", plan.offenders);
  task_set_release(&set);
  return plan.offenders ? 1 : 0;
}
