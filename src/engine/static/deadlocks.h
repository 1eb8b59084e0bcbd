/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: which waits can be part of a deadlock. */
#ifndef ENGINE_STATIC_DEADLOCKS_H
#define ENGINE_STATIC_DEADLOCKS_H

#include "engine/static/assess.h"

struct teams;

/* A thread may wait here, with this state; `condition`: the node of its function. */
void deadlocks_note_wait(struct analysis *analysis, uint32_t node, const struct edge *edge,
                         uint32_t condition, const struct static_state *state);
/* A condition to wait for reads a value. */
void deadlocks_note_word(struct analysis *analysis, uint32_t node, estimate address,
                         estimate value);
/* A thread ends, with this state. */
void deadlocks_note_end(struct analysis *analysis, const struct static_state *state);
/* Leaves the waits open that are not proven. */
void deadlocks_judge(struct analysis *analysis, struct teams *teams);

#endif
