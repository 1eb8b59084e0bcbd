/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks to run: one item per task and property, from sets, task definitions and programs. */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "bench/task_set.h"
#include "input/task_file.h"

struct plan_item {
  const char *name;          /* of the task, in the results */
  const char *path;          /* of the task definition, or of the program */
  const char *property_file; /* NULL: what the tool checks by itself */
  const char *property;      /* the file's name without .prp, or "" */
  enum expectation expected;
  const char *subproperty;  /* that is expected to be violated, or "" */
  const char *const *files; /* the program */
  size_t file_count;
  bool is_definition;         /* `path` is a .yml */
  enum data_model data_model; /* of a definition */
  const char *problem;        /* why it cannot be run; NULL: it can */
};

struct plan {
  struct arena *arena;
  VECTOR(struct plan_item) items;
  size_t passed_over; /* tasks that do not have the property asked for */
};

/* What the user asks to be checked. Both NULL: what each task definition expects a verdict for. */
struct plan_question {
  const char *property_file; /* this one: of a definition, the entry with the same file name */
  const char *property_list; /* these: no verdict is expected */
};

/* A task that cannot be read becomes an item with a problem. A task that occurs twice is run once.
 */
void plan_make(struct plan *plan, const struct task_set *set, const struct plan_question *question);
void plan_release(struct plan *plan);

#endif
