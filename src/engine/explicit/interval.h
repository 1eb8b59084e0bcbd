/* SPDX-License-Identifier: Apache-2.0 */
/* The search with intervals: the reachability algorithm (reach.c) over locations and boxes. Cells
 * that hold few numbers are told apart by them, as in the search with values; a cell that turns out
 * to hold more gets a range (engine/cells.h has the precision, which only grows). States at one
 * location are merged, ranges that keep growing are widened to the program's constants and then
 * beyond, and narrowed in the end. Loops need no unwinding.
 *
 * What the ranges do not exclude is a candidate: its path is confirmed (explore/confirm.h), or the
 * answer is UNKNOWN. What they do exclude is asked anew, before it counts: that the boxes include
 * each start of the program, and what every action makes of them, and that no action that fails is
 * possible. */
#ifndef ENGINE_EXPLICIT_INTERVAL_H
#define ENGINE_EXPLICIT_INTERVAL_H

#include "engine/engine.h"

/* `most_numbers`: that a cell may hold before it gets a range. Proves or refutes those of the
 * task's properties that location_search_covers() has. */
void interval_run(const struct task *task, uint32_t most_numbers, struct result *result);

#endif
