/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: recorded actions get their recorded answers. */
#ifndef ENGINE_GRAPH_RECORDED_H
#define ENGINE_GRAPH_RECORDED_H

#include "engine/graph/search.h"

/* Is the thread's next action recorded? */
static inline bool recorded_has(const struct graph_search *search, uint32_t slot) {
  const struct event_thread *self = &search->graph.threads.items[slot];
  return self->progress.executed < self->actions.count;
}
/* Executes the recorded action. NULL: it is of another kind, which is not supported. */
struct memory_action *recorded_take(struct graph_search *search, uint32_t slot,
                                    enum action_kind kind);
/* The action that the thread executed last. */
uint32_t recorded_last(const struct graph_search *search, uint32_t slot);
/* Executes the recorded read. NULL as above. */
const struct memory_action *recorded_read(struct graph_search *search, const struct thread *thread,
                                          uint32_t slot);
/* Sets the write from which the read takes its value. */
void recorded_set_source(const struct graph_search *search, const struct thread *thread,
                         struct memory_action *read, uint32_t source);
/* tso, pso: was the store buffer of the thread drained after its last store by an operation that
 * is no action? Then the caller adds a fence before the thread's next action. True only once for
 * each time. */
bool recorded_needs_fence(struct graph_search *search, const struct thread *thread, uint32_t slot);
/* A read of memory that has no value yet is not supported. */
void recorded_check_value(struct graph_search *search, const struct memory_action *read);

#endif
