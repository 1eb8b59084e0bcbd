/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of a function: reverse postorder, loop heads, and the loops that contain a location. An
 * engine that unwinds loops visits the locations in an order in which everything inside a loop
 * comes before what follows it.
 *
 * An edge from a loop to a location from which the function cannot return, such as a failing
 * assertion, does not leave the loop, unless the loop has no other exit. */
#ifndef ANALYSIS_LOOPS_H
#define ANALYSIS_LOOPS_H

#include "program/program.h"

struct arena;

enum { DEEPEST_LOOP = 12 };

struct location_loops {
  uint32_t order;               /* in reverse postorder */
  uint32_t depth;               /* how many loops it is in */
  uint32_t heads[DEEPEST_LOOP]; /* their heads, outermost first; a head is in its own loop */
  bool can_leave[DEEPEST_LOOP]; /* each of them, without passing its head again */
  bool can_return;              /* from its function */
  bool has_way_on;              /* of a head: its loop can be left to a place that can return */
};

struct loops {
  const struct function *function;
  struct location_loops *locations;
  bool too_deep; /* nested deeper than DEEPEST_LOOP: not to be used */
};

struct loops *loops_create(struct arena *arena, const struct function *function);
bool loops_contain(const struct loops *loops, uint32_t head, uint32_t location);
/* Does the edge, from inside the loop, leave it, or go on to where it can be left in this round? */
bool loops_may_leave(const struct loops *loops, const struct edge *edge, uint32_t head);
/* Does the edge go from inside the loop back to its head? */
bool loops_is_back_edge(const struct loops *loops, const struct edge *edge);

#endif
