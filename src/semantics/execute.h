/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to semantics/: the effect of one edge. */
#ifndef SEMANTICS_EXECUTE_H
#define SEMANTICS_EXECUTE_H

#include "semantics/machine.h"

/* Executes one edge of the thread's location, and moves the thread to its end. */
enum outcome execute_edge(struct machine *machine, struct state *state, struct thread *thread);

/* Operations on memory: load_store.c, blocks.c and copy.c. */
enum outcome execute_load(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge);
enum outcome execute_store(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge);
enum outcome execute_rmw(struct machine *machine, struct state *state, struct thread *thread,
                         const struct edge *edge);
enum outcome execute_cas(struct machine *machine, struct state *state, struct thread *thread,
                         const struct edge *edge);
enum outcome execute_allocate(struct machine *machine, struct state *state, struct thread *thread,
                              const struct edge *edge);
enum outcome execute_free(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge);
enum outcome execute_block_size(struct machine *machine, struct state *state, struct thread *thread,
                                const struct edge *edge);
enum outcome execute_copy(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge);
enum outcome execute_fill(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge);
enum outcome execute_print(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge);

/* call.c: moving between frames and threads. These set the thread's location themselves. */
void push_frame(struct thread *thread, const struct function *function, uint32_t call_edge);
enum outcome execute_call(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge);
enum outcome execute_return(struct machine *machine, struct state *state, struct thread *thread,
                            const struct edge *edge);
enum outcome execute_jump(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge);
enum outcome execute_spawn(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge);
enum outcome finish_thread(struct machine *machine, struct state *state, struct thread *thread);
/* Dead objects are forgotten at once where that is cheap, else when many have gathered. */
void reclaim_if_due(struct state *state, struct thread *thread, bool heap);

/* The value of a WAIT edge's condition for a thread that stands before it. OUTCOME_STEPPED unless
 * the condition itself fails. Leaves the state as it was. */
enum outcome evaluate_wait(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge, bool *holds);

#endif
