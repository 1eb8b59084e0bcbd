/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the searches with intervals (interval_search.h) and with decision diagrams
 * (bdd.h): the reachability algorithm (reach.c) over locations, breadth first, repeated with more
 * precision until it decides. */
#ifndef ENGINE_EXPLICIT_LOCATION_SEARCH_H
#define ENGINE_EXPLICIT_LOCATION_SEARCH_H

#include "abstract/locations.h"
#include "engine/engine.h"
#include "engine/explicit/reach.h"

struct location_search {
  struct cpa cpa; /* first: the analysis is the search */
  const struct task *task;
  struct result *result;
  struct cells cells;
  struct locations locations;
  struct reach reach;
  bool merges;        /* states at one location (merge-join) */
  uint32_t location;  /* of the state under construction */
  bool ends_at_loops; /* steps end at the heads of loops */
  bool without_claims;
  const char *limit;
  uint64_t attempts, looks;
};

/* `most_numbers`: that a cell may hold before it moves into the domain; 0: the default. */
void location_search_init(struct location_search *search, const struct cpa_ops *ops,
                          const struct task *task, uint32_t most_numbers, struct result *result);
void location_search_release(struct location_search *search);

/* For cpa.h: the location. */
uint32_t location_search_partition(struct cpa *cpa);
/* Begins an attempt with the present precision. `extends_chain` as in explorer.h. */
void location_search_begin(struct location_search *search, bool (*extends_chain)(void *owner));
/* Has a limit been reached? Looks only now and then. */
bool location_search_is_over(struct location_search *search);
/* Ends an attempt. Without a verdict, the search restarts if `is_void`, or `decide` concludes from
 * all reached states. True: begin another attempt. */
bool location_search_end(struct location_search *search, enum reach_end end, bool is_void,
                         bool (*decide)(struct location_search *search));
/* Releases the states of an attempt. */
void location_search_forget(struct location_search *search);

/* Confirms the error at the end of the path; true: it is the result. */
bool location_search_confirm(struct location_search *search, const struct path *path);
/* Concludes that no error is possible, if the check of the proof `is_right`. `means`: what proves
 * it, such as "intervals". */
void location_search_conclude(struct location_search *search, bool is_right, const char *means);

#endif
