/* SPDX-License-Identifier: Apache-2.0 */
/* Locations of abstract states. A location is a state in which the symbolic cells (engine/cells.h)
 * hold their symbols: the program locations of the threads, and every cell that holds a number. The
 * actions of a thread are the same for every node at the location. */
#ifndef ENGINE_LOCATIONS_H
#define ENGINE_LOCATIONS_H

#include "engine/engine.h"
#include "engine/symbolic_step.h"

#define NO_LOCATION UINT32_MAX

/* One way a thread can go on: a visible step and the local ones behind it. */
struct action {
  struct move move; /* from the location; NO_STATE: the start of the program */
  enum outcome outcome;
  uint32_t to;           /* STEPPED: the location it leads to */
  struct premises facts; /* it is taken only if these hold, of symbols before it and inputs */
  struct cell_bounds own, others; /* what cells hold after it; one that is missing is as before */
  VECTOR(uint64_t) answers;       /* what was chosen where it left something open */
  struct footprint footprint;     /* what it accesses */
  const char *reason;             /* UNSUPPORTED, LIMIT */
  struct premises unresolved;     /* then also: terms that it would have to know the numbers of */
  bool is_of_unknown_size;        /* UNSUPPORTED: what it would have to know is a size */
  bool ends_early;                /* at a loop: machine.ended_early */
  bool is_stuck;                  /* PRUNED: for what is in the footprint alone */
  bool at_loop;                   /* its thread stands at the head of a loop afterwards */
};

struct actions {
  struct action *items;
  size_t count, capacity;
};

void actions_release(struct actions *actions);

/* A thread at a location. Its actions are its own, or shared with other locations. */
struct stand {
  uint32_t number;
  bool is_ready;
  struct actions actions;
  struct known_actions *known; /* shared ones; NULL: none … */
  uint32_t *targets;           /* … and where each of them leads from here */
};
size_t stand_count(const struct stand *stand);
const struct action *stand_action(const struct stand *stand, size_t index);
uint32_t stand_target(const struct stand *stand, size_t index); /* NO_LOCATION: nowhere */

/* An action of the thread with this index leads from a location to another one. */
struct way_there {
  uint32_t from;
  size_t mover;
};

struct standpoint {
  bool is_known;             /* stands are */
  bool is_reduced, is_alone; /* actions of one thread stand for those of all; others are stuck */
  size_t chosen;             /* the index of that thread */
  VECTOR(uint32_t) cells;    /* the symbolic ones that it has, … */
  VECTOR(bool) has_cell;     /* … and by cell whether it has it */
  VECTOR(struct stand) stands;
  VECTOR(uint32_t) futures;      /* with joins_steps: of the threads (por.h) … */
  VECTOR(struct way_there) ways; /* … and before they are known, to be compared with them */
};

/* A step of an action that only its thread could take, because all others were stuck. */
struct exclusive_step {
  size_t action; /* index */
  uint32_t steps;
};

struct locations {
  struct symbolic_step symbolic; /* first: the owner of its explorer is also the locations */
  const struct task *task;
  struct cells *cells;
  struct domain domain;
  struct arena *texts;
  struct actions starts;
  VECTOR(struct standpoint) list; /* by number in the store */
  VECTOR(bool) changed;           /* scratch: by thread, whether the last action changed it */
  /* For errors of single threads only. Actions by which a thread stops for good and has written
   * nothing are PRUNED: executions in which it has not moved stand for those in which it did.
   * Where one thread only can move, it goes on until others can. And where a step of a thread
   * commutes with all that others may do, the others wait. */
  bool joins_steps;
  /* What is written at one of several places of an object makes all elements of it symbolic: told
   * apart by what they hold they would be too many. */
  bool spreads;
  uint64_t spread;   /* address of an object that was accessed so by the present action; 0: none */
  bool has_too_many; /* some action has too many outcomes, or a limit was reached meanwhile */
  /* Of the actions that are executed: */
  struct actions *actions; /* to be added to */
  size_t index;            /* of their thread at its location */
  /* While one thread goes on alone: what the others read to find that they cannot move, and how
   * many threads there are. */
  bool is_alone, found_mover;
  struct footprint watched;
  size_t thread_count;
  bool notes_exclusive_steps; /* while a proof is checked */
  VECTOR(struct exclusive_step) exclusive_steps;
  uint32_t from; /* the location */
  /* With joins_steps: actions that were executed before, and of the location that is looked at how
   * many threads have not ended, and whether some wait. */
  struct action_cache *cache;
  size_t active_count;
  bool has_waiting;
};

void locations_init(struct locations *locations, const struct task *task, property_set properties,
                    struct cells *cells, bool without_claims);
void locations_release(struct locations *locations);

/* The ways the program can begin. */
void locations_start(struct locations *locations);
/* With the stands known. */
const struct standpoint *locations_get(struct locations *locations, uint32_t number);
/* Does the thread that was executed last stand at the head of a loop? */
bool locations_is_at_loop(const struct locations *locations);
/* Is what the program was found to do beforehand contradicted? Then begin again without claims. */
bool locations_violate_claim(const struct locations *locations);

/* What the cell holds after the action; NULL: what it held before. */
const struct term *action_bound(const struct action *action, uint32_t cell);
/* A formula about the time after an action, said of the time before it. */
const struct term *action_said_before(const struct locations *locations,
                                      const struct action *action, const struct term *formula);
/* Are all cells that a formula is about there? Inputs never are. */
bool location_has_cells_of(const struct locations *locations, uint32_t number,
                           const struct term *formula);
/* Can two actions of different threads be exchanged? */
bool actions_commute(const struct action *a, const struct action *b);

#endif
