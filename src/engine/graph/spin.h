/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: loops whose iterations have no effect. */
#ifndef ENGINE_GRAPH_SPIN_H
#define ENGINE_GRAPH_SPIN_H

#include "engine/graph/search.h"

/* These compare the state of the thread with earlier visits if it is at the head of a loop, in
 * front of a section of the library, or at a wait that may end spuriously. If iterations had no
 * effect, the thread spins. */
void spin_look_at_loop(struct graph_search *search, const struct thread *thread);
void spin_look_at_section(struct graph_search *search, const struct thread *thread);
void spin_look_at_wait(struct graph_search *search, const struct thread *thread);
/* Forgets all visits. */
void spin_forget(struct event_thread *thread);
/* No thread can move: lets a spinning thread go on if others saw effects of its iterations. False:
 * there is none. */
bool spin_wake(struct graph_search *search);
/* Do the iterations after which the thread spins change a value? */
bool spin_has_writes(const struct clocked_graph *graph, const struct event_thread *self);

#endif
