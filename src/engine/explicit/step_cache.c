/* SPDX-License-Identifier: Apache-2.0 */
/* From one local state, a thread mostly accesses the same components, whatever their contents. The
 * indices of these, beginning with its own, are a pattern, and steps are looked up by the hash of
 * the local state and the components at the indices of the pattern. Missing something that a step
 * depends on would be unsound, so from time to time a known step is executed anyway and compared.
 *
 * por/watched.h also caches what was read: por/next.c and context/finals.c compare values in a
 * state that is loaded anyway, possibly with symbols. This cache compares only component numbers,
 * so that a state whose steps are all known is never loaded. Loading it, as comparing values would
 * require, costs a fifth to a third more instructions in bench/spin. Both take the dependencies of
 * a step from the same record, semantics/footprint.h. */
#include "engine/explicit/step_cache.h"

#include "base/hash.h"
#include "base/map.h"

#include <assert.h>
#include <string.h>

enum { CHECK_EVERY = 4096, JUDGED_AFTER = 1 << 15, MOST_PATTERNS = 4 };

struct pattern {
  struct pattern *next;
  uint32_t count;
  uint32_t indices[];
};

struct step_cache {
  struct arena *arena;
  const struct store *store;
  VECTOR(struct situation *) situations; /* by component */
  struct map steps;                      /* by hash */
  VECTOR(uint32_t) indices;              /* scratch */
  uint64_t asked, answered;
  uint32_t until_check;
};

struct step_cache *step_cache_create(const struct store *store) {
  struct step_cache *cache = memory_allocate_zeroed(sizeof *cache);
  cache->arena = arena_create();
  cache->store = store;
  cache->until_check = CHECK_EVERY;
  return cache;
}

void step_cache_destroy(struct step_cache *cache) {
  if (!cache)
    return;
  vector_release(&cache->situations);
  vector_release(&cache->indices);
  map_release(&cache->steps);
  arena_destroy(cache->arena);
  memory_release(cache);
}

bool step_cache_is_worthwhile(const struct step_cache *cache) {
  return cache->asked < JUDGED_AFTER || cache->answered * 2 > cache->asked;
}

struct situation *step_cache_situation(const struct step_cache *cache, uint32_t component) {
  return component < cache->situations.count ? cache->situations.items[component] : NULL;
}

static void look_ahead(const struct machine *machine, const struct state *state,
                       const struct thread *thread, struct situation *situation) {
  const struct edge *edge = thread_next_edge(thread);
  situation->access_count = step_accesses(machine, state, thread, edge, situation->accesses);
  for (unsigned i = 0; i < situation->access_count; i++)
    situation->is_odd |= situation->accesses[i].is_unknown;
  if (edge->op == OPERATION_CAS && situation->access_count)
    situation->accesses[0].writes = true;
  situation->is_odd |= edge->op == OPERATION_FREE;
  situation->is_waiting = edge->op == OPERATION_WAIT;
  if (situation->is_waiting && !machine_evaluate(machine, thread, thread_top(thread),
                                                 edge->wait.object, &situation->waits_for))
    situation->is_odd = true;
}

struct situation *step_cache_meet(struct step_cache *cache, const struct machine *machine,
                                  const struct state *state, const struct thread *thread) {
  struct situation *situation = arena_allocate(cache->arena, sizeof *situation);
  *situation = (struct situation){.component = thread->packed,
                                  .number = thread->number,
                                  .is_finished = thread->finished,
                                  .is_stopped = thread->stopped,
                                  .record = thread_record(state, thread),
                                  .held_count = (uint32_t)thread->held.count};
  assert(thread->packed != CHANGED);
  if (thread->held.count)
    situation->held = arena_copy(cache->arena, thread->held.items,
                                 thread->held.count * sizeof *thread->held.items);
  if (!thread->finished && !thread->stopped)
    look_ahead(machine, state, thread, situation);
  vector_ensure(&cache->situations, thread->packed);
  return cache->situations.items[thread->packed] = situation;
}

static uint64_t hash_inputs(const struct situation *situation, const struct pattern *pattern,
                            const uint32_t *components) {
  uint64_t hash = hash_mix(situation->component);
  for (uint32_t i = 0; i < pattern->count; i++)
    hash =
        hash_combine(hash, (uint64_t)pattern->indices[i] << 32 | components[pattern->indices[i]]);
  return hash;
}

static struct cached_step *find_step(const struct step_cache *cache,
                                     const struct situation *situation,
                                     const struct pattern *pattern, const uint32_t *components) {
  uint64_t found;
  if (!map_get(&cache->steps, hash_inputs(situation, pattern, components), &found))
    return NULL;
  struct cached_step *step = (struct cached_step *)(uintptr_t)found;
  if (step->situation != situation || step->pattern != pattern)
    return NULL;
  for (uint32_t i = 0; i < pattern->count; i++)
    if (step->inputs[i] != components[pattern->indices[i]])
      return NULL;
  return step;
}

