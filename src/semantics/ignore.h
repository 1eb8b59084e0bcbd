/* SPDX-License-Identifier: Apache-2.0 */
/* Mostly for semantics/ itself: violations that are not reported, because they were already shown
 * or the user suppresses them. */
#ifndef SEMANTICS_IGNORE_H
#define SEMANTICS_IGNORE_H

#include "semantics/machine.h"

/* One part of a violation: a thread that stands where it happens or, if `thread` is NULL, an
 * edge. */
struct accused {
  const struct thread *thread;
  const struct edge *edge;
};

/* `address`: of the memory it concerns, or 0. */
bool is_ignored(const struct machine *machine, const struct violation_site *site,
                const struct accused *accused, size_t count, uint64_t address);

#endif
