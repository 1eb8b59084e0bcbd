/* SPDX-License-Identifier: Apache-2.0 */
/* Where the threads of an execution stand. */
#ifndef REPORT_STANDING_H
#define REPORT_STANDING_H

#include "semantics/state.h"

struct blocks;

/* A line for each thread, for the first ones if there are many: "  worker 1 at pool.c:44 (in work):
 * waits for lock, held by main". `blocks` may be NULL. */
void standing_print(struct text *out, const struct state *state, const struct blocks *blocks);

#endif
