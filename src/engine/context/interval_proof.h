/* SPDX-License-Identifier: Apache-2.0 */
/* A proof that abstracts from the values of shared variables: a search under full reduction that
 * knows only the intervals of these values (intervals.h). It covers all interleavings with any
 * number of switches, and most of them are equivalent, since threads cannot observe which thread
 * wrote a value. */
#ifndef ENGINE_CONTEXT_INTERVAL_PROOF_H
#define ENGINE_CONTEXT_INTERVAL_PROOF_H

#include "engine/engine.h"

/* True: there is no violation. False: not known. The statistics say what was explored. */
bool interval_proof_succeeds(const struct task *task, struct result *result);

#endif
