/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a finished proof anew, with nothing remembered of how it was found: invariants of
 * locations are kept by every action, labels by every edge of the tree, covered nodes imply what
 * covers them, whatever was to be expanded was, and no error can happen where they hold. */
#ifndef ENGINE_IMPACT_PROOF_H
#define ENGINE_IMPACT_PROOF_H

#include "engine/impact/art.h"
#include "engine/impact/invariants.h"

/* `tree` is NULL if the invariants alone are the proof. */
bool proof_is_right(const struct invariants *invariants, const struct art *tree);

#endif
