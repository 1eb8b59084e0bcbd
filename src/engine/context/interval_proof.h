/* SPDX-License-Identifier: Apache-2.0 */
/* A proof that abstracts from the values of shared variables: a search under full reduction in
 * which only the intervals of these values are known (intervals.h). It covers all interleavings of
 * any number of switches, and most of them are alike, since nobody notices who wrote what. */
#ifndef ENGINE_CONTEXT_INTERVAL_PROOF_H
#define ENGINE_CONTEXT_INTERVAL_PROOF_H

#include "engine/engine.h"

/* True: there is no violation. False: not known. The statistics say what was explored. */
bool interval_proof_succeeds(const struct task *task, struct result *result);

#endif
