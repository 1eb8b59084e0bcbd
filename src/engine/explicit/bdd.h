/* SPDX-License-Identifier: Apache-2.0 */
/* The search with decision diagrams: the reachability algorithm (reach.c) over locations and sets
 * of data states, breadth first. Pointers, locks, threads and the shape of the heap are part of the
 * location, and so is every cell with few numbers. A cell that takes more numbers, or a value that
 * depends on an input, moves into the diagrams (engine/cells.h has the precision, which only
 * grows). States at one location are merged; nothing is lost, as a diagram represents the set
 * exactly.
 *
 * An error that some data state leads to is a candidate. The sets give a path to it backwards. If
 * confirmation (explore/confirm.h) fails, the answer is UNKNOWN. A proof is checked before it
 * counts: the sets include each initial state and all successors by every action, and no failing
 * action is possible. */
#ifndef ENGINE_EXPLICIT_BDD_H
#define ENGINE_EXPLICIT_BDD_H

#include "engine/explicit/data_sets.h"
#include "engine/explicit/location_search.h"

/* Actions of one thread at a location that lead to the same one. */
struct link {
  uint32_t to, relation;
  size_t first, count; /* in bdd_location.actions */
};

/* What is known of a location. */
struct bdd_location {
  bool is_known;
  VECTOR(struct link) links;
  VECTOR(const struct action *) actions, failing;
};

/* When a state got which data states. */
struct data_arrival {
  uint64_t time;
  uint32_t from, link; /* NO_STATE: from the start, by that link of it */
  diagram fresh;
};

struct bdd_state {
  uint32_t location;
  diagram set, waiting; /* of which successors are not known yet */
  VECTOR(struct data_arrival) arrivals;
};

struct bdd_search {
  struct location_search common; /* first: the analysis is the sets */
  struct dependence dependence;
  struct data_sets sets;
  struct bdd_location start;
  VECTOR(struct bdd_location) places; /* by location */
  VECTOR(struct bdd_state) states;
  /* The state under construction: */
  uint32_t parent, link;
  diagram set;
  bool is_void;       /* there is more to be put into diagrams: only looks for all of that */
  uint64_t most_void; /* how many states it looks at for that */
  bool has_error;
  char unclear[128]; /* why an error is not excluded; empty: it is */
  unsigned candidates, rechecks;
  uint64_t time;
};

/* `most_numbers`: that a cell may hold before it moves into the diagrams. Proves or refutes those
 * of the task's properties that location_search_covers() has. */
void bdd_run(const struct task *task, uint32_t most_numbers, struct result *result);

/* Adds what a thread, or the start of the program, can do. */
void bdd_add_stand(struct bdd_search *in, struct bdd_location *place, uint32_t location,
                   const struct stand *stand);
void bdd_release_location(struct bdd_location *place);

/* The path to a failing action of a state, which is possible in some of its data states; then
 * whether an execution takes it, which then is the result (bdd_trace.c). */
bool bdd_confirm(struct bdd_search *in, uint32_t state, const struct action *action);
/* Are the sets closed under every action, and does none fail? (bdd_proof.c) */
bool bdd_is_proof_right(struct bdd_search *in);

#endif