const struct cached_step *step_cache_step(struct step_cache *cache,
                                          const struct situation *situation,
                                          const uint32_t *components) {
  cache->asked++;
  for (const struct pattern *pattern = situation->patterns; pattern; pattern = pattern->next) {
    const struct cached_step *step = find_step(cache, situation, pattern, components);
    if (!step)
      continue;
    cache->answered++;
    if (--cache->until_check)
      return step;
    cache->until_check = CHECK_EVERY;
    return NULL;
  }
  return NULL;
}

static void add_index(struct step_cache *cache, size_t index) {
  for (size_t i = 0; i < cache->indices.count; i++)
    if (cache->indices.items[i] == index)
      return;
  vector_push(&cache->indices, (uint32_t)index);
}

/* The pattern with the indices in cache->indices; NULL: there are too many patterns. */
static struct pattern *pattern_of(struct step_cache *cache, struct situation *situation) {
  size_t size = cache->indices.count * sizeof *cache->indices.items;
  uint32_t patterns = 0;
  for (struct pattern *pattern = situation->patterns; pattern; pattern = pattern->next, patterns++)
    if (pattern->count == cache->indices.count &&
        (!size || memcmp(pattern->indices, cache->indices.items, size) == 0))
      return pattern;
  if (patterns == MOST_PATTERNS)
    return NULL;
  struct pattern *fresh = arena_allocate(cache->arena, sizeof *fresh + size);
  fresh->next = situation->patterns;
  fresh->count = (uint32_t)cache->indices.count;
  if (size)
    memcpy(fresh->indices, cache->indices.items, size);
  return situation->patterns = fresh;
}

/* Lists the changes of a step. False: it changed a component that it did not access. */
static bool add_changes(struct step_cache *cache, const uint32_t *before, const uint32_t *after,
                        size_t count, struct cached_step *step) {
  step->changes = arena_allocate(cache->arena, count * sizeof *step->changes);
  for (size_t i = 0; i < count; i++) {
    if (before[i] == after[i])
      continue;
    bool is_accessed = false;
    for (uint32_t j = 0; j < step->pattern->count; j++)
      is_accessed |= step->pattern->indices[j] == i;
    if (!is_accessed)
      return false;
    step->changes[step->change_count++] = (struct component_change){(uint32_t)i, after[i]};
  }
  return true;
}

static void add_accesses(struct step_cache *cache, const struct footprint *footprint,
                         struct cached_step *step) {
  step->accesses = arena_allocate(cache->arena, footprint->list.count * sizeof *step->accesses);
  vector_each (touched, &footprint->list) {
    struct access access = {.address = touched->address,
                            .size = touched->size,
                            .writes = touched->writes,
                            .is_atomic = true};
    step->accesses[step->access_count++] = access;
  }
}

static void check_same(const struct cached_step *known, const struct cached_step *again) {
  assert(known->readiness == again->readiness && known->change_count == again->change_count);
  for (uint32_t i = 0; i < known->change_count; i++)
    assert(known->changes[i].index == again->changes[i].index &&
           known->changes[i].component == again->changes[i].component);
}

void step_cache_note(struct step_cache *cache, const struct state *state,
                     const struct observed_step *observed) {
  struct situation *situation = observed->situation;
  const struct footprint *footprint = observed->footprint;
  const uint32_t *before = observed->before;
  uint32_t own = situation->number;
  size_t index = 0;
  cache->indices.count = 0;
  while (state->threads[index]->number != own)
    index++;
  add_index(cache, store_index_of_thread(state, index));
  if (footprint->everything || footprint->asks_alone || footprint->is_undecidable)
    return;
  vector_each (touched, &footprint->list) {
    size_t first, end;
    if (!store_find_components(state, touched->address, touched->size, &first, &end))
      return;
    for (; first < end; first++)
      add_index(cache, first);
  }
  struct cached_step step = {
      .situation = situation, .readiness = observed->readiness, .finishes = footprint->finishes};
  step.pattern = pattern_of(cache, situation);
  if (!step.pattern)
    return;
  if (observed->after && !add_changes(cache, before, observed->after, observed->count, &step))
    return;
  add_accesses(cache, footprint, &step);
  const struct cached_step *known = find_step(cache, situation, step.pattern, before);
  if (known) {
    check_same(known, &step);
    return;
  }
  uint32_t inputs = step.pattern->count;
  step.inputs = arena_allocate(cache->arena, inputs * sizeof *step.inputs);
  for (uint32_t i = 0; i < inputs; i++)
    step.inputs[i] = before[step.pattern->indices[i]];
  map_set(&cache->steps, hash_inputs(situation, step.pattern, before),
          (uintptr_t)arena_copy(cache->arena, &step, sizeof step));
}
