/* SPDX-License-Identifier: Apache-2.0 */
/* A cache of executed actions. The actions of a thread depend on the thread and on the memory that
 * it accesses. At two locations where these components (semantics/store.h) are equal, the actions
 * are equal, too, and change the same components. Only the locations to which they lead differ. */
#ifndef ABSTRACT_ACTION_CACHE_H
#define ABSTRACT_ACTION_CACHE_H

#include "abstract/actions.h"
#include "base/map.h"

/* How the actions were executed. */
enum run_kind { RUN_ALL, RUN_LOOK, RUN_ALONE };

/* A component of a state by its index among those of the state. */
struct changed_component {
  uint32_t index, component;
};

/* Where an action leads. */
struct target {
  VECTOR(struct changed_component) components;
};

/* The actions of a thread, shared by locations. */
struct known_actions {
  struct actions actions; /* `to` and move.from are those of the first location */
  VECTOR(struct target) targets;
  bool found_mover; /* RUN_LOOK: the thread is not stuck */
  bool was_noted;   /* a flag for the users of the cache */
};

struct action_cache;
struct action_cache *action_cache_create(void);
void action_cache_destroy(struct action_cache *cache);

/* A run of a thread from a state, whose actions are asked for. */
struct cached_run {
  enum run_kind kind;
  uint64_t context;           /* everything that the actions depend on besides components */
  size_t thread;              /* the index of its component */
  const uint32_t *components; /* of the state */
  size_t count;
};

/* Finds the actions of the run. NULL: they are not known. */
struct known_actions *action_cache_find(const struct action_cache *cache,
                                        const struct cached_run *run);
/* Call before actions are executed, … */
void action_cache_begin(struct action_cache *cache);
/* … and after each of them. `footprint`: its accesses. `depends_on_more`: it depends on more than
 * what it accessed. */
void action_cache_note(struct action_cache *cache, const struct state *state, uint32_t thread,
                       const struct footprint *footprint, bool depends_on_more);
/* Call after all actions of the run were executed. Moves the actions into the cache. NULL: they
 * depend on more than was noted, and are not moved. */
struct known_actions *action_cache_add(struct action_cache *cache, const struct cached_run *run,
                                       struct actions *actions, const struct store *store);

#endif
