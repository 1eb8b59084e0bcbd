/* SPDX-License-Identifier: Apache-2.0 */
/* Starts tasks while there is room, turns their output into rows, and writes each row
 * immediately. */
#include "bench/runner.h"

#include "bench/pool.h"
#include "bench/progress.h"
#include "bench/score.h"

#include <errno.h>
#include <stdio.h>

/* A task that is running. */
struct bench_job {
  const struct plan_item *item;
  const struct patterns *patterns;
  struct answer answer;
};

struct bench_run {
  const struct runner *runner;
  struct results *results;
  struct results_file *file;
  struct pool *pool;
  struct arena *arena;
  struct progress progress;
  struct tally tally;
};

static void read_line(void *owner, const char *line) {
  struct bench_job *job = owner;
  answer_read_line(&job->answer, job->patterns, line);
}

static bool record(struct bench_run *run, const struct result_row *row) {
  results_add(run->results, row);
  tally_add(&run->tally, row);
  if (run->runner->verbose) {
    progress_clear(&run->progress);
    fprintf(stderr, "%s%s %s%s%s%s %.2f s %.0f MB %s%s%s\n",
            score_judge(row) == JUDGED_WRONG ? "WRONG " : "", row->task,
            answer_kind_name(row->answer), *row->reason ? "(" : "", row->reason,
            *row->reason ? ")" : "", row->wall, row->memory, row->engine, *row->property ? " " : "",
            row->property);
  }
  return results_append(run->file, row);
}

static struct result_row row_of(const struct bench_run *run, const struct plan_item *item) {
  return (struct result_row){
      .task = item->name,
      .property = item->property,
      .expected = item->expected,
      .subproperty = item->subproperty,
      .reason = "",
      .engine = "",
      .tool = run->runner->tool,
  };
}

static bool record_problem(struct bench_run *run, const struct plan_item *item) {
  struct result_row row = row_of(run, item);
  row.answer = ANSWER_ERROR;
  row.reason = item->problem;
  return record(run, &row);
}

static bool start_task(struct bench_run *run, const struct plan_item *item) {
  struct bench_job *job = memory_allocate_zeroed(sizeof *job);
  *job = (struct bench_job){.item = item, .patterns = &run->runner->patterns};
  struct command_line command;
  bench_command_make(&command, run->arena, &run->runner->command, item);
  bool started = pool_start(run->pool, job, command.program, command.arguments.items);
  bench_command_release(&command);
  if (!started)
    memory_release(job);
  return started;
}

static void release(struct bench_job *job) {
  answer_release(&job->answer);
  memory_release(job);
}

static bool finish_task(struct bench_run *run, struct bench_job *job,
                        const struct pool_outcome *outcome) {
  if (!run->runner->command.tool)
    answer_check_exit_code(&job->answer, outcome);
  answer_conclude(&job->answer, outcome, run->runner->command.seconds);
  struct result_row row = row_of(run, job->item);
  row.answer = job->answer.kind;
  bool names_part = row.answer == ANSWER_FALSE && *row.subproperty && job->answer.violated.length;
  row.reason = text_get(names_part ? &job->answer.violated : &job->answer.reason);
  row.engine = text_get(&job->answer.engine);
  row.wall = outcome->wall;
  row.cpu = outcome->cpu;
  row.memory = (double)outcome->memory / 1048576;
  bool fine = record(run, &row);
  release(job);
  return fine;
}

/* Ends what is still running, without a result. */
static void give_up_tasks(struct bench_run *run) {
  void *owner;
  struct pool_outcome outcome;
  pool_stop(run->pool);
  while (pool_running(run->pool))
    if (pool_wait(run->pool, 1, &owner, &outcome) == POOL_ENDED)
      release(owner);
}

static enum runner_end work(struct bench_run *run) {
  const struct plan *plan = run->runner->plan;
  size_t next = 0;
  for (;;) {
    while (next < plan->items.count && pool_has_room(run->pool)) {
      const struct plan_item *item = &plan->items.items[next++];
      if (results_find(run->results, item->name, item->property))
        continue;
      if (item->problem ? !record_problem(run, item) : !start_task(run, item))
        return RUNNER_FAILED;
    }
    if (pool_running(run->pool) == 0)
      return RUNNER_FINISHED;
    void *owner;
    struct pool_outcome outcome;
    switch (pool_wait(run->pool, 0.2, &owner, &outcome)) {
    case POOL_TICK:
      break;
    case POOL_ENDED:
      if (!finish_task(run, owner, &outcome))
        return RUNNER_FAILED;
      break;
    case POOL_INTERRUPTED:
      return RUNNER_INTERRUPTED;
    }
    if (!run->runner->quiet)
      progress_show(&run->progress, &run->tally, pool_running(run->pool));
  }
}

/* Own processes know their limits and end by themselves, with a better reason than being killed. */
static struct pool_limits limits_of(const struct command_template *command) {
  size_t memory = (size_t)command->memory << 20;
  return (struct pool_limits){
      .seconds = command->seconds,
      .patience = command->tool ? 0 : 1,
      .memory = command->tool ? memory : memory + memory / 8,
  };
}

enum runner_end runner_run(const struct runner *runner, struct results *results,
                           struct results_file *file) {
  struct bench_run run = {
      .runner = runner,
      .results = results,
      .file = file,
      .arena = arena_create(),
  };
  for (size_t i = 0; i < results->rows.count; i++)
    tally_add(&run.tally, &results->rows.items[i]);
  size_t left = 0;
  for (size_t i = 0; i < runner->plan->items.count; i++)
    left += !results_find(results, runner->plan->items.items[i].name,
                          runner->plan->items.items[i].property);
  progress_start(&run.progress, run.tally.tasks + left, run.tally.tasks);
  struct pool_limits limits = limits_of(&runner->command);
  run.pool = pool_create(runner->jobs, &limits, read_line);
  enum runner_end end = work(&run);
  int error = errno;
  progress_clear(&run.progress);
  give_up_tasks(&run);
  pool_destroy(run.pool);
  arena_destroy(run.arena);
  errno = error;
  return end;
}
