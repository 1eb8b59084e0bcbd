/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a run: wrong verdicts first, then undecided tasks with their reasons, then the
 * figures. */
#ifndef BENCH_SUMMARY_H
#define BENCH_SUMMARY_H

#include "bench/results.h"

struct text;

/* Results with a name to show them under. */
struct series {
  const char *name;
  struct results results;
};

/* One series: a row of the table for each folder of tasks, and one for all. Several: one each. */
void summary_print(struct text *out, const struct series *series, size_t count);

#endif
