/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: turns a violation into an execution that can be replayed. */
#ifndef ENGINE_GRAPH_CONFIRMING_H
#define ENGINE_GRAPH_CONFIRMING_H

#include "engine/graph/search.h"

/* The violation that was found becomes the result if its execution can be replayed. */
void confirming_run(struct graph_search *search);
/* The same for found.violation, which the thread causes by ending the program after these numbers
 * of steps and actions of each thread. */
void confirming_run_exit(struct graph_search *search, uint32_t thread, const uint64_t *steps,
                         const uint32_t *actions);
/* Do threads wait forever in the execution that has just ended? Then that becomes the result. */
bool confirming_finds_deadlock(struct graph_search *search);

#endif
