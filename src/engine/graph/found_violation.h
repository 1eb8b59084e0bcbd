/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: notes the violation that ends an execution. */
#ifndef ENGINE_GRAPH_FOUND_VIOLATION_H
#define ENGINE_GRAPH_FOUND_VIOLATION_H

#include "engine/graph/search.h"

/* machine.violation was found: a race with the action `other`, unless that is NO_ACTION. */
void found_violation_note(struct graph_search *search, uint32_t other);
/* The thread is ending the lifetime of an object, and `access` of another thread does not happen
 * before. */
void found_violation_note_end(struct graph_search *search, uint32_t thread, uint32_t access);
/* Notes how many steps each thread has to make again: all but the one with the violation
 * (`all`), or those that have actions. */
void found_violation_note_steps(struct graph_search *search, bool all);
/* Reduces the graph to the causes of the violation. */
void found_violation_keep_causes(struct graph_search *search);
/* Reduces the graph to the first `counts` actions of each thread. */
void found_violation_keep(struct graph_search *search, const uint32_t *counts);

#endif
