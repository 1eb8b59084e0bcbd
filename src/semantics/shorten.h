/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a counterexample easier to read: fewer threads, fewer context switches, fewer steps, fewer
 * inputs that are not zero, in this order. */
#ifndef SEMANTICS_SHORTEN_H
#define SEMANTICS_SHORTEN_H

#include "base/limits.h"
#include "semantics/machine.h"
#include "semantics/schedule.h"

/* About a second of work, as limits_spend counts it. */
#define SHORTEN_WORK_PER_SECOND 30000000ull

/* `schedule` leads to `violation` under the program, properties and memory model of `original`. The
 * same property is violated at the same place afterwards. Both are replaced by the best that is
 * found with this amount of work and before the limits are over, the same one each time for the
 * same amount. */
void shorten_schedule(const struct machine *original, unsigned long long work,
                      const struct limits *limits, struct schedule *schedule,
                      struct violation *violation);

/* Marks each choice of a shortened schedule, by its number, on whose value nothing depends: the
 * same steps lead to the same violation with other values. `free` has room for all of them. */
void shorten_find_free(const struct machine *original, unsigned long long work,
                       const struct limits *limits, const struct schedule *schedule,
                       const struct violation *violation, bool *free);

#endif
