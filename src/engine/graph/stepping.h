/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: executes the program along a graph and beyond. */
#ifndef ENGINE_GRAPH_STEPPING_H
#define ENGINE_GRAPH_STEPPING_H

#include "engine/graph/search.h"

/* Executes the recorded actions, then further until no thread can move. */
void stepping_execute(struct graph_search *search);

/* For confirming.c, which makes steps of its own. */

/* Starts the program, up to the first step of main. False: the execution has ended. */
bool stepping_begin(struct graph_search *search);
/* A step consists of these. `before`: how many actions the thread had executed before the step. */

/* The thread begins a step, or continues one after a spurious wake-up. */
void stepping_begin_step(struct graph_search *search, uint32_t slot, const struct thread *thread);
/* Lets the machine execute the step. False: the execution or the thread has ended. */
bool stepping_run_machine(struct graph_search *search, uint32_t slot, struct thread *thread,
                          size_t before);
/* Notes the threads and blocks that the step created. */
void stepping_end_step(struct graph_search *search, uint32_t slot, const struct thread *thread,
                       size_t before);

/* The number of steps that the thread has to make until all threads with actions exist. */
uint64_t stepping_needed_steps(const struct clocked_graph *graph, uint32_t slot);
/* Have the writes been executed that the recorded reads of the thread's next step read from?
 * `is_last`: no action is recorded after that step. */
bool stepping_can_repeat(const struct clocked_graph *graph, const struct event_thread *thread,
                         bool *is_last);
bool stepping_is_before_exit(const struct thread *thread);
/* Does the thread wait at a wait of the library? */
bool stepping_does_wait(struct graph_search *search, const struct event_thread *self,
                        struct thread *thread);

#endif
