/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: the edges that were taken since the last stop. They tell how a register
 * got its value, also if it gets one elsewhere, too. */
#ifndef ENGINE_STATIC_WAYS_H
#define ENGINE_STATIC_WAYS_H

#include "engine/static/static_state.h"

/* The edge that gave the register its value, if every register that the edge read still holds what
 * it held then. NULL: it is not known. */
const struct edge *ways_definition(struct analysis *analysis, uint32_t number,
                                   const struct edge *const *definitions);
/* The edge is taken from where the way `before` ends: the new way. */
uint32_t ways_add(struct analysis *analysis, const struct edge *edge, uint32_t before);
/* Under a comparison that holds, or does not, of something that was loaded: an address of several
 * objects is none of those constant ones that hold something else. False: it is none at all. */
bool ways_narrow_addresses(struct analysis *analysis, struct static_state *state,
                           const struct edge *const *definitions, const struct term *comparison,
                           bool holds);

#endif
