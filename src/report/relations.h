/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: relations between the steps of a story: values that are overwritten unseen,
 * and steps that can be folded because no other thread needs them. */
#ifndef REPORT_RELATIONS_H
#define REPORT_RELATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct state;
struct story;
struct violation;

struct relations;
/* Of a finished story; `violation` may be NULL. */
struct relations *relations_create(const struct story *story, const struct state *state,
                                   const struct violation *violation);
void relations_destroy(struct relations *relations);

/* In an execution of an axiomatic model, where a step gets its value from: another step, or what
 * was there before (RELATION_START); and which step it should have got it from if it could see
 * everything. RELATION_NONE: it reads nothing, or that is not told; it misses nothing. */
#define RELATION_NONE SIZE_MAX
#define RELATION_START (SIZE_MAX - 1)
size_t relations_source(const struct relations *relations, size_t step);
size_t relations_missed(const struct relations *relations, size_t step);

/* "overwrites the 1 that worker 2 wrote", or "". */
const char *relations_remark(const struct relations *relations, size_t step);
/* Is the story understood without it? True of the beginning and the end of threads, of accesses
 * to what only one thread uses (unless that thread is part of the violation), and of the rounds of
 * a loop between the first and the last one, except for values that other threads get. */
bool relations_is_folded(const struct relations *relations, size_t step);
/* Is it a spurious wake-up? */
bool relations_is_spurious(const struct relations *relations, size_t step);
/* How many turns of a loop, like the one before, are folded from this step on; 0: none. Each has so
 * many `steps`, perhaps of several threads. */
size_t relations_turns(const struct relations *relations, size_t step, size_t *steps);
/* How often the step happens in a row, the next ones folded; 0: once. */
size_t relations_times(const struct relations *relations, size_t step);

/* Is it folded without a remark that steps were folded? */
bool relations_is_silent(const struct relations *relations, size_t step);

#endif
