/* SPDX-License-Identifier: Apache-2.0 */
/* Which locations of a function a thread can come to from others, along the edges of its automaton.
 */
#ifndef PROGRAM_PATHS_H
#define PROGRAM_PATHS_H

#include "program/program.h"

/* Can a thread go on after the edge? */
typedef bool edge_passes(const struct edge *edge, void *context);
/* Marks, per location, those that a thread can come to from the ones that are marked. `passes`:
 * along which edges; NULL: all. */
void paths_mark(const struct function *function, bool *reached, edge_passes *passes, void *context);
/* Those that are reached from one location, which is one of them; memory_release. */
bool *paths_from(const struct function *function, uint32_t from, edge_passes *passes,
                 void *context);
/* Can the edge be executed twice in one call of its function? */
bool paths_repeat(const struct function *function, const struct edge *edge);

#endif
