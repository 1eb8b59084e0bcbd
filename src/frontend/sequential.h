/* SPDX-License-Identifier: Apache-2.0 */
/* What a sequential program that heddle wrote (sequentialize/) says to heddle: its data model, and
 * which calls only come to a bound. */
#ifndef FRONTEND_SEQUENTIAL_H
#define FRONTEND_SEQUENTIAL_H

#include "program/program.h"

/* Functions with such a name are called where the program goes beyond a bound that it was written
 * with. The rest of the name says which. A call is no violation: it is not decided. */
#define SEQUENTIAL_BOUND "__heddle_bound_"
/* "a bound of the sequential program: raise max threads" if the name is one of those; or NULL. */
const char *sequential_bound(struct arena *arena, const char *name);

/* A line of C that only compiles under the data model. */
const char *sequential_assertion(enum data_model model);
/* Does the file have such a line? */
bool sequential_find_data_model(const char *path, enum data_model *found);

#endif
