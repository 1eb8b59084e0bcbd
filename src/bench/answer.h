/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the verdict from the output of a tool. */
#ifndef BENCH_ANSWER_H
#define BENCH_ANSWER_H

#include "base/text.h"
#include "bench/pool.h"
#include "bench/results.h"

#include <regex.h>

/* Extended regular expressions. What the first group of one matches is the reason. */
struct patterns {
  regex_t is_true, is_false, is_unknown;
};

/* A NULL stands for what `heddle check` prints. False: one of them is no regular expression, which
 * and why is in `problem`, and there is nothing to release. */
bool patterns_compile(struct patterns *patterns, const char *is_true, const char *is_false,
                      const char *is_unknown, struct text *problem);
void patterns_release(struct patterns *patterns);

/* All zero to begin with. */
struct answer {
  bool is_given; /* a line matched; the last one that does counts */
  enum answer_kind kind;
  struct text reason, engine;
  struct text violated;        /* FALSE: SV-COMP's name of what is violated, if heddle said it */
  struct text complaint, last; /* the first line that speaks of an error; the last line */
};

void answer_read_line(struct answer *answer, const struct patterns *patterns, const char *line);
/* The answer in view of how the process ended: one that comes too late, or from a process that
 * crashed, is none. */
void answer_conclude(struct answer *answer, const struct pool_outcome *outcome, double seconds);
/* For heddle's own answers: the exit code must fit the verdict, else something went wrong. */
void answer_check_exit_code(struct answer *answer, const struct pool_outcome *outcome);
void answer_release(struct answer *answer);

#endif
