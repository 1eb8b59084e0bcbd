/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: reads what a witness recorded. */
#ifndef REPORT_WITNESS_RECORD_H
#define REPORT_WITNESS_RECORD_H

#include "report/witness_steps.h"

/* Finds the thread that the last creation made; to be called with the last state. */
void witness_settle(struct witness *witness, const struct state *state);
/* A thread's place in the order of creation. */
uint32_t witness_thread(const struct witness *witness, uint32_t number);
const struct witness_step *witness_steps(const struct witness *witness, size_t *count);

#endif
