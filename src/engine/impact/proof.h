/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a finished proof independently of the search: every action preserves the invariants of
 * locations, every edge of the tree preserves the labels, covered nodes imply the labels that
 * cover them, all wanted threads were expanded, and no error is possible. */
#ifndef ENGINE_IMPACT_PROOF_H
#define ENGINE_IMPACT_PROOF_H

#include "engine/impact/art.h"
#include "engine/impact/invariants.h"

/* `tree` is NULL if the invariants alone are the proof. */
bool proof_is_right(const struct invariants *invariants, const struct art *tree);

#endif
