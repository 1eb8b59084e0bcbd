/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the place or variable in the program that multiplies the states of a search, so that the
 * user can make the program smaller. */
#ifndef ENGINE_EXPLICIT_HOT_SPOT_H
#define ENGINE_EXPLICIT_HOT_SPOT_H

#include "engine/partial_result.h"

struct explorer;

/* Examines some of the first `count` kept states, for a short time. */
struct hot_spot hot_spot_find(struct explorer *explorer, size_t count);

#endif
