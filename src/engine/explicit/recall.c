/* A thread mostly accesses the same components from one situation, whatever it finds there: the
 * indices of these, beginning with its own, are a pattern, and steps are found by the hash of the
 * situation and the components at the pattern's indices. Forgetting something that a step depends
 * on would be unsound, so every now and then a known step is not given out, and compared when it
 * comes back. */
#include "engine/explicit/recall.h"

#include "base/hash.h"
#include "base/map.h"
#include "program/address.h"

#include <assert.h>
#include <string.h>

enum { CHECK_EVERY = 4096, JUDGED_AFTER = 1 << 15, MOST_PATTERNS = 4 };

struct pattern {
  struct pattern *next;
  uint32_t count;
  uint32_t indices[];
};

struct recall {
  struct arena *arena;
  const struct store *store;
  VECTOR(struct situation *) situations; /* by component */
  struct map steps;                      /* by hash */
  VECTOR(uint32_t) indices;              /* scratch */
  uint64_t asked, answered;
  uint32_t until_check;
};

struct recall *recall_create(const struct store *store) {
  struct recall *recall = memory_allocate_zeroed(sizeof *recall);
  recall->arena = arena_create();
  recall->store = store;
  recall->until_check = CHECK_EVERY;
  return recall;
}

void recall_destroy(struct recall *recall) {
  if (!recall)
    return;
  vector_release(&recall->situations);
  vector_release(&recall->indices);
  map_release(&recall->steps);
  arena_destroy(recall->arena);
  memory_release(recall);
}

bool recall_is_worthwhile(const struct recall *recall) {
  return recall->asked < JUDGED_AFTER || recall->answered * 2 > recall->asked;
}

struct situation *recall_situation(const struct recall *recall, uint32_t component) {
  return component < recall->situations.count ? recall->situations.items[component] : NULL;
}

