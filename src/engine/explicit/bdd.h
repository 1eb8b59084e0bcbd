/* SPDX-License-Identifier: Apache-2.0 */
/* The search with decision diagrams: the reachability algorithm (reach.c) over locations and sets
 * of data states, breadth first. Pointers, locks, threads and the shape of the heap are part of
 * the location, and so is every cell with few numbers. A cell that takes more numbers, or a value
 * that depends on an input, moves into the diagrams (abstract/cells.h has the precision, which
 * only grows). States at one location are merged; nothing is lost, as a diagram represents the set
 * exactly.
 *
 * An error in some data state is a candidate. Its path is found backwards through the sets. If
 * confirmation (explore/confirm.h) fails, the answer is UNKNOWN. A proof is checked before it
 * counts: the sets include each initial state and all successors by every action, and no failing
 * action is possible. */
#ifndef ENGINE_EXPLICIT_BDD_H
#define ENGINE_EXPLICIT_BDD_H

#include "engine/explicit/data_sets.h"
#include "engine/explicit/location_search.h"

/* Actions of one thread from one location to another. */
struct link {
  uint32_t to, relation;
  size_t first, count; /* in bdd_location.actions */
};

/* The links and the failing actions of a location. */
struct bdd_location {
  bool is_known;
  VECTOR(struct link) links;
  VECTOR(const struct action *) actions, failing;
};

/* Data states that were added to a state at one time. */
struct data_arrival {
  uint64_t time;
  uint32_t from, link; /* NO_STATE: from the start of the program, by that link of it */
  diagram fresh;
};

struct bdd_state {
  uint32_t location;
  diagram set, waiting; /* the second are those whose successors are not yet computed */
  VECTOR(struct data_arrival) arrivals;
};

struct bdd_search {
  struct location_search common; /* first: the analysis is the search */
  struct dependence dependence;
  struct data_sets sets;
  struct bdd_location start;
  VECTOR(struct bdd_location) places; /* by location */
  VECTOR(struct bdd_state) states;
  /* The state under construction: */
  uint32_t parent, link;
  diagram set;
  bool is_void;       /* the sets are void: only looks for more cells to move into diagrams */
  uint64_t most_void; /* number of states that it visits for this purpose */
  bool has_error;
  char unclear[128]; /* why an error is not excluded, or empty */
  unsigned candidates, rechecks;
  uint64_t time;
};

/* `most_numbers`: that a cell may hold before it moves into the diagrams. Decides the properties
 * of the task that are in PROPERTIES_OF_STEPS. */
void bdd_run(const struct task *task, uint32_t most_numbers, struct result *result);

/* Adds the actions of a thread, or of the start of the program, to the location. */
void bdd_add_stand(struct bdd_search *in, struct bdd_location *place, uint32_t location,
                   const struct stand *stand);
void bdd_release_location(struct bdd_location *place);

/* Finds a path to a failing action, which is possible in some data states of a state, and confirms
 * it. True: the path is the result (bdd_trace.c). */
bool bdd_confirm(struct bdd_search *in, uint32_t state, const struct action *action);
/* Are the sets closed under every action, and does none fail? (bdd_proof.c) */
bool bdd_is_proof_right(struct bdd_search *in);

#endif
