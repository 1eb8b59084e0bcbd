/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a plan: every task that has no result yet, several at a time. */
#ifndef BENCH_RUNNER_H
#define BENCH_RUNNER_H

#include "bench/answer.h"
#include "bench/command.h"
#include "bench/plan.h"
#include "bench/results.h"

struct runner {
  const struct plan *plan;
  struct command_template command;
  struct patterns patterns;
  const char *tool; /* what the results say they come from */
  size_t jobs;
  bool quiet;   /* no progress */
  bool verbose; /* a line for each task */
};

enum runner_end {
  RUNNER_FINISHED,
  RUNNER_INTERRUPTED, /* by a signal: tasks that were running have no result */
  RUNNER_FAILED,      /* a result could not be written, or no process made; errno says why */
};

/* `results` holds those of earlier runs and gets the new ones, as does `file`. */
enum runner_end runner_run(const struct runner *runner, struct results *results,
                           struct results_file *file);

#endif
