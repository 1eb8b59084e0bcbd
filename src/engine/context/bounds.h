/* SPDX-License-Identifier: Apache-2.0 */
/* The final report of the three context-bounded engines, and their progress. */
#ifndef ENGINE_CONTEXT_BOUNDS_H
#define ENGINE_CONTEXT_BOUNDS_H

#include "engine/context/tree.h"

/* Proves, before any bound is set, that there is no violation. True: the verdict is TRUE. */
bool bounds_are_needless(const struct task *task, struct result *result);
/* Did a given bound cut something off? */
bool bounds_cut(const struct tree *tree);
/* Everything within the bounds was explored without an error. */
void bounds_say_exhausted(const struct tree *tree, struct result *result);
/* Everything below the current level was explored, or everything within the given bounds if nothing
 * waits. */
void bounds_guarantee(const struct tree *tree, struct result *result);
void bounds_say_limit(const struct tree *tree, const char *limit, struct result *result);
void bounds_add_statistics(const struct tree *tree, struct result *result);
void bounds_end_progress(const struct task *task);
/* For the portfolio: never; other engines decide sooner what these do. */
bool bounds_are_wanted(const struct traits *traits);
extern const struct decision bounds_decisions[];

#endif
