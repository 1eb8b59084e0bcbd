/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: which accesses are actions of the graph, and of which location. */
#ifndef ENGINE_GRAPH_GRAPH_LOCATIONS_H
#define ENGINE_GRAPH_GRAPH_LOCATIONS_H

#include "engine/graph/search.h"

bool graph_locations_is_record(const struct place *place);
bool graph_locations_is_constant(const struct place *place);
static inline bool graph_locations_overlap(const struct action_location *location, uint64_t address,
                                           uint64_t size) {
  return location->address < address + size && address < location->address + location->size;
}
/* May several threads access the object? analysis/ may have taken a shared object for private: then
 * the search restarts. */
bool graph_locations_is_shared(struct graph_search *search, const struct thread *thread,
                               const struct place *place);
/* Is an access of the thread an action? */
bool graph_locations_is_action(struct graph_search *search, const struct thread *thread,
                               const struct place *place, uint64_t size, bool writes);
/* The location of an access; UINT32_MAX: it overlaps another one, which is not supported. */
uint32_t graph_locations_find(struct graph_search *search, const struct place *place, unsigned size,
                              const struct edge *edge);
/* The bytes are padding, which is not part of the graph. */
void graph_locations_add_padding(struct graph_search *search, const struct thread *thread,
                                 uint64_t address, uint64_t size);
void graph_locations_release(struct graph_locations *locations);

#endif
