/* SPDX-License-Identifier: Apache-2.0 */
/* The states that wait for their successors to be computed. Each has a priority, the smallest of
 * which is next. Among equals the last added comes first (depth first), or the first added (breadth
 * first). */
#ifndef ENGINE_EXPLICIT_WAITLIST_H
#define ENGINE_EXPLICIT_WAITLIST_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

struct waiting_level {
  VECTOR(uint32_t) states;
  size_t first; /* of those that still wait */
};

struct waitlist {
  bool breadth_first;
  VECTOR(struct waiting_level) levels; /* by priority */
  size_t lowest;                       /* no level below has a state */
  size_t count;
};

void waitlist_add(struct waitlist *list, uint32_t state, uint32_t priority);
/* Takes the next one; the list must not be empty. */
uint32_t waitlist_take(struct waitlist *list);
void waitlist_release(struct waitlist *list);

#endif
