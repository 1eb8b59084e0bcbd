/* SPDX-License-Identifier: Apache-2.0 */
/* A place that was read or written during a query, with the value read. The result of the query is
 * valid in every state with the same values. explicit/step_cache.c does the same with components of
 * states that are not loaded. */
#ifndef POR_WATCHED_H
#define POR_WATCHED_H

#include "por/future.h"
#include "semantics/machine.h"

struct watched {
  struct exact_access access;
  uint64_t value;
  bool is_checked; /* a read, of something that was not written before */
};

/* Of a place among those that the same steps watched before: what they wrote there is not checked.
 * False: they wrote a part of it, so that the rest cannot be compared. */
bool watched_follow(struct watched *watched, const struct watched *before, size_t count);
/* Is the place there, with the same value if it is checked? */
bool watched_holds(struct machine *machine, const struct state *state,
                   const struct watched *watched);

#endif
