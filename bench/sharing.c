/* SPDX-License-Identifier: Apache-2.0 */
/* Puts what analysis/sharing says about every task of the sets given to the test of random runs: an
 * access of one thread to what should be private to another, or a write to what should never be
 * written, is a wrong fact. Also prints how long the analysis took and how much it finds private.
 *   sharing [-j JOBS] [-n RUNS] [-t SECONDS] [-q] SET... */
#include "analysis/sharing.h"
#include "semantics/run.h"
#include "set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct plan {
  unsigned runs;
  double seconds; /* for each run */
  bool quiet;
  size_t tasks, offenders;
  double total, slowest;
  unsigned long long shared, all; /* variables and allocations of the users' code */
};

struct witness {
  struct listener listener;
  const struct sharing *sharing;
  const struct program *program;
  FILE *report;
  unsigned contradictions;
};

static const char *contradiction(const struct witness *witness, const struct state *state,
                                 const struct event *event) {
  struct place place;
  if (!state_find_place(state, event->address, &place))
    return NULL;
  if (place.variable && !place.thread) {
    if (event->thread && !sharing_of_object(witness->sharing, place.variable))
      return "a thread accesses a variable private to main";
    if (event->kind == EVENT_WRITE && !sharing_is_written(witness->sharing, place.variable))
      return "a variable is written that should not be";
  } else if (place.dynamic && place.dynamic->allocation && place.thread->number != event->thread &&
             !sharing_of_allocation(witness->sharing, place.dynamic->allocation)) {
    return "a thread accesses what is private to another";
  }
  return NULL;
}

static void notice(struct listener *listener, const struct state *state,
                   const struct event *event) {
  struct witness *witness = (struct witness *)listener;
  if (event->kind != EVENT_READ && event->kind != EVENT_WRITE)
    return;
  const char *message = contradiction(witness, state, event);
  if (!message || witness->contradictions++)
    return;
  struct text text = {0};
  state_describe_object(&text, state, event->address);
  text_add(&text, " at ");
  program_print_position(&text, witness->program, event->at);
  fprintf(witness->report, "offence: %s: %s\n", message, text_get(&text));
  text_release(&text);
}

static void count_shared(const struct program *program, const struct sharing *sharing,
                         FILE *report) {
  unsigned shared = 0, all = 0;
  for (uint32_t i = 0; i < program->object_count; i++) {
    const struct object *object = &program->objects[i];
    if (object->function || object->is_library || object->is_constant)
      continue;
    all++;
    shared += sharing_of_object(sharing, object);
  }
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    for (uint32_t j = 0; !function->is_library && j < function->edge_count; j++) {
      if (function->edges[j].op != OPERATION_ALLOCATE)
        continue;
      all++;
      shared += sharing_of_allocation(sharing, &function->edges[j]);
    }
  }
  fprintf(report, "%u %u", shared, all);
}

static bool test_task(const char *path, void *context, FILE *report) {
  const struct plan *plan = context;
  struct task_file task;
  struct program *program;
  if (!task_load(path, &task, &program, NULL))
    return false;
  double start = clock_seconds();
  struct sharing *sharing = sharing_create(program);
  double seconds = clock_seconds() - start;
  struct witness witness = {{.event = notice}, sharing, program, report, 0};
  for (unsigned i = 0; i < plan->runs; i++) {
    struct machine machine = {
        .program = program, .domain = &domain_concrete, .listeners = &witness.listener};
    struct run_options options = {.seed = i + 1,
                                  .limits = {.seconds = plan->seconds, .start = clock_seconds()}};
    struct state *state = NULL;
    run_program(&machine, &options, &state);
    if (state)
      state_destroy(state);
  }
  fprintf(report, "counts: %.6f ", seconds);
  count_shared(program, sharing, report);
  sharing_destroy(sharing);
  program_destroy(program);
  task_file_release(&task);
  return true;
}

static void conclude(const char *path, void *context, const struct finding *finding) {
  struct plan *plan = context;
  const char *report = text_get(&finding->report);
  const char *counts = strstr(report, "counts: ");
  double seconds;
  unsigned shared, all;
  plan->tasks++;
  if (!finding->finished || !counts ||
      sscanf(counts, "counts: %lf %u %u", &seconds, &shared, &all) != 3) {
    plan->offenders++;
    printf("%s\n  failed: %s\n", path, report);
    return;
  }
  plan->total += seconds;
  plan->slowest = fmax(plan->slowest, seconds);
  plan->shared += shared;
  plan->all += all;
  if (!plan->quiet)
    printf("%7.1f ms, %3u of %3u shared  %s\n", seconds * 1e3, shared, all, path);
  if (counts != report) {
    plan->offenders++;
    printf("%s\n  %.*s", path, (int)(counts - report), report);
  }
}

int main(int count, char **arguments) {
  struct plan plan = {.runs = 20, .seconds = 0.2};
  struct task_set set = {0};
  unsigned jobs = 1;
  for (int option; (option = getopt(count, arguments, "j:n:t:q")) != -1;) {
    if (option == 'j')
      jobs = (unsigned)strtoul(optarg, NULL, 10);
    else if (option == 'n')
      plan.runs = (unsigned)strtoul(optarg, NULL, 10);
    else if (option == 't')
      plan.seconds = strtod(optarg, NULL);
    else if (option == 'q')
      plan.quiet = true;
    else
      return 2;
  }
  for (int i = optind; i < count; i++)
    if (!set_read(&set, arguments[i]))
      return 2;
  if (!set.paths.count || !jobs) {
    fprintf(stderr, "usage: sharing [-j JOBS] [-n RUNS] [-t SECONDS] [-q] SET...\n");
    return 2;
  }
  task_set_run(&set, jobs, test_task, conclude, &plan);
  printf("%zu tasks: analysis %.1f ms on average, %.1f ms at most; %llu of %llu shared\n",
         plan.tasks, plan.total / (double)(plan.tasks ? plan.tasks : 1) * 1e3, plan.slowest * 1e3,
         plan.shared, plan.all);
  printf("%zu offenders\n", plan.offenders);
  task_set_release(&set);
  return plan.offenders ? 1 : 0;
}
