/* SPDX-License-Identifier: Apache-2.0 */
/* A cache of steps. A step depends on its thread and on the memory it accesses, so from two states
 * with the same components there (store.h) it leads to the same components. The second time, the
 * search composes the next state from component numbers and executes nothing. Models of locks are
 * many operations but few steps, so the cache makes them fast.
 *
 * Only for states of numbers. A step that got an answer to a choice, ended an execution, created a
 * thread, or read all of the state (to reuse addresses) is always executed. */
#ifndef ENGINE_EXPLICIT_STEP_CACHE_H
#define ENGINE_EXPLICIT_STEP_CACHE_H

#include "semantics/footprint.h"
#include "semantics/races.h"
#include "semantics/store.h"

/* Facts about a thread that follow from its component alone. */
struct situation {
  uint32_t component, number; /* of the thread */
  bool is_finished, is_stopped, is_waiting;
  uint64_t record, waits_for; /* address of its record; address it waits for if `is_waiting` */
  uint64_t *held;
  uint32_t held_count;
  unsigned access_count;
  struct access accesses[2]; /* its next accesses */
  bool is_odd;               /* its next accesses depend on other components */
  struct pattern *patterns;
};

/* A component of a state by its index among those of the state. */
struct component_change {
  uint32_t index, component;
};

/* A step, which a thread's situation and the components that it accesses determine. */
struct cached_step {
  const struct situation *situation;
  const struct pattern *pattern;
  uint32_t *inputs; /* components, by index of the pattern */
  enum readiness readiness;
  /* If the thread is READY or READY_SPURIOUSLY: */
  struct component_change *changes;
  struct access *accesses;
  uint32_t change_count, access_count;
  bool finishes; /* the thread finishes */
};

struct step_cache;
struct step_cache *step_cache_create(const struct store *store);
void step_cache_destroy(struct step_cache *cache);
/* Does the cache save time? */
bool step_cache_is_worthwhile(const struct step_cache *cache);

/* NULL: the component is not known. */
struct situation *step_cache_situation(const struct step_cache *cache, uint32_t component);
/* Adds the situation of a thread of the state, which was just loaded. */
struct situation *step_cache_meet(struct step_cache *cache, const struct machine *machine,
                                  const struct state *state, const struct thread *thread);

/* The step of the thread in the state with these components; NULL: not known. */
const struct cached_step *step_cache_step(struct step_cache *cache,
                                          const struct situation *situation,
                                          const uint32_t *components);
/* What a thread did in a state that was executed. */
struct observed_step {
  struct situation *situation; /* of the thread */
  enum readiness readiness;
  const struct footprint *footprint; /* of the step, or of the condition that holds it back */
  const uint32_t *before, *after;    /* components of the states; `after` is NULL if BLOCKED */
  size_t count;                      /* of either */
};
/* Adds the step. `state` is the one before it, or after it. */
void step_cache_note(struct step_cache *cache, const struct state *state,
                     const struct observed_step *observed);

/* situations.c: may two of the threads race, may no thread be able to move, may some wait for each
 * other? False is certain. */
bool situations_may_race(struct situation *const *situations, size_t count);
bool situations_may_deadlock(struct situation *const *situations, const enum readiness *readiness,
                             size_t count);
/* May an access during the step race with the next access of another thread? */
bool cached_step_may_race(const struct cached_step *step, struct situation *const *situations,
                          size_t count, size_t index);

#endif
