/* SPDX-License-Identifier: Apache-2.0 */
/* Is something ever reached? A program is made in which reaching it violates reach, so that any
 * engine can tell, and a single execution, too. Meant for programs of which no other violation of
 * reach is known. */
#ifndef ANALYSIS_GOALS_H
#define ANALYSIS_GOALS_H

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

#endif
