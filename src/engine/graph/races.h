/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: violations of new accesses. */
#ifndef ENGINE_GRAPH_RACES_H
#define ENGINE_GRAPH_RACES_H

#include "engine/graph/search.h"

/* Does the last action of its thread race with another one, or access a block whose allocation does
 * not happen before it? Then the execution ends. */
void races_check_access(struct graph_search *search, const struct thread *thread,
                        const struct place *place, uint32_t number);
/* May the thread access or free the block, as its allocation happens before? Else the execution
 * ends. */
bool races_check_birth(struct graph_search *search, const struct thread *thread,
                       const struct place *place, const struct edge *edge);

#endif
