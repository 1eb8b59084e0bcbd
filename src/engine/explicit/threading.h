/* SPDX-License-Identifier: Apache-2.0 */
/* The threading domain composed with a data domain. The threading part of a state has the locations
 * and call stacks (frames) of all threads, which may be created without bound; the data part has
 * the contents of registers and memory, in a value domain (semantics/domain.h). A step of the
 * machine moves both parts; partitions are made from the threading part alone. Frames belong to
 * threads, so no function is ever cloned. */
#ifndef ENGINE_EXPLICIT_THREADING_H
#define ENGINE_EXPLICIT_THREADING_H

#include "engine/engine.h"
#include "engine/explicit/data.h"
#include "engine/explicit/reach.h"
#include "engine/explicit/step_cache.h"
#include "explore/explorer.h"

/* Which of the waiting states comes first; among equals the last one found, or the first. */
enum search_order {
  SEARCH_PLAIN,
  SEARCH_THREADS,  /* fewest active threads */
  SEARCH_SWITCHES, /* fewest changes of the thread on the way to it */
};

struct switch_count {
  uint32_t times,
      last; /* how often the thread changed on the way to a state, and which came last */
};

/* What is known of the threads of the state being expanded, by their index, without loading it. */
struct lookout {
  VECTOR(struct situation *) situations;
  VECTOR(enum readiness) readiness;
  VECTOR(const struct cached_step *) steps; /* NULL: not met before */
};

struct threading {
  struct cpa cpa; /* first: the analysis is the threading */
  const struct task *task;
  struct explicit_run *run; /* that it belongs to */
  enum search_order order;
  struct explorer explorer;
  struct reach *reach;                  /* that is running */
  enum cpa_answer answer;               /* why the run of the explorer ended */
  struct data *data;                    /* NULL: every value is a number */
  bool goes_on;                         /* where values are unclear, instead of stopping there */
  VECTOR(struct switch_count) switches; /* by number of the state, if the order asks for it */
  char unknown[256];                    /* why the search cannot end with TRUE, "" if it can */
  struct step_cache *cache;             /* NULL: all steps are executed */
  struct lookout lookout;
  struct footprint footprint;       /* of the step that is executed, if there is recall */
  const struct cached_step *cached; /* the state under construction is `successor`, by this step */
  VECTOR(uint32_t) successor;       /* components */
  uint32_t arrived; /* the state that the last step led to without answers, or NO_STATE */
  /* The move to the error, or to what is unclear, with the current answers. NO_THREAD: it is in the
   * state itself. */
  struct move error;
};

/* `data`: the data domain; NULL: numbers only, and the search stops where one has too many values.
 * `without_claims`: reduction by nothing but what steps really access. */
void threading_init(struct threading *threading, const struct task *task, struct data *data,
                    bool without_claims);
void threading_release(struct threading *threading);
/* The path to the error, or to what is unclear. */
void threading_find_path(const struct threading *threading, const struct reach *reach,
                         struct path *path);

#endif
