/* SPDX-License-Identifier: Apache-2.0 */
/* One observed execution on the interpreter, shared by `run`, `replay` and the confirmation of
 * counterexamples. */
#ifndef CLI_EXECUTION_H
#define CLI_EXECUTION_H

#include "cli/input.h"
#include "semantics/run.h"

#include <stdio.h>

struct options;
struct story;

struct execution {
  struct machine machine;
  struct run_options run;
  struct story *story;     /* NULL: not told */
  struct witness *witness; /* NULL: none is asked for */
  struct linear *linear;   /* likewise: the execution as a program */
  struct state *state;     /* the last one */
  enum run_end end;
  struct schedule record; /* of a replay whose free choices are known, … */
  bool *free;             /* … these, by number */
};

/* Prepares a random run without output; adjust `run` and `machine` before execution_run. The story
 * keeps everything with -v, its last part without, and there is none with -q. */
void execution_init(struct execution *execution, const struct input *input,
                    const struct options *options);
/* Finds the choices on which nothing depends in a replay that leads to the violation: the story
 * does not show their values. */
void execution_find_free(struct execution *execution, const struct schedule *schedule,
                         const struct violation *violation);
void execution_run(struct execution *execution);
void execution_release(struct execution *execution);

/* The steps and, if there is one, the violation: in a line, step by step, and why. With colours and
 * as wide as the terminal if `out` is one. `is_short`: without the steps. */
void execution_tell(const struct execution *execution, const struct input *input,
                    const struct options *options, bool is_short, FILE *out);
/* Writes what --trace, --html and --witness ask for, and adds the violation to the account; false:
 * it could not be written. */
bool execution_record(const struct execution *execution, const struct input *input,
                      const struct options *options, const struct schedule *schedule);
/* Why it ended, unless it exited or violated a property. */
const char *execution_reason(const struct execution *execution);

#endif
