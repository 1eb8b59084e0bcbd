/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to shortening: a search from the start of the program for an execution that violates the
 * same at lower cost. */
#ifndef SEMANTICS_SHORTEN_SEARCH_H
#define SEMANTICS_SHORTEN_SEARCH_H

#include "semantics/course.h"

/* True: the run's `done` and `cost` are those of an execution that is better than `best`,
 * whose cost is `bound`. All choices at an edge are equal: zero, or the first other one in `best`.
 * Ends when the run's work is over. */
bool shorten_search(struct course_run *run, const struct course *best,
                    const struct course_cost *bound);

#endif
