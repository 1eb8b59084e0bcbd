/* SPDX-License-Identifier: Apache-2.0 */
/* The ignoring problem: states from which threads are left out, and after which no state is looked
 * at later. If the threads stepped instead can run in cycles (moves.h), the others could be left
 * out for ever. That is known when the search is over. */
#ifndef POR_POSTPONED_H
#define POR_POSTPONED_H

#include "por/conflicts.h"
#include "por/moves.h"
#include "por/sleep_sets.h"

struct postponed_state {
  uint32_t state, count; /* of threads stepped there */
  size_t first;          /* in postponed.controls */
};

struct postponed {
  VECTOR(struct postponed_state) list;
  VECTOR(uint64_t) controls; /* local states of the threads stepped */
  size_t next, kept;         /* while the list is looked through */
};

void postponed_release(struct postponed *postponed);
/* From this state only these threads were stepped. */
void postponed_add(struct postponed *postponed, uint32_t state, const struct conflicts *threads,
                   uint64_t stepped);
/* A state that is not expanded fully and could ignore a thread. False: there is none so far. */
bool postponed_take(struct postponed *postponed, const struct sleep_sets *sets, struct moves *moves,
                    uint32_t *state);

#endif
