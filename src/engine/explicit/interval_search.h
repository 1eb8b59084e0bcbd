/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/explicit: the states of the search with intervals (interval.h), shared by the
 * search (interval.c), relations (interval_relations.c) and the evaluation of fixed points
 * (fixed_point.c). */
#ifndef ENGINE_EXPLICIT_INTERVAL_SEARCH_H
#define ENGINE_EXPLICIT_INTERVAL_SEARCH_H

#include "abstract/box.h"
#include "abstract/candidates.h"
#include "engine/explicit/location_search.h"

/* A kept state. */
struct interval_state {
  uint32_t location;
  struct box box;
  struct premises holds;       /* relations between cells */
  bool is_reached;             /* narrowing may find that it is not */
  uint32_t joins;              /* number of joins that changed the box */
  bool is_expanded;            /* the successors of its present box are computed */
  uint32_t parent;             /* state from which it was first reached; NO_STATE: the start … */
  const struct action *action; /* … and how */
};

struct interval_search {
  struct location_search common; /* first: the analysis is the search */
  struct entailment entailment;
  struct thresholds thresholds;
  struct box_transfer transfer;
  struct candidates candidates; /* for relations; empty in the first searches */
  bool has_candidates;
  bool uses_thresholds; /* widens to constants of the program first */
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

/* Lists the symbols of the location's cells, in the order of its boxes. */
void interval_list_symbols(const struct interval_search *in, uint32_t location,
                           struct symbol_list *symbols);
/* Computes the box after a possible action, as that of the state under construction. */
void interval_transfer(struct interval_search *in, const struct interval_state *from,
                       const struct action *action);
/* Lists what holds before an action: knowledge of the state (NULL: the start of the program) and
 * the conditions of the action. */
void interval_add_premises(struct interval_search *in, const struct interval_state *from,
                           const struct action *action, struct premises *premises);
bool interval_is_possible(struct interval_search *in, const struct interval_state *from,
                          const struct action *action);
/* Calls `visit` with every action and the number of its state (NO_STATE: the start of the
 * program). */
void interval_visit_actions(struct interval_search *in,
                            void (*visit)(struct interval_search *in, uint32_t from,
                                          const struct action *action, void *context),
                            void *context);

/* interval_relations.c: finds the relations that hold after an action. `known`: those of the state
 * that exists already, which can only lose some; or NULL. */
void interval_relations_find(struct interval_search *in, const struct interval_state *from,
                             const struct action *action, const struct premises *known,
                             struct premises *holds);
/* Derives candidates from all known actions; false: there are no new ones. */
bool interval_relations_gather(struct interval_search *in);

/* fixed_point.c: concludes when no state is left to expand; true: restart with more candidates or
 * other exact cells. */
bool fixed_point_decide(struct location_search *search);

#endif
