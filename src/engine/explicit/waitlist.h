/* SPDX-License-Identifier: Apache-2.0 */
/* The states whose successors are still to be computed. States with the smallest priority come
 * first; among these, the last one added (depth first) or the first one added (breadth first). */
#ifndef ENGINE_EXPLICIT_WAITLIST_H
#define ENGINE_EXPLICIT_WAITLIST_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

struct waiting_level {
  VECTOR(uint32_t) states;
  size_t first; /* index of the first state that still waits */
};

struct waitlist {
  bool breadth_first;
  VECTOR(struct waiting_level) levels; /* by priority */
  size_t lowest;                       /* no level below it has a state */
  size_t count;
};

void waitlist_add(struct waitlist *list, uint32_t state, uint32_t priority);
/* Removes and returns the next one; the list must not be empty. */
uint32_t waitlist_take(struct waitlist *list);
void waitlist_release(struct waitlist *list);

#endif
