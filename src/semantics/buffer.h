/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to semantics/: the store buffers of tso and pso. Under sc they are empty. */
#ifndef SEMANTICS_BUFFER_H
#define SEMANTICS_BUFFER_H

#include "semantics/machine.h"

/* Appends a store to the buffer of its thread. The caller has checked that the address is valid. */
void buffer_add(struct state *state, struct thread *thread, const struct edge *edge,
                uint64_t address, uint32_t size, struct value value);
/* A fence: later stores do not overtake those that wait now. */
void buffer_separate(struct state *state, struct thread *thread);
/* Makes all stores of the thread visible, oldest first. */
void buffer_drain(struct machine *machine, struct state *state, struct thread *thread);
/* What the thread reads at a place: its own waiting stores over memory. */
struct value buffer_read(const struct machine *machine, const struct thread *thread,
                         const struct edge *edge, const struct place *place, unsigned size,
                         struct chooser *chooser);

#endif
