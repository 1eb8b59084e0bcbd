/* SPDX-License-Identifier: Apache-2.0 */
/* The moves of single threads: from which local state to which one of a thread's steps went. A
 * thread that moves for ever comes round in this graph, so where no cycle can be reached nothing
 * can be postponed for ever. */
#ifndef POR_MOVES_H
#define POR_MOVES_H

#include <stdbool.h>
#include <stdint.h>

struct moves;
struct moves *moves_create(void);
void moves_destroy(struct moves *moves);
/* Local states by their thread_futures_control. Two with one number only make the answer more
 * careful. */
void moves_add(struct moves *moves, uint64_t from, uint64_t to);
/* Can a cycle be reached from the local state, by the moves so far? */
bool moves_can_go_round(struct moves *moves, uint64_t from);

#endif
