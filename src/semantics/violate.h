/* SPDX-License-Identifier: Apache-2.0 */
/* Mostly for semantics/: how a step ends with an error or for another reason. */
#ifndef SEMANTICS_VIOLATE_H
#define SEMANTICS_VIOLATE_H

#include "semantics/ignore.h"

/* Reports a violation if the property is asked for and the violation is not known already;
 * otherwise the outcome `unchecked`. */
enum outcome violate(struct machine *machine, struct thread *thread, const struct edge *edge,
                     enum property property, const char *message, uint64_t address,
                     enum outcome unchecked);
/* Reports a race of two accesses with these places in the user's program. False: it is known
 * already, or suppressed. */
bool violate_race(struct machine *machine, const struct violation *race,
                  const struct accused accused[2], const struct edge *const user_edges[2]);
/* The place in the user's program that led to an edge of the library. */
const struct edge *user_edge(const struct thread *thread, const struct edge *edge);
/* Ends the step with a reason: "what at file:line". */
enum outcome stopped(struct machine *machine, const struct edge *edge, const char *what,
                     enum outcome outcome);
enum outcome not_supported(struct machine *machine, const struct edge *edge, const char *what);

#endif
