/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that may wait for other threads: some iterations return to an earlier state at the head of
 * the loop without having changed anything, so leaving them out of an execution makes no
 * difference. An engine that unwinds loops needs to consider only executions without such
 * iterations. This analysis finds the loops; the engine finds the executions. */
#ifndef ANALYSIS_WAITING_H
#define ANALYSIS_WAITING_H

#include "analysis/liveness.h"

struct waiting;
struct waiting *waiting_create(const struct program *program, const struct liveness *liveness);
void waiting_destroy(struct waiting *waiting);

/* False: every round of the loop with this head changes something, or the location heads none. */
bool waiting_at(const struct waiting *waiting, const struct function *function, uint32_t head);

#endif
