/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: threads that meet, for example at a barrier. */
#ifndef ENGINE_GRAPH_RENDEZVOUS_H
#define ENGINE_GRAPH_RENDEZVOUS_H

#include "engine/graph/search.h"

/* The thread begins to evaluate the condition of a wait. */
void rendezvous_enter(struct graph_search *search, uint32_t slot);
/* The same: if more threads use the object than it waits for, the search restarts. */
void rendezvous_check_members(struct graph_search *search, uint32_t slot);
/* overlay.defer: a rendezvous is evaluated when all recorded actions have been executed. */
bool rendezvous_defer(struct overlay *overlay, const struct thread *thread,
                      const struct edge *wait);
/* The thread waits at a rendezvous: removes the reads of its condition, which is evaluated again
 * after others arrived. False: it does not wait at one, or all threads wait. */
bool rendezvous_suspend(struct graph_search *search, uint32_t slot);

#endif
