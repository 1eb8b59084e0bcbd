/* SPDX-License-Identifier: Apache-2.0 */
/* What is kept of every state: which threads sleep, and how far the state is expanded. */
#ifndef POR_SLEEP_SETS_H
#define POR_SLEEP_SETS_H

#include "base/map.h"
#include "base/vector.h"

enum { IS_EXPANDED = 1, IS_FULL = 2 }; /* full: only sleeping threads are left out */

struct sleeping {
  uint64_t sleep, stepped; /* sets of threads */
};

struct sleep_sets {
  VECTOR(struct sleeping) states;
  VECTOR(unsigned char) marks; /* of the states */
  struct map woken;            /* states to sets of threads that were asleep before */
};

void sleep_sets_release(struct sleep_sets *sets);
/* The sleep sets of a state, which may be a new one. */
struct sleeping *sleep_sets_of(struct sleep_sets *sets, uint32_t state);
/* The state is reached again. Only threads that sleep there, too, go on sleeping. True: it has been
 * expanded, and threads that wake up must be stepped. */
bool sleep_sets_narrow(struct sleep_sets *sets, uint32_t state, uint64_t sleep);
/* The threads that woke up since the last call for this state. */
uint64_t sleep_sets_take_woken(struct sleep_sets *sets, uint32_t state);

#endif
