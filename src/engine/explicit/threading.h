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

/* Which of the waiting states is expanded first; among equals, the last one or the first one
 * found. */
enum search_order {
  SEARCH_PLAIN,
  SEARCH_THREADS,  /* fewest active threads */
  SEARCH_SWITCHES, /* fewest thread switches on the way to the state */
};

struct switch_count {
  uint32_t times, last; /* number of thread switches on the way to a state, and the last thread */
};

/* Cached facts about the threads of the state being expanded, by index. The state is not loaded. */
struct lookout {
  VECTOR(struct situation *) situations;
  VECTOR(enum readiness) readiness;
  VECTOR(const struct cached_step *) steps; /* NULL: not known */
};

struct threading {
  struct cpa cpa; /* first: the analysis is the threading */
  const struct task *task;
  struct explicit_run *run; /* the owner */
  enum search_order order;
  struct explorer explorer;
  struct reach *reach;                  /* that is running */
  enum cpa_answer answer;               /* why the run of the explorer ended */
  struct data *data;                    /* NULL: every value is a number */
  bool passes_over;                     /* continues where values are unclear */
  VECTOR(struct switch_count) switches; /* by number of the state, for SEARCH_SWITCHES */
  char unknown[256];                    /* why the search cannot end with TRUE, or "" */
  struct step_cache *cache;             /* NULL: all steps are executed */
  struct lookout lookout;
  struct footprint footprint; /* of the present step, if there is a cache */
  const struct cached_step
      *cached; /* if the state under construction is `successor`: the step that led to it */
  VECTOR(uint32_t) successor; /* components */
  uint32_t arrived; /* the state after the last step, if no choice was made; else NO_STATE */
  /* The move to the error, or to unclear values, with the current answers. NO_THREAD: the state
   * itself is erroneous. */
  struct move error;
};

/* `data`: NULL for numbers only; then the search stops where a value has too many.
 * `without_claims`: reduction relies only on the actual accesses of steps. */
void threading_init(struct threading *threading, const struct task *task, struct data *data,
                    bool without_claims);
void threading_release(struct threading *threading);
/* The path to the error, or to unclear values. */
void threading_find_path(const struct threading *threading, const struct reach *reach,
                         struct path *path);

#endif
