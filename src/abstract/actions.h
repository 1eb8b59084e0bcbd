/* SPDX-License-Identifier: Apache-2.0 */
/* Actions: what threads do at locations (locations.h), and what holds before and after it. */
#ifndef ABSTRACT_ACTIONS_H
#define ABSTRACT_ACTIONS_H

#include "abstract/symbolic_step.h"

#define NO_LOCATION UINT32_MAX

/* One way to take a visible step of a thread and the local steps that follow it. */
struct action {
  struct move move; /* from the location; NO_STATE: the start of the program */
  enum outcome outcome;
  uint32_t to; /* STEPPED: the location it leads to */
  struct premises
      facts; /* conditions over the symbols before it and inputs, under which it is taken */
  struct cell_bounds own, others; /* the values of changed cells after it */
  VECTOR(uint64_t) answers;       /* to the choices of its steps */
  struct footprint footprint;     /* its accesses */
  const char *reason;             /* UNSUPPORTED, LIMIT */
  struct premises unresolved;     /* then also: terms whose numbers are needed */
  bool is_of_unknown_size;        /* UNSUPPORTED: such a term is a size */
  bool ends_early;                /* at a loop: machine.loops.ended */
  bool is_stuck;                  /* PRUNED: because of values in the footprint only */
  bool at_loop;                   /* afterwards, its thread is at the head of a loop */
};

struct actions {
  struct action *items;
  size_t count, capacity;
};

void actions_release(struct actions *actions);

/* The value of the cell after the action; NULL: unchanged. */
const struct term *action_bound(const struct action *action, uint32_t cell);
/* The formula before the action that is equivalent to `formula` after it. */
const struct term *action_said_before(const struct cells *cells, const struct action *action,
                                      const struct term *formula);
/* Does one footprint write where the other has an access? */
bool footprints_conflict(const struct footprint *a, const struct footprint *b);
/* Do two actions of different threads commute? */
bool actions_commute(const struct action *a, const struct action *b);

#endif
