/* SPDX-License-Identifier: Apache-2.0 */
/* Invariants of pairs of threads: for each pair of views that two threads can have at the same
 * time, the candidates that always hold, and optionally a box (abstract/box.h) for their symbols.
 * Computed over all reachable pairs, with everything assumed that is not refuted, until nothing
 * changes. A pair changes by a step of one of its two threads, and by a step of a third one, whose
 * views with both are pairs as well.
 *
 * Boxes are joined where threads arrive at a pair again, widened if they keep growing, and narrowed
 * at the end. Then everything is checked again: no step of one, two or three threads that the pairs
 * allow leads out of them, and none fails. */
#ifndef ENGINE_MODULAR_PAIRS_H
#define ENGINE_MODULAR_PAIRS_H

#include "engine/modular/pair_arrivals.h"

enum pairs_end pairs_run(struct pairs *pairs);
void pairs_release(struct pairs *pairs);

#endif
