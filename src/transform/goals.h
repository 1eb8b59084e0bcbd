/* SPDX-License-Identifier: Apache-2.0 */
/* Builds a program in which reaching certain locations violates reach, so that any engine, or a
 * single execution, can tell whether they are reachable. Used for programs without any other known
 * violation of reach. */
#ifndef TRANSFORM_GOALS_H
#define TRANSFORM_GOALS_H

#include "base/map.h"
#include "program/program.h"

enum goal {
  GOAL_THREAD,    /* a second thread is created */
  GOAL_ASSERTION, /* the condition of a check of the user's is evaluated: of an assertion, of what
                   * may end in abort or in a function that was named as an error */
  GOAL_SUCCESS,   /* the program ends with status 0 */
};

/* NULL: nothing in the program could reach it. The caller destroys it before the original, of which
 * it uses everything but the functions. */
struct program *goals_ask(const struct program *program, enum goal goal);
void goals_destroy(struct program *asked);

/* Adds the edges whose execution reaches it, as keys. */
void goals_find_edges(const struct program *program, enum goal goal, struct map *edges);

#endif
