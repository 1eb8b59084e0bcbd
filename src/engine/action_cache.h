/* SPDX-License-Identifier: Apache-2.0 */
/* A cache of executed actions. The actions of a thread depend on the thread and on the memory that
 * it accesses. At two locations with the same components there (semantics/store.h), its actions are
 * the same except for their targets, in which the changed components are the same. */
#ifndef ENGINE_ACTION_CACHE_H
#define ENGINE_ACTION_CACHE_H

#include "base/map.h"
#include "engine/locations.h"

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
  bool found_mover; /* RUN_LOOK: it is not stuck */
  bool was_noted;   /* for whoever uses them */
};

struct action_cache;
struct action_cache *action_cache_create(void);
void action_cache_destroy(struct action_cache *cache);

/* What the thread whose component has this index would do in the state with these components; NULL:
 * it is not known. `context` is what else it depends on. */
struct known_actions *action_cache_find(const struct action_cache *cache, enum run_kind kind,
                                        uint64_t context, size_t thread,
                                        const uint32_t *components);
/* Before actions are executed. */
void action_cache_begin(struct action_cache *cache);
/* An action was executed; `footprint` is what it accessed. `depends_on_more`: than that. */
void action_cache_note(struct action_cache *cache, const struct state *state, uint32_t thread,
                       const struct footprint *footprint, bool depends_on_more);
/* All actions are known, from the state with the components `before` on, which are `count`. Takes
 * them over, and gives them back in this form. NULL, and takes nothing: they depend on more than
 * can be told. */
struct known_actions *action_cache_add(struct action_cache *cache, enum run_kind kind,
                                       uint64_t context, size_t thread, const uint32_t *before,
                                       size_t count, struct actions *actions,
                                       const struct store *store);

#endif
