/* SPDX-License-Identifier: Apache-2.0 */
/* Task sets, and running something on each task in a process of its own, so that a crash costs one
 * task and is seen. */
#ifndef BENCH_SET_H
#define BENCH_SET_H

#include "base/text.h"
#include "bench/task_set.h"
#include "frontend/frontend.h"
#include "input/task_file.h"

#include <stdio.h>

/* task_set_add, with its message on stderr. */
bool set_read(struct task_set *set, const char *path);

/* Reads a task definition and makes its program; messages go to stderr. */
bool task_load(const char *path, struct task_file *task, struct program **program,
               struct frontend_times *times);

/* What a child found out, at most a pipe's worth: `report` is what it wrote. */
struct finding {
  bool finished; /* false: it crashed, or `work` returned false */
  struct text report;
};

/* Runs work(path, context) for every task in `jobs` processes at a time and hands each finding over
 * in the order of the set. */
typedef bool (*task_work)(const char *path, void *context, FILE *report);
typedef void (*task_conclusion)(const char *path, void *context, const struct finding *finding);
void task_set_run(const struct task_set *set, unsigned jobs, task_work work,
                  task_conclusion conclude, void *context);

#endif
