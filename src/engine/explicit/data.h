/* SPDX-License-Identifier: Apache-2.0 */
/* The data domain of the search: values that may be unknown or terms over symbols, and the numbers
 * that they can have under the facts of the state. */
#ifndef ENGINE_EXPLICIT_DATA_H
#define ENGINE_EXPLICIT_DATA_H

#include "explore/answers.h"
#include "explore/number_finder.h"

struct data {
  struct value_context context;
  struct number_finder finder;
  enum unclear unclear; /* why the last step could not be taken exactly */
};

void data_init(struct data *data, const char *backend, const struct limits *limits,
               struct state **state);
void data_release(struct data *data);

/* Chooses a number for a value that is not known. `must_know`: an unknown condition may not be
 * taken both ways. */
bool data_concretize(struct data *data, struct answers *answers, struct value value, unsigned width,
                     bool only_looks, bool must_know, uint64_t *bits);

/* Restarts with more symbols kept; forgets the values of the last search. */
void data_restart(struct data *data);

#endif
