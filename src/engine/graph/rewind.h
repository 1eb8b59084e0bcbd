/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: continues the execution from one graph to the next. */
#ifndef ENGINE_GRAPH_REWIND_H
#define ENGINE_GRAPH_REWIND_H

#include "engine/graph/search.h"

/* Keeps the state of the thread before its next step. */
void rewind_take_image(struct graph_search *search, uint32_t slot, const struct thread *thread);
/* The thread made a step: notes whether it changed other threads, or variables. */
void rewind_notice_changes(struct graph_search *search, const struct thread *running);
/* `next` becomes the graph of the search. Threads are restored to where it agrees with what was
 * executed; search.state is NULL if the program has to be executed from the start. */
void rewind_go_to(struct graph_search *search, struct event_graph *next);
/* Forgets the state and all images: the next execution starts from the beginning. */
void rewind_forget_path(struct graph_search *search);
void rewind_release_images(struct event_thread *self);
/* Was the last image of the thread made after this many steps? */
bool rewind_has_image(const struct event_thread *self, uint64_t steps);
void rewind_restore_last(struct graph_search *search, uint32_t slot);
/* The thread does not exist any more. */
void rewind_reset_thread(struct event_thread *self);

#endif
