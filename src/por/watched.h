/* SPDX-License-Identifier: Apache-2.0 */
/* A place that was read or written while something was found out, and the value read: the same is
 * true of another state that has the same values there. */
#ifndef POR_WATCHED_H
#define POR_WATCHED_H

#include "por/future.h"
#include "semantics/machine.h"

struct watched {
  struct exact_access access;
  uint64_t value;
  bool is_checked; /* a read, of something that was not written before */
};

/* Is the place there, with the same value if it is checked? */
bool watched_holds(struct machine *machine, const struct state *state,
                   const struct watched *watched);

#endif
