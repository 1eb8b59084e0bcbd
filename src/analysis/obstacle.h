/* SPDX-License-Identifier: Apache-2.0 */
/* What stops an analysis of a program, and where: for the reason of UNKNOWN. */
#ifndef ANALYSIS_OBSTACLE_H
#define ANALYSIS_OBSTACLE_H

#include "program/program.h"

struct text;

struct obstacle {
  const char *what; /* NULL: nothing is in the way */
  const struct function *function;
  const struct edge *edge; /* of `function`; NULL: it is at no single place */
};

/* A call or a thread whose function the analysis of pointers does not bound. */
extern const char obstacle_any_function[];

/* Of several, the first one counts. */
void obstacle_note(struct obstacle *obstacle, const char *what, const struct function *function,
                   const struct edge *edge);
/* Appends it with its line: for library code, with the user's call that leads there. */
void obstacle_print(struct text *out, const struct program *program,
                    const struct obstacle *obstacle);

#endif
