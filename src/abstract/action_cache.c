/* SPDX-License-Identifier: Apache-2.0 */
/* A thread whose own component is the same mostly accesses the same other components. The indices
 * of these components form a pattern. Actions are found by the components at the indices of a
 * pattern. */
#include "abstract/action_cache.h"

#include <assert.h>

enum { MOST_PATTERNS = 4 };

struct access_pattern {
  VECTOR(uint32_t) indices;
};

/* The patterns of a thread with a certain component, for one way to execute it. */
struct access_patterns {
  uint32_t count;
  struct access_pattern list[MOST_PATTERNS];
};

struct action_cache {
  struct interner *keys;                  /* everything that the actions depend on */
  VECTOR(struct known_actions *) known;   /* by number of the key */
  struct map patterns;                    /* struct access_patterns */
  VECTOR(struct access_patterns *) lists; /* all of them */
  VECTOR(uint32_t) indices;               /* of the actions that are executed */
  bool depends_on_more;
};

struct action_cache *action_cache_create(void) {
  struct action_cache *cache = memory_allocate_zeroed(sizeof *cache);
  cache->keys = interner_create();
  return cache;
}

static void release_known(struct known_actions *known) {
  actions_release(&known->actions);
  vector_release_members(&known->targets, components);
  memory_release(known);
}

void action_cache_destroy(struct action_cache *cache) {
  if (!cache)
    return;
  for (size_t i = 0; i < cache->known.count; i++)
    release_known(cache->known.items[i]);
  for (size_t i = 0; i < cache->lists.count; i++) {
    for (uint32_t j = 0; j < cache->lists.items[i]->count; j++)
      vector_release(&cache->lists.items[i]->list[j].indices);
    memory_release(cache->lists.items[i]);
  }
  vector_release(&cache->known);
  vector_release(&cache->lists);
  vector_release(&cache->indices);
  map_release(&cache->patterns);
  interner_destroy(cache->keys);
  memory_release(cache);
}

struct cache_key {
  uint32_t *items;
  size_t count, capacity;
};

/* The context, the thread, and the components at the indices. */
static void make_key(struct cache_key *key, const struct cached_run *run, const uint32_t *indices,
                     size_t count) {
  const uint32_t *components = run->components;
  key->count = 0;
  vector_push(key, (uint32_t)run->kind);
  vector_push(key, (uint32_t)run->context);
  vector_push(key, (uint32_t)(run->context >> 32));
  vector_push(key, components[run->thread]);
  vector_push(key, components[0]); /* the owner of the atomic section */
  for (size_t i = 0; i < count; i++) {
    vector_push(key, indices[i]);
    vector_push(key, components[indices[i]]);
  }
}

static struct access_patterns *patterns_of(const struct action_cache *cache, enum run_kind kind,
                                           uint32_t thread) {
  uint64_t found;
  bool known = map_get(&cache->patterns, (uint64_t)kind << 32 | thread, &found);
  return known ? (struct access_patterns *)(uintptr_t)found : NULL;
}

struct known_actions *action_cache_find(const struct action_cache *cache,
                                        const struct cached_run *run) {
  const struct access_patterns *patterns =
      patterns_of(cache, run->kind, run->components[run->thread]);
  struct known_actions *known = NULL;
  struct cache_key key = {0};
  for (uint32_t i = 0; patterns && i < patterns->count && !known; i++) {
    uint32_t number;
    make_key(&key, run, patterns->list[i].indices.items, patterns->list[i].indices.count);
    if (interner_find(cache->keys, key.items, key.count * sizeof *key.items, &number))
      known = cache->known.items[number];
  }
  vector_release(&key);
  return known;
}

void action_cache_begin(struct action_cache *cache) {
  cache->indices.count = 0;
  cache->depends_on_more = false;
}

/* Keeps the indices in ascending order. */
static void add_index(struct action_cache *cache, size_t index) {
  size_t at = 0;
  while (at < cache->indices.count && cache->indices.items[at] < index)
    at++;
  if (at < cache->indices.count && cache->indices.items[at] == index)
    return;
  vector_push(&cache->indices, 0);
  for (size_t i = cache->indices.count - 1; i > at; i--)
    cache->indices.items[i] = cache->indices.items[i - 1];
  cache->indices.items[at] = (uint32_t)index;
}

