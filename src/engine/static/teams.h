/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: teams, classes of threads that a loop creates, one per turn. A thread of a
 * team is told apart from the others by the loop's counter when it was created: its index. All this
 * is found after the fixed point, from the program and the accesses that were noted. */
#ifndef ENGINE_STATIC_TEAMS_H
#define ENGINE_STATIC_TEAMS_H

#include "engine/static/assess.h"

struct teams;
/* After all points were visited for the assessment. */
struct teams *teams_find(struct analysis *analysis);
void teams_destroy(struct teams *teams);

/* May threads of the class run when its creator, or what that calls, is at the edge of the node?
 * Also true if that is not known. */
bool teams_may_run(struct teams *teams, uint32_t class, uint32_t node, const struct edge *edge);
/* Can the accesses, which two threads may make at the same time, be to no common byte, because each
 * is to the part of one index? */
bool teams_are_apart(struct teams *teams, const struct access_record *a,
                     const struct access_record *b);
/* Is a join, by the call in this node, the only one of a thread that certainly can be joined? */
bool teams_join_is_fine(void *teams, uint32_t node, const struct edge *call);

#endif
