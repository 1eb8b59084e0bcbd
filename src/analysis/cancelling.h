/* SPDX-License-Identifier: Apache-2.0 */
/* Locations from which a thread may still cancel another one. A wait that a cancellation request
 * would end is not a deadlock as long as some thread may make the request. Over-approximates with
 * points-to sets. */
#ifndef ANALYSIS_CANCELLING_H
#define ANALYSIS_CANCELLING_H

#include "program/program.h"

/* Fills program->cancelling, which stays NULL if the program calls no pthread_cancel. */
void cancelling_find(struct program *program);

/* May a call of pthread_cancel come, in this function or in what it calls, after a thread is at the
 * location? Not in its callers. Wherever the thread is in a function with a setjmp, it may still
 * come back to that. False if program->cancelling is NULL. */
bool cancelling_ahead(const struct program *program, const struct function *function,
                      uint32_t location);
/* May a thread go on forever from there, in this function or in what it calls, before it comes to
 * such a call that no loop repeats? The library ends by itself, unless it waits. */
bool cancelling_may_loop(const struct program *program, const struct function *function,
                         uint32_t location);
/* May it wait before it comes to such a call? */
bool cancelling_may_wait(const struct program *program, const struct function *function,
                         uint32_t location);

/* Is this pthread_cancel? */
bool cancelling_is_cancel(const struct program *program, const struct function *function);

#endif
