/* SPDX-License-Identifier: Apache-2.0 */
/* What undefined functions have to do for a violation to happen. */
#ifndef REPORT_SUPPOSED_H
#define REPORT_SUPPOSED_H

#include "base/text.h"
#include "semantics/machine.h"
#include "semantics/schedule.h"

/* Appends "the undefined function get at a.c:3 returns 5 and writes size", or nothing if the
 * violation does not depend on any. `schedule` leads to `violation` under the program, properties
 * and memory model of `original`. Takes about `seconds`; what was not tried then counts as needed.
 */
void supposed_find(struct text *out, const struct machine *original,
                   const struct schedule *schedule, const struct violation *violation,
                   double seconds);

#endif
