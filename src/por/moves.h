/* SPDX-License-Identifier: Apache-2.0 */
/* The moves of single threads: transitions between local states. A thread that moves forever passes
 * a cycle of this graph. So a thread that can reach no cycle cannot postpone other threads
 * forever. */
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
