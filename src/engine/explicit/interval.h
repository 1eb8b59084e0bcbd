/* SPDX-License-Identifier: Apache-2.0 */
/* The search with intervals: the reachability algorithm (reach.c) over locations and boxes. Cells
 * with few numbers hold these numbers, as in the search with values; a cell that takes more gets an
 * interval (abstract/cells.h has the precision, which only grows). States at one location are
 * merged. Intervals that keep growing are widened to the constants of the program and then beyond,
 * and narrowed at the end. Loops need no unwinding.
 *
 * An error that the intervals do not exclude is a candidate. If confirmation of its path
 * (explore/confirm.h) fails, the answer is UNKNOWN. A proof is checked before it counts: the boxes
 * include each initial state and all successors by every action, and no failing action is
 * possible. */
#ifndef ENGINE_EXPLICIT_INTERVAL_H
#define ENGINE_EXPLICIT_INTERVAL_H

#include "engine/engine.h"

/* `most_numbers`: that a cell may hold before it gets a range. Decides the properties of the task
 * that are in PROPERTIES_OF_STEPS. */
void interval_run(const struct task *task, uint32_t most_numbers, struct result *result);

#endif
