/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of a task: heddle check, or another tool. */
#ifndef BENCH_COMMAND_H
#define BENCH_COMMAND_H

#include "bench/plan.h"

struct command_template {
  const char *tool;                 /* for /bin/sh, with {file} and the like; NULL: heddle check */
  const char *const *check_options; /* passed on to heddle check */
  size_t check_option_count;
  const char *const *clang_flags;
  size_t clang_flag_count;
  enum data_model data_model; /* of programs without a task definition */
  double seconds;             /* 0: none */
  unsigned long memory;       /* MB; 0: none */
};

/* Which program to start and its arguments, ended by NULL; `program` is a path. */
struct command_line {
  const char *program;
  VECTOR(const char *) arguments;
};

/* The texts are in `arena` or where they were. */
void bench_command_make(struct command_line *command, struct arena *arena,
                        const struct command_template *from, const struct plan_item *item);
void bench_command_release(struct command_line *command);
/* What --tool may contain, one a line with its meaning, NULL-terminated pairs. */
extern const char *const command_placeholders[][2];

#endif
