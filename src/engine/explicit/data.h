/* SPDX-License-Identifier: Apache-2.0 */
/* The data domain of the search: values that may be unknown or terms over symbols, and what they
 * can be. What is asked of a term is answered by the solver, under the facts of the state. */
#ifndef ENGINE_EXPLICIT_DATA_H
#define ENGINE_EXPLICIT_DATA_H

#include "base/limits.h"
#include "explore/answers.h"
#include "semantics/value_domain.h"
#include "solver/session.h"

enum unclear {
  UNCLEAR_NOTHING,
  UNCLEAR_UNKNOWN,  /* an unknown value has to be a number */
  UNCLEAR_TOO_MANY, /* a term can be too many numbers */
  UNCLEAR_SOLVER,   /* the solver gave up */
};

/* The numbers a term can be. */
struct value_set {
  struct value_list numbers;
  enum unclear unclear;
};

struct data {
  struct value_context context;
  struct session session;
  struct terms *renamed;      /* of questions */
  struct interner *questions; /* facts and a term, renamed; numbers the sets */
  VECTOR(struct value_set) sets;
  bool tries_some;      /* of too many numbers, instead of giving up at once */
  enum unclear unclear; /* why the last step could not be taken as it should */
};

void data_init(struct data *data, const char *backend, const struct limits *limits,
               struct state **state);
void data_release(struct data *data);

/* What a value, not known, is from now on. `must_know`: an unknown one may not be taken both ways.
 */
bool data_concretize(struct data *data, struct answers *answers, struct value value, unsigned width,
                     bool only_looks, bool must_know, uint64_t *bits);

/* Begins again, with more symbols kept: forgets what the last search made. */
void data_restart(struct data *data);

#endif
