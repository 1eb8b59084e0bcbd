/* SPDX-License-Identifier: Apache-2.0 */
/* Data races between next steps, and what a step is about to access. */
#ifndef SEMANTICS_RACES_H
#define SEMANTICS_RACES_H

#include "semantics/step_access.h"

/* What an edge accesses when it is the thread's next step: at most two ranges (a copy reads and
 * writes). */
unsigned step_accesses(const struct machine *machine, const struct state *state,
                       const struct thread *thread, const struct edge *edge,
                       struct access accesses[2]);
/* Would this compare-exchange of the thread write? One that fails only reads. */
bool exchange_writes(const struct machine *machine, const struct state *state,
                     const struct thread *thread, const struct edge *edge);
/* Does this access race with the next step of a thread other than `thread`? Asked for accesses
 * inside an atomic section, where no state is kept in between. */
bool step_races(struct machine *machine, const struct state *state, const struct thread *thread,
                const struct edge *edge, const struct access *access);
/* Makes the addresses of the thread's next operation concrete, so that races with it can be seen
 * before it happens. */
enum outcome concretize_next_access(struct machine *machine, const struct state *state,
                                    struct thread *thread);

#endif
