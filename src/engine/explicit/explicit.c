/* The explicit engine, after Beyer and Friedberger, "A Light-Weight Approach for Verifying
 * Multi-Threaded Programs with CPAchecker": the reachability algorithm (reach.c) over threads composed
 * with values (threading.c). Different from the paper, threads interleave at single accesses to
 * memory, functions are not cloned, and locks are memory like any other. */
#include "engine/explicit/explicit.h"

#include "base/text.h"
#include "engine/engine.h"
#include "engine/explicit/threading.h"
#include "semantics/shorten.h"

#include <stdio.h>

struct run {
  const struct task *task;
  struct result *result;
  struct threading threading;
  struct reach reach;
  double last_progress;
};

static void show_progress(void *context) {
  struct run *run = context;
  double now = clock_seconds();
  if (now - run->last_progress < 0.2)
    return;
  run->last_progress = now;
  double seconds = now - run->task->limits.start;
  size_t states = run->reach.nodes.count;
  fprintf(stderr, "\rexplicit: %zu states, %zu waiting, %.0f states/s, %zu MB ", states,
          run->reach.waitlist.count, seconds > 0 ? (double)states / seconds : 0,
          memory_resident() / (1024 * 1024));
}

static void unknown(struct result *result, const char *reason) {
  result->verdict = VERDICT_UNKNOWN;
  snprintf(result->reason, sizeof result->reason, "%s", reason);
}

static void say_wide(const struct run *run) {
  struct text reason = {0};
  text_add(&reason, "a number with too many values to try them all");
  const struct edge *edge = run->threading.answers.wide_at;
  if (edge && edge->at.line) {
    text_add(&reason, ", at ");
    program_print_position(&reason, run->task->program, edge->at);
  }
  unknown(run->result, text_get(&reason));
  text_release(&reason);
}

static void say_limit(const struct run *run) {
  char text[128];
  snprintf(text, sizeof text, "%s, after %llu of %zu known states without a violation",
           run->reach.limit, (unsigned long long)run->reach.expanded, run->reach.nodes.count);
  unknown(run->result, text);
}

static void report_error(struct run *run) {
  struct result *result = run->result;
  result->verdict = VERDICT_FALSE;
  result->violation = run->threading.machine.violation;
  threading_build_schedule(&run->threading, &run->reach, &result->schedule);
  schedule_shorten(run->task->program, run->task->properties, &result->schedule,
                   &result->violation);
}

static void add_statistics(const struct run *run) {
  struct result *result = run->result;
  size_t states = run->reach.nodes.count;
  size_t memory = store_memory(run->threading.store);
  result_add_statistic(result, "states", (double)states);
  result_add_statistic(result, "transitions", (double)run->reach.edges);
  result_add_statistic(result, "edges executed", (double)run->threading.machine.edges_executed);
  result_add_statistic(result, "bytes of states", (double)memory);
}

static void search(struct run *run) {
  switch (reach_run(&run->reach)) {
  case REACH_EXHAUSTED:
    if (*run->threading.unknown)
      unknown(run->result, run->threading.unknown);
    else
      run->result->verdict = VERDICT_TRUE;
    break;
  case REACH_FOUND:
    report_error(run);
    break;
  case REACH_STOPPED:
    say_wide(run);
    break;
  case REACH_LIMIT:
    say_limit(run);
    break;
  }
}

static void run_task(const struct task *task, struct result *result) {
  struct run run = {.task = task, .result = result};
  threading_init(&run.threading, task);
  run.reach = (struct reach){
      .cpa = &run.threading.cpa,
      .limits = &task->limits,
      .partitioning = task->no_partitions ? PARTITION_NONE : PARTITION_LOCATIONS,
      .covers_only_equals = true,
      .waitlist.breadth_first = task->order == SEARCH_BFS || task->order == SEARCH_THREADS_BFS,
      .progress = task->progress ? show_progress : NULL,
      .progress_context = &run,
  };
  result->verdict = VERDICT_UNKNOWN;
  search(&run);
  add_statistics(&run);
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  reach_release(&run.reach);
  threading_release(&run.threading);
}

const struct engine engine_explicit = {
    .name = "explicit",
    .summary = "abstract states one by one: threads composed with values",
    .run = run_task,
};
