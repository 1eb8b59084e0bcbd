/* SPDX-License-Identifier: Apache-2.0 */
/* Within a bound on switches, the thread that gets the last one runs alone (finals.h). */
#ifndef ENGINE_CONTEXT_LAST_SWITCH_H
#define ENGINE_CONTEXT_LAST_SWITCH_H

#include "engine/context/tree.h"

/* The thread with this index has got the last switch, at a node whose state is loaded. True: its
 * run ends without an error, and needs no nodes. False: it has to be taken step by step. */
bool last_switch_ends(struct tree *tree, uint32_t node, size_t index);

#endif
