/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a counterexample easier to read: fewer context switches, fewer steps, smaller inputs. */
#ifndef SEMANTICS_SHORTEN_H
#define SEMANTICS_SHORTEN_H

#include "base/limits.h"
#include "semantics/machine.h"
#include "semantics/schedule.h"

/* `schedule` leads to `violation` under the program, properties and memory model of `original`. The
 * same kind of violation at the same place is kept. Both are replaced by what is found in `seconds`
 * of processor time and before `end` (by clock_seconds; 0: whenever). If that was enough, no
 * stretch of the schedule can be left out then. */
void shorten_schedule(const struct machine *original, double seconds, double end,
                      struct schedule *schedule, struct violation *violation);

#endif
