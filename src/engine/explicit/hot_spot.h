/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the place in the program that multiplies the states of a search: what the user could make
 * smaller. */
#ifndef ENGINE_EXPLICIT_HOT_SPOT_H
#define ENGINE_EXPLICIT_HOT_SPOT_H

#include "engine/partial_result.h"

struct explorer;

/* Looks at some of the first `count` states that the explorer keeps, for a moment. */
struct hot_spot hot_spot_find(struct explorer *explorer, size_t count);

#endif
