/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: threads that are created alike, of which only one order is explored. */
#ifndef ENGINE_GRAPH_SYMMETRY_H
#define ENGINE_GRAPH_SYMMETRY_H

#include "engine/graph/clocked_graph.h"
#include "semantics/state.h"

/* Does the program call a function that tells threads apart, such as pthread_self? */
bool symmetry_tells_threads_apart(const struct program *program);
/* The last thread created before this one, which was just created, if the two are alike; else
 * NO_TWIN. */
uint32_t symmetry_find_twin(struct clocked_graph *graph, uint32_t slot,
                            const struct thread *thread);
/* NO_TWIN: none, or symmetry is off. */
static inline uint32_t symmetry_twin_of(const struct clocked_graph *graph, uint32_t slot) {
  return graph->symmetry.is_on && slot < graph->events.threads.count
             ? graph->events.threads.items[slot].twin
             : NO_TWIN;
}
/* Has the thread done the same as its twin before its index-th action? Then `*other` is the twin's
 * action of that index, or NO_ACTION if there is none yet. */
static inline bool symmetry_is_tied(const struct clocked_graph *graph, uint32_t slot, size_t index,
                                    uint32_t *other) {
  uint32_t twin = symmetry_twin_of(graph, slot);
  *other = NO_ACTION;
  if (twin == NO_TWIN || graph->threads.items[slot].tied != index)
    return false;
  const struct action_numbers *actions = &graph->threads.items[twin].actions;
  if (index < actions->count)
    *other = actions->items[index];
  return true;
}
/* False: the action and that of the twin are in the wrong order. */
bool symmetry_keeps_order(struct clocked_graph *graph, size_t number);
/* The lowest rank of the write, or of what the read reads, that keeps the order. */
size_t symmetry_least_rank(const struct clocked_graph *graph, const struct memory_action *action);
/* Checks that the execution treats threads that are alike in the same way; else symmetry is
 * refuted. The number of threads with a twin. */
uint64_t symmetry_check(struct clocked_graph *graph);

#endif
