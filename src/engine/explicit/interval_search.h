/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/explicit: the states of the search with intervals (interval.h), shared by the
 * search (interval.c), relations (interval_relations.c) and the evaluation of fixed points
 * (fixed_point.c). */
#ifndef ENGINE_EXPLICIT_INTERVAL_SEARCH_H
#define ENGINE_EXPLICIT_INTERVAL_SEARCH_H

#include "engine/box.h"
#include "engine/candidates.h"
#include "engine/explicit/location_search.h"

/* A kept state. */
struct interval_state {
  uint32_t location;
  struct box box;
  struct premises holds; /* relations between cells that hold, too */
  bool is_reached;       /* narrowing may find that it is not */
  uint32_t joins;        /* that changed the box */
  bool is_expanded;      /* its successors are those of the box as it is */
  uint32_t parent;       /* the state from which it was first reached; NO_STATE: the start … */
  const struct action *action; /* … and how */
};

struct interval_search {
  struct location_search common; /* first: the analysis is the intervals */
  struct entailment entailment;
  struct thresholds thresholds;
  struct box_transfer transfer;
  struct candidates candidates; /* for relations; none in the first searches */
  bool has_candidates;
  bool uses_thresholds; /* when it widens */
  bool has_widened;
  VECTOR(struct interval_state) states;
  struct map by_location; /* number of the first state there */
  /* The state under construction: */
  struct box box;
  struct premises holds;
  struct symbol_list symbols; /* scratch */
  uint32_t parent;
  const struct action *action;
  uint64_t refinements;
};

static inline const struct interval_state *interval_state_at(const struct interval_search *in,
                                                             uint32_t number) {
  return number == NO_STATE ? NULL : &in->states.items[number];
}

/* The symbols of a location's cells, which are those of its boxes. */
void interval_list_symbols(const struct interval_search *in, uint32_t location,
                           struct symbol_list *symbols);
/* The box behind an action that is possible becomes that under construction. */
void interval_transfer(struct interval_search *in, const struct interval_state *from,
                       const struct action *action);
/* What holds before an action: what is known of the state (NULL: the start of the program), and
 * what the action assumes. */
void interval_add_premises(struct interval_search *in, const struct interval_state *from,
                           const struct action *action, struct premises *premises);
bool interval_is_possible(struct interval_search *in, const struct interval_state *from,
                          const struct action *action);
/* Calls `visit` with every action and the number of the state it starts from (NO_STATE: the start
 * of the program). */
void interval_visit_actions(struct interval_search *in,
                            void (*visit)(struct interval_search *in, uint32_t from,
                                          const struct action *action, void *context),
                            void *context);

/* interval_relations.c: those of the candidates that hold behind an action. `known`: of the state
 * that is there already, which can only lose some; NULL: there is none. */
void interval_relations_find(struct interval_search *in, const struct interval_state *from,
                             const struct action *action, const struct premises *known,
                             struct premises *holds);
/* Makes candidates of all actions that are known; false: there are no new ones. */
bool interval_relations_gather(struct interval_search *in);

/* fixed_point.c: the verdict, once no state is left to be expanded; true: search again, with more
 * candidates or other cells told apart by their numbers. */
bool fixed_point_decide(struct location_search *search);

#endif
