/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: waits of the library. */
#ifndef ENGINE_GRAPH_WAITS_H
#define ENGINE_GRAPH_WAITS_H

#include "engine/graph/search.h"

/* The machine before a step. */
struct step_begin {
  const struct edge *edge;
  uint64_t steps; /* of the thread */
  size_t actions, pending;
};

/* A read begins: has the condition of the wait that is being evaluated read the address before?
 * Then `*read` is that action. A condition that holds is evaluated twice. */
bool waits_was_read(struct graph_search *search, uint32_t slot, uint64_t address, uint32_t *read);
/* The read was executed, maybe by the condition of a wait. */
void waits_note_read(struct graph_search *search, const struct memory_action *read);
/* The thread made a step: undoes it if it only read and ended at a wait. */
void waits_postpone(struct graph_search *search, uint32_t slot, const struct step_begin *begin);
/* Can the thread make a step? A postponed thread can if what it read has a new write. */
bool waits_can_move(const struct clocked_graph *graph, uint32_t slot);

#endif