void action_cache_note(struct action_cache *cache, const struct state *state, uint32_t thread,
                       const struct footprint *footprint, bool depends_on_more) {
  size_t index = 0, first, end;
  while (index < state->thread_count && state->threads[index]->number != thread)
    index++;
  size_t own = store_index_of_thread(state, index);
  cache->depends_on_more |= depends_on_more || footprint->everything || footprint->asks_alone ||
                            footprint->is_undecidable;
  vector_each (touched, &footprint->list) {
    if (cache->depends_on_more ||
        !store_find_components(state, touched->address, touched->size, &first, &end)) {
      cache->depends_on_more = true;
      return;
    }
    for (; first < end; first++)
      if (first != own)
        add_index(cache, first);
  }
}

static bool has_index(const struct action_cache *cache, size_t index, size_t thread) {
  bool found = index == thread;
  for (size_t i = 0; i < cache->indices.count; i++)
    found |= cache->indices.items[i] == index;
  return found;
}

/* Lists the components that an action changed. False: it changed one without accessing it. */
static bool find_target(const struct action_cache *cache, size_t thread, const uint32_t *before,
                        const uint32_t *after, size_t count, struct target *target) {
  for (size_t i = 0; i < count; i++) {
    struct changed_component changed = {(uint32_t)i, after[i]};
    if (before[i] == after[i])
      continue;
    if (!has_index(cache, i, thread))
      return false;
    vector_push(&target->components, changed);
  }
  return true;
}

static struct access_pattern *add_pattern(struct action_cache *cache, enum run_kind kind,
                                          uint32_t thread) {
  struct access_patterns *patterns = patterns_of(cache, kind, thread);
  if (!patterns) {
    patterns = memory_allocate_zeroed(sizeof *patterns);
    vector_push(&cache->lists, patterns);
    map_set(&cache->patterns, (uint64_t)kind << 32 | thread, (uintptr_t)patterns);
  }
  for (uint32_t i = 0; i < patterns->count; i++) {
    struct access_pattern *pattern = &patterns->list[i];
    bool is_same = pattern->indices.count == cache->indices.count;
    for (size_t j = 0; is_same && j < cache->indices.count; j++)
      is_same = pattern->indices.items[j] == cache->indices.items[j];
    if (is_same)
      return pattern;
  }
  if (patterns->count == MOST_PATTERNS)
    return NULL;
  struct access_pattern *fresh = &patterns->list[patterns->count++];
  vector_append(&fresh->indices, cache->indices.items, cache->indices.count);
  return fresh;
}

struct known_actions *action_cache_add(struct action_cache *cache, const struct cached_run *run,
                                       struct actions *actions, const struct store *store) {
  const uint32_t *before = run->components;
  if (cache->depends_on_more)
    return NULL;
  struct known_actions *known = memory_allocate_zeroed(sizeof *known);
  bool is_complete = true;
  for (size_t i = 0; i < actions->count; i++) {
    size_t length = run->count;
    uint32_t to = actions->items[i].to;
    const uint32_t *after = to == NO_LOCATION ? before : store_components(store, to, &length);
    vector_push(&known->targets, (struct target){0});
    is_complete &= length == run->count && find_target(cache, run->thread, before, after, length,
                                                       &vector_last(&known->targets));
  }
  const struct access_pattern *pattern =
      is_complete ? add_pattern(cache, run->kind, before[run->thread]) : NULL;
  if (!pattern) {
    release_known(known);
    return NULL;
  }
  struct cache_key key = {0};
  make_key(&key, run, pattern->indices.items, pattern->indices.count);
  bool added;
  interner_add(cache->keys, key.items, key.count * sizeof *key.items, &added);
  assert(added);
  vector_push(&cache->known, known);
  vector_release(&key);
  known->actions = *actions;
  *actions = (struct actions){0};
  return known;
}
