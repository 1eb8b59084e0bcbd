/* SPDX-License-Identifier: Apache-2.0 */
/* Records what a witness contains while an execution is replayed. */
#ifndef REPORT_WITNESS_RECORD_H
#define REPORT_WITNESS_RECORD_H

#include <stddef.h>
#include <stdint.h>

struct listener;
struct state;
struct witness_step;

struct witness;
struct witness *witness_create(void);
void witness_destroy(struct witness *witness); /* NULL is fine */
/* Give this to the machine before the execution. */
struct listener *witness_listener(struct witness *witness);

/* Finds the thread that the last creation made; to be called with the last state. */
void witness_settle(struct witness *witness, const struct state *state);
/* A thread's place in the order of creation. */
uint32_t witness_thread(const struct witness *witness, uint32_t number);
const struct witness_step *witness_steps(const struct witness *witness, size_t *count);

#endif