static void look_ahead(const struct machine *machine, const struct state *state,
                       const struct thread *thread, struct situation *situation) {
  const struct edge *edge = thread_next_edge(thread);
  situation->access_count = edge_accesses(machine, state, thread, edge, situation->accesses);
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

struct situation *recall_meet(struct recall *recall, const struct machine *machine,
                              const struct state *state, const struct thread *thread) {
  struct situation *situation = arena_allocate(recall->arena, sizeof *situation);
  *situation = (struct situation){.component = thread->packed,
                                  .number = thread->number,
                                  .is_finished = thread->finished,
                                  .is_stopped = thread->stopped,
                                  .record = thread_record(state, thread),
                                  .held_count = (uint32_t)thread->held.count};
  assert(thread->packed != CHANGED);
  if (thread->held.count)
    situation->held = arena_copy(recall->arena, thread->held.items,
                                 thread->held.count * sizeof *thread->held.items);
  if (!thread->finished && !thread->stopped)
    look_ahead(machine, state, thread, situation);
  while (recall->situations.count <= thread->packed)
    vector_push(&recall->situations, NULL);
  return recall->situations.items[thread->packed] = situation;
}

static uint64_t hash_inputs(const struct situation *situation, const struct pattern *pattern,
                            const uint32_t *components) {
  uint64_t hash = hash_mix(situation->component);
  for (uint32_t i = 0; i < pattern->count; i++)
    hash =
        hash_combine(hash, (uint64_t)pattern->indices[i] << 32 | components[pattern->indices[i]]);
  return hash;
}

static struct past_step *find_step(const struct recall *recall, const struct situation *situation,
                                   const struct pattern *pattern, const uint32_t *components) {
  uint64_t found;
  if (!map_get(&recall->steps, hash_inputs(situation, pattern, components), &found))
    return NULL;
  struct past_step *step = (struct past_step *)(uintptr_t)found;
  if (step->situation != situation || step->pattern != pattern)
    return NULL;
  for (uint32_t i = 0; i < pattern->count; i++)
    if (step->inputs[i] != components[pattern->indices[i]])
      return NULL;
  return step;
}

const struct past_step *recall_step(struct recall *recall, const struct situation *situation,
                                    const uint32_t *components) {
  recall->asked++;
  for (const struct pattern *pattern = situation->patterns; pattern; pattern = pattern->next) {
    const struct past_step *step = find_step(recall, situation, pattern, components);
    if (!step)
      continue;
    recall->answered++;
    if (--recall->until_check)
      return step;
    recall->until_check = CHECK_EVERY;
    return NULL;
  }
  return NULL;
}

static void add_index(struct recall *recall, size_t index) {
  for (size_t i = 0; i < recall->indices.count; i++)
    if (recall->indices.items[i] == index)
      return;
  vector_push(&recall->indices, (uint32_t)index);
}

/* The components that bytes belong to, but not the thread's own; false: there is no such memory. */
static bool add_indices(struct recall *recall, const struct state *state,
                        const struct touched *touched, uint32_t own) {
  uint32_t owner;
  bool heap;
  struct place place;
  if (address_find_thread(state->program->data_model, touched->address, &owner, &heap)) {
    size_t index = 0;
    while (index < state->thread_count && state->threads[index]->number != owner)
      index++;
    if (owner != own)
      add_index(recall, store_index_of_thread(state, index));
    return index < state->thread_count;
  }
  if (!state_find_place(state, touched->address, &place))
    return false;
  size_t first = (size_t)(place.content - state->variables) + (size_t)place.offset;
  size_t end = first + (size_t)touched->size;
  for (size_t chunk = first / state->chunk_size;
       chunk < state->chunk_count && chunk * state->chunk_size < end; chunk++)
    add_index(recall, store_index_of_chunk(state, chunk));
  return true;
}

/* The pattern of the indices in recall->indices; NULL: there are too many others. */
static struct pattern *pattern_of(struct recall *recall, struct situation *situation) {
  size_t size = recall->indices.count * sizeof *recall->indices.items;
  uint32_t patterns = 0;
  for (struct pattern *pattern = situation->patterns; pattern; pattern = pattern->next, patterns++)
    if (pattern->count == recall->indices.count &&
        (!size || memcmp(pattern->indices, recall->indices.items, size) == 0))
      return pattern;
  if (patterns == MOST_PATTERNS)
    return NULL;
  struct pattern *fresh = arena_allocate(recall->arena, sizeof *fresh + size);
  fresh->next = situation->patterns;
  fresh->count = (uint32_t)recall->indices.count;
  if (size)
    memcpy(fresh->indices, recall->indices.items, size);
  return situation->patterns = fresh;
}

/* The changes of the step. False: something changed that it did not access. */
static bool add_changes(struct recall *recall, const uint32_t *before, const uint32_t *after,
                        size_t count, struct past_step *step) {
  step->changes = arena_allocate(recall->arena, count * sizeof *step->changes);
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

static void add_accesses(struct recall *recall, const struct footprint *footprint,
                         struct past_step *step) {
  step->accesses = arena_allocate(recall->arena, footprint->list.count * sizeof *step->accesses);
  for (size_t i = 0; i < footprint->list.count; i++) {
    const struct touched *touched = &footprint->list.items[i];
    struct access access = {.address = touched->address,
                            .size = touched->size,
                            .writes = touched->writes,
                            .is_atomic = true};
    step->accesses[step->access_count++] = access;
  }
}

static void check_same(const struct past_step *known, const struct past_step *again) {
  assert(known->readiness == again->readiness && known->change_count == again->change_count);
  for (uint32_t i = 0; i < known->change_count; i++)
    assert(known->changes[i].index == again->changes[i].index &&
           known->changes[i].component == again->changes[i].component);
}

void recall_note(struct recall *recall, const struct state *state, struct situation *situation,
                 enum readiness readiness, const struct footprint *footprint,
                 const uint32_t *before, const uint32_t *after, size_t count) {
  uint32_t own = situation->number;
  size_t index = 0;
  recall->indices.count = 0;
  while (state->threads[index]->number != own)
    index++;
  add_index(recall, store_index_of_thread(state, index));
  if (footprint->everything || footprint->asks_alone || footprint->is_undecidable)
    return;
  for (size_t i = 0; i < footprint->list.count; i++)
    if (!add_indices(recall, state, &footprint->list.items[i], own))
      return;
  struct past_step step = {
      .situation = situation, .readiness = readiness, .finishes = footprint->finishes};
  step.pattern = pattern_of(recall, situation);
  if (!step.pattern)
    return;
  if (after && !add_changes(recall, before, after, count, &step))
    return;
  add_accesses(recall, footprint, &step);
  const struct past_step *known = find_step(recall, situation, step.pattern, before);
  if (known) {
    check_same(known, &step);
    return;
  }
  uint32_t inputs = step.pattern->count;
  step.inputs = arena_allocate(recall->arena, inputs * sizeof *step.inputs);
  for (uint32_t i = 0; i < inputs; i++)
    step.inputs[i] = before[step.pattern->indices[i]];
  map_set(&recall->steps, hash_inputs(situation, step.pattern, before),
          (uintptr_t)arena_copy(recall->arena, &step, sizeof step));
}
