/* SPDX-License-Identifier: Apache-2.0 */
/* Locations of abstract states. A location is a state in which each symbolic cell
 * (abstract/cells.h) holds its symbol: the program locations of the threads, and every cell that
 * holds a number. The actions of a thread are the same for all abstract states at the location. */
#ifndef ABSTRACT_LOCATIONS_H
#define ABSTRACT_LOCATIONS_H

#include "abstract/actions.h"

/* A thread at a location. Its actions are its own, or shared with other locations. */
struct stand {
  uint32_t number;
  bool is_ready;
  struct actions actions;
  struct known_actions *known; /* shared actions; NULL: none … */
  uint32_t *targets;           /* … and the location to which each of them leads */
};
size_t stand_count(const struct stand *stand);
const struct action *stand_action(const struct stand *stand, size_t index);
uint32_t stand_target(const struct stand *stand, size_t index); /* NO_LOCATION: none */

/* An action of the thread with the index `mover` leads here from a location. */
struct way_there {
  uint32_t from;
  size_t mover;
};

struct standpoint {
  bool is_known;             /* the stands are computed */
  bool is_reduced, is_alone; /* only one thread was executed: its steps commute with the others';
                                all others are stuck */
  size_t chosen;             /* index of that thread */
  VECTOR(uint32_t) cells;    /* symbolic ones that are alive here, … */
  VECTOR(bool) has_cell;     /* … and by cell whether it is */
  VECTOR(struct stand) stands;
  VECTOR(uint32_t) futures; /* with joins_steps: future accesses of the threads (por.h) … */
  VECTOR(struct way_there)
  ways; /* … and steps whose futures must be compared with them once they are known */
};

/* A step inside an action that was joined to it because all other threads were stuck. */
struct exclusive_step {
  size_t action; /* index */
  uint32_t steps;
};

struct locations {
  struct symbolic_step symbolic; /* first: the owner of the explorer is the locations */
  struct cells *cells;
  struct domain domain;
  struct arena *texts;
  struct actions starts;
  VECTOR(struct standpoint) list; /* by number in the store */
  VECTOR(bool) changed;           /* scratch: by thread, whether the last action changed it */
  /* For errors of single threads only. Actions after which a thread has stopped without having
   * written are PRUNED: executions in which it has not moved represent them. A thread that alone
   * can move does so until others can. If a step of a thread commutes with all that others may do,
   * the others wait. */
  bool joins_steps;
  /* A write to one of several elements of an object makes all elements symbolic: there would be
   * too many combinations of numbers. */
  bool spreads;
  uint64_t spread;   /* address of the object in which the present action accesses one of several
                        elements; 0: none */
  bool has_too_many; /* a thread has too many actions, or a limit was reached */
  /* During the execution of actions: */
  struct actions *actions; /* receives them */
  size_t index;            /* of the thread at its location */
  /* While one thread moves alone: the accesses that show that the others are stuck, and the number
   * of threads. */
  bool is_alone, found_mover;
  struct footprint watched;
  size_t thread_count;
  bool notes_exclusive_steps; /* while a proof is checked */
  VECTOR(struct exclusive_step) exclusive_steps;
  uint32_t from; /* location at which the thread moves alone */
  /* With joins_steps: known actions, and at the present location the number of threads that have
   * not ended and whether some wait. */
  struct action_cache *cache;
  size_t active_count;
  bool has_waiting;
};

void locations_init(struct locations *locations, const struct question *question,
                    struct cells *cells, enum por_level por, bool without_claims);
void locations_release(struct locations *locations);

/* Computes the initial actions of the program. */
void locations_start(struct locations *locations);
/* The location with its stands computed. */
const struct standpoint *locations_get(struct locations *locations, uint32_t number);
/* Is the thread that moved last at the head of a loop? */
bool locations_is_at_loop(const struct locations *locations);
/* Did an access violate a claim of static analysis? Then restart without claims. */
bool locations_violate_claim(const struct locations *locations);

/* Are all cells of the formula alive at the location? Inputs never are. */
bool location_has_cells_of(const struct locations *locations, uint32_t number,
                           const struct term *formula);

#endif
