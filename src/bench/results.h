/* SPDX-License-Identifier: Apache-2.0 */
/* Results as a CSV file: one row per task and property. Each row is written immediately, so an
 * interrupted run loses nothing and can continue. */
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include "base/map.h"
#include "base/vector.h"
#include "input/task_file.h"

#include <stdbool.h>

enum answer_kind { ANSWER_TRUE, ANSWER_FALSE, ANSWER_UNKNOWN, ANSWER_ERROR };

struct result_row {
  const char *task, *property;
  enum expectation expected;
  const char *subproperty; /* expected to be violated; "": not said */
  enum answer_kind answer;
  const char *reason; /* FALSE: the property violated */
  const char *engine; /* that decided; "" if not known */
  double wall, cpu;   /* seconds */
  double memory;      /* MB at the peak */
  const char *tool;   /* the command that answered */
};

struct results {
  struct arena *arena;
  VECTOR(struct result_row) rows;
};

const char *answer_kind_name(enum answer_kind kind);

/* Reads a file written here, or by other means: the columns are found by their names, and `task`,
 * `verdict` and `wall_s` must be there. An unfinished last line is left out. False: not such a
 * file, or unreadable; the message is in `problem`. To be released in either case. */
bool results_read(struct results *results, const char *path, struct text *problem);
void results_add(struct results *results, const struct result_row *row); /* copies the texts */
const struct result_row *results_find(const struct results *results, const char *task,
                                      const char *property);
void results_release(struct results *results);

/* A file that grows. */
struct results_file;
/* Keeps the rows that are there unless `fresh`, without an unfinished last line. NULL: it cannot be
 * written, or another run writes it; the message is in `problem`. */
struct results_file *results_open(const char *path, bool fresh, struct text *problem);
/* False: the row could not be written, as errno says. */
bool results_append(struct results_file *file, const struct result_row *row);
void results_close(struct results_file *file);

#endif
