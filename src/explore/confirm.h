/* SPDX-License-Identifier: Apache-2.0 */
/* Confirmation: checks whether the program can really take a path that a search over abstract
 * states found.
 *
 * The path is executed twice. The first time, it is executed as the search took it, and the number
 * is recorded for each value that was concretized. The second time, every input is a symbol, and
 * the same threads move with the same numbers. That each value equals its number is a constraint on
 * the symbols; together the constraints form the path formula. A model of it gives inputs. The
 * program is then executed with these inputs, and only a violation of that execution counts. */
#ifndef EXPLORE_CONFIRM_H
#define EXPLORE_CONFIRM_H

#include "explore/path.h"

struct limits;

/* What the user reads if a path that looked possible does not lead to a violation. */
#define CONFIRM_FAILED "an error could not be confirmed"

enum confirm_answer {
  CONFIRM_REAL,       /* schedule and violation are filled in */
  CONFIRM_INFEASIBLE, /* no inputs lead along the path */
  CONFIRM_OPEN,       /* at its end values have to be known that the search did not know */
  CONFIRM_UNDECIDED,  /* reason tells why */
};

struct confirmation {
  const char *backend; /* of the solver */
  const struct limits *limits;
  bool asks_open; /* report CONFIRM_OPEN; else such a path is executed all the same */
  /* Out: */
  struct schedule *schedule;
  struct violation violation;
  char reason[128];
  VECTOR(const struct edge *) needed;  /* INFEASIBLE, OPEN: the origins of the values that matter */
  VECTOR(const struct edge *) sources; /* the origins of all arbitrary values */
};

/* The explorer's state is another one afterwards; its answers are as before. */
enum confirm_answer confirm_path(struct confirmation *confirmation, struct explorer *explorer,
                                 const struct path *path);
void confirmation_release(struct confirmation *confirmation);

#endif
