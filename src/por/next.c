/* SPDX-License-Identifier: Apache-2.0 */
/* Each thread component has an entry with what the thread alone determines: its future, its
 * location, and a plain access. Steps that had to be executed are kept as recordings: the places
 * they read with their values, and the places they wrote. A recording is valid in another state if
 * every place still exists and has the same value. */
#include "por/next.h"

#include "analysis/reuse.h"
#include "base/vector.h"
#include "por/watched.h"
#include "program/access.h"
#include "semantics/footprint.h"

#include <assert.h>
#include <string.h>

struct recording {
  struct recording *next;
  enum readiness readiness;
  bool everything, asks_alone, is_alone, finishes, only_waits;
  uint32_t watched_count, access_count;
  struct watched *watched;
  struct exact_access *accesses; /* those that others could notice */
};

enum step_kind { STEP_NONE, STEP_LOCAL, STEP_PLAIN, STEP_RECORDED, STEP_EVERYTHING };

struct entry {
  enum step_kind kind;
  uint32_t future;
  uint64_t control;
  struct exact_access plain;
  bool is_plain; /* neither atomic nor a section */
  struct recording *recordings;
  uint32_t recording_count;
  struct future_premises premises;
};

/* What the thread with some index accesses in the state looked at, where that is not kept. */
struct passing {
  struct exact_access *items;
  size_t count, capacity;
};

struct nexts {
  struct arena *arena;
  struct thread_futures *thread_futures;
  struct futures *futures;
  const struct store *store;
  VECTOR(struct entry *) entries; /* by component */
  VECTOR(struct watched) watched; /* scratch */
  VECTOR(struct passing) passing; /* by index */
  struct footprint footprint, condition;
  bool only_waits; /* the step executed last */
  void (*prepare)(void *context, uint32_t thread);
  void *prepare_context;
  bool (*is_overlaid)(void *context, const struct exact_access *access);
  void *overlay_context;
  uint64_t simulated;
  bool claim_violated, without_claims;
};

enum { MOST_RECORDINGS = 64 }; /* of one component; those beyond are not kept */

struct nexts *nexts_create(struct thread_futures *thread_futures, struct futures *futures,
                           const struct store *store) {
  struct nexts *nexts = memory_allocate_zeroed(sizeof *nexts);
  nexts->arena = arena_create();
  nexts->thread_futures = thread_futures;
  nexts->futures = futures;
  nexts->store = store;
  footprint_init(&nexts->footprint);
  footprint_init(&nexts->condition);
  return nexts;
}

void nexts_destroy(struct nexts *nexts) {
  if (!nexts)
    return;
  for (size_t i = 0; i < nexts->entries.count; i++)
    if (nexts->entries.items[i])
      vector_release(&nexts->entries.items[i]->premises);
  vector_release_all(&nexts->passing);
  vector_release(&nexts->entries);
  vector_release(&nexts->watched);
  vector_release(&nexts->footprint.list);
  vector_release(&nexts->condition.list);
  arena_destroy(nexts->arena);
  memory_release(nexts);
}

void nexts_set_prepare(struct nexts *nexts, void (*prepare)(void *context, uint32_t thread),
                       void *context) {
  nexts->prepare = prepare;
  nexts->prepare_context = context;
}

void nexts_set_overlay(struct nexts *nexts,
                       bool (*is_overlaid)(void *context, const struct exact_access *access),
                       void *context) {
  nexts->is_overlaid = is_overlaid;
  nexts->overlay_context = context;
}

void nexts_drop_claims(struct nexts *nexts) { nexts->without_claims = true; }
bool nexts_claim_violated(const struct nexts *nexts) { return nexts->claim_violated; }
uint64_t nexts_simulated(const struct nexts *nexts) { return nexts->simulated; }

/* The address and size of a load or store, or false. A compare-exchange counts as writing. */
static bool plain_access(const struct machine *machine, const struct thread *thread,
                         const struct edge *edge, struct exact_access *access, bool *is_known) {
  struct edge_access value;
  if (!edge_value_access(edge, &value))
    return false;
  *is_known = machine_evaluate(machine, thread, thread_top(thread), value.address, &access->start);
  access->end = access->start + value.size;
  access->writes = access_writes(&value);
  return true;
}

/* Fills in the object of an access; false if it is not inside one. */
static bool locate(const struct nexts *nexts, const struct state *state,
                   struct exact_access *access) {
  struct exact_access object =
      thread_futures_object_at(nexts->thread_futures, state, access->start);
  if (object.object == NO_OBJECT || access->end > object.end || access->end < access->start)
    return false;
  access->object = object.object;
  return true;
}

/* An access there is an error, but not if the address is used again. */
static bool is_dead(const struct state *state, uint64_t address) {
  struct place place;
  return stale_addresses_has(state->program, REUSE_BLOCKS | REUSE_SLOTS) &&
         state_find_place(state, address, &place) && place.dynamic && !place.content;
}

static bool is_private(const struct nexts *nexts, const struct state *state,
                       const struct exact_access *access, const struct thread *thread) {
  if (nexts->without_claims)
    return false;
  return (nexts->is_overlaid && nexts->is_overlaid(nexts->overlay_context, access)) ||
         thread_futures_is_private(nexts->thread_futures, state, access, thread);
}

static bool is_effectless(const struct thread *thread, const struct edge *edge) {
  return edge->op == OPERATION_FENCE || (edge->op == OPERATION_ATOMIC_END && !thread->atomic_depth);
}

/* Visible operations, and returns, which may end the life of something. */
static bool is_to_be_recorded(const struct edge *edge) {
  return operation_is(edge->op, IS_VISIBLE) || edge->op == OPERATION_RETURN;
}

/* Is it a plain access that is proven to be in no race? Then it commutes with all that other
 * threads do before it: the first step of them that does not would race with it. */
static bool is_raceless(const struct thread *thread, const struct edge *edge) {
  return edge->never_races && !thread->atomic_depth;
}

enum glance next_glance(struct nexts *nexts, const struct machine *machine,
                        const struct state *state, const struct thread *thread,
                        struct exact_access *access) {
  bool is_known;
  if (thread->finished || thread->stopped || nexts->without_claims)
    return GLANCE_OTHER;
  const struct edge *edge = thread_next_edge(thread);
  if (is_effectless(thread, edge) || is_raceless(thread, edge))
    return GLANCE_LOCAL;
  if (!plain_access(machine, thread, edge, access, &is_known) || !is_known ||
      !locate(nexts, state, access) || is_dead(state, access->start))
    return GLANCE_OTHER;
  return is_private(nexts, state, access, thread) ? GLANCE_LOCAL : GLANCE_PLAIN;
}

static bool is_atomic(const struct edge *edge) {
  struct edge_access access;
  return edge->op == OPERATION_ATOMIC_BEGIN || edge->op == OPERATION_WAIT ||
         (edge_value_access(edge, &access) && access_is_atomic(&access));
}

static void fill_entry(struct nexts *nexts, const struct machine *machine,
                       const struct state *state, const struct thread *thread,
                       struct entry *entry) {
  entry->premises.count = 0;
  entry->kind = STEP_NONE;
  if (thread->finished || thread->stopped)
    return;
  if (!nexts->without_claims) {
    entry->future =
        thread_futures_find(nexts->thread_futures, machine, state, thread, &entry->premises);
    entry->control = thread_futures_control(nexts->thread_futures, thread);
  }
  const struct edge *edge = thread_next_edge(thread);
  bool is_known;
  entry->is_plain = !is_atomic(edge);
  if (edge->op == OPERATION_EXIT)
    entry->kind = STEP_EVERYTHING;
  else if (!is_raceless(thread, edge) &&
           plain_access(machine, thread, edge, &entry->plain, &is_known))
    entry->kind = is_known ? STEP_PLAIN : STEP_EVERYTHING;
  else if (is_raceless(thread, edge) || is_effectless(thread, edge) || !is_to_be_recorded(edge))
    entry->kind = STEP_LOCAL;
  else
    entry->kind = STEP_RECORDED;
}

static bool still_holds(const struct nexts *nexts, const struct state *state,
                        const struct entry *entry) {
  for (size_t i = 0; i < entry->premises.count; i++)
    if (thread_futures_object_at(nexts->thread_futures, state, entry->premises.items[i].address)
            .object != entry->premises.items[i].object)
      return false;
  return true;
}

static struct entry *entry_of(struct nexts *nexts, const struct machine *machine,
                              const struct state *state, const struct thread *thread) {
  uint32_t component = thread->packed;
  assert(component != CHANGED);
  vector_ensure(&nexts->entries, component);
  struct entry *entry = nexts->entries.items[component];
  if (!entry) {
    entry = nexts->entries.items[component] = arena_allocate(nexts->arena, sizeof *entry);
    fill_entry(nexts, machine, state, thread, entry);
  } else if (entry->premises.count && !still_holds(nexts, state, entry)) {
    fill_entry(nexts, machine, state, thread, entry);
  }
  return entry;
}

/* Where a thread stands. */
struct standing {
  size_t depth;
  uint32_t location;
};

static struct standing standing_of(const struct thread *thread) {
  if (!thread->frames.count)
    return (struct standing){0, 0};
  return (struct standing){thread->frames.count, thread_top(thread)->location};
}

static bool stands_at(const struct thread *thread, struct standing standing) {
  struct standing now = standing_of(thread);
  return now.depth == standing.depth && now.location == standing.location;
}

/* Answers what a step leaves open. Notes whether an answer could change what the step accesses: it
 * can in the first operation and up to the end of the atomic section, but not later. */
struct trial {
  struct chooser chooser; /* first: the chooser is the trial */
  struct chooser *real;
  const struct thread *thread;
  struct standing start;
  bool begins_waiting, mattered;
  bool asked; /* about a value that is not known: the answer is one for this state only */
};

static void note_open(struct trial *trial) {
  trial->mattered |= trial->begins_waiting || trial->thread->atomic_depth ||
                     stands_at(trial->thread, trial->start);
}

static uint64_t refuse(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)width;
  (void)edge;
  note_open((struct trial *)chooser);
  return 0;
}

static bool refuse_value(struct chooser *chooser, struct value value, unsigned width,
                         bool only_looks, uint64_t *bits) {
  struct trial *trial = (struct trial *)chooser;
  (void)only_looks;
  trial->asked = true;
  if (trial->real->concretize(trial->real, value, width, true, bits))
    return true;
  note_open(trial);
  *bits = 0;
  return true;
}

static bool recording_holds(struct machine *machine, const struct state *state,
                            const struct thread *thread, const struct recording *recording) {
  if (recording->asks_alone && recording->is_alone != state_is_alone(state, thread))
    return false;
  for (uint32_t i = 0; i < recording->watched_count; i++)
    if (!watched_holds(machine, state, &recording->watched[i]))
      return false;
  return true;
}

/* Did the step fail before it came to the local operations at its end? Errors of those do not
 * matter to others, and the answers that led to them were made up. */
static bool failed_early(enum outcome outcome, const struct thread *thread,
                         struct standing before) {
  if (outcome == OUTCOME_STEPPED)
    return false;
  return outcome == OUTCOME_EXITED || outcome == OUTCOME_PRUNED || thread->atomic_depth ||
         stands_at(thread, before);
}

/* Does the thread wait now, having accessed nothing but what its condition reads? */
static bool only_waits(struct nexts *nexts, struct machine *working, struct state *state,
                       struct thread *thread) {
  const struct footprint *step = &nexts->footprint;
  if (thread->finished || thread->stopped || !thread->atomic_depth || step->is_undecidable ||
      step->everything || step->asks_alone || thread_next_edge(thread)->op != OPERATION_WAIT)
    return false;
  footprint_clear(&nexts->condition);
  working->listeners = &nexts->condition.listener;
  if (machine_readiness(working, state, thread) != BLOCKED ||
      nexts->condition.list.count != step->list.count)
    return false;
  for (size_t i = 0; i < step->list.count; i++) {
    const struct touched *a = &step->list.items[i], *b = &nexts->condition.list.items[i];
    if (a->writes || a->address != b->address || a->size != b->size)
      return false;
  }
  return true;
}

/* Executes the step, or the condition it waits for; the state is not what it was afterwards. */
static enum readiness execute(struct nexts *nexts, struct machine *machine, struct state *state,
                              struct thread *thread) {
  struct trial trial = {
      .chooser = {refuse, false, machine->chooser->concretize ? refuse_value : NULL},
      .real = machine->chooser,
      .thread = thread,
      .start = standing_of(thread)};
  nexts->only_waits = false;
  struct machine working = *machine;
  struct footprint *footprint = &nexts->footprint;
  footprint_clear(footprint);
  working.listeners = &footprint->listener;
  working.chooser = &trial.chooser;
  working.log.values = NULL;
  working.log.reused = NULL;
  working.symbolic.havoc =
      NULL; /* it is for the machine of the engine; without it the step fails */
  working.doubts.unclear = false;
  if (nexts->prepare)
    nexts->prepare(nexts->prepare_context, thread->number);
  trial.begins_waiting = thread_next_edge(thread)->op == OPERATION_WAIT;
  enum readiness readiness = machine_readiness(&working, state, thread);
  footprint->is_undecidable |= trial.asked;
  if (readiness != READY && readiness != READY_SPURIOUSLY)
    return readiness;
  footprint_clear(footprint);
  nexts->simulated++;
  enum outcome outcome = machine_step(&working, state, thread);
  footprint->everything |=
      failed_early(outcome, thread, trial.start) || trial.mattered || working.doubts.unclear;
  nexts->only_waits = outcome == OUTCOME_STEPPED && only_waits(nexts, &working, state, thread);
  footprint->is_undecidable |= trial.asked;
  return readiness;
}

/* What is not there before the step belongs to the thread alone: it or its creator made it. */
static void note_watched(struct nexts *nexts, const struct state *state, bool *is_decidable) {
  nexts->watched.count = 0;
  vector_each (touched, &nexts->footprint.list) {
    struct watched watched = {
        .access = {touched->address, touched->address + touched->size, 0, touched->writes},
        .value = touched->value,
        .is_checked = !touched->writes};
    if (!locate(nexts, state, &watched.access))
      continue;
    if (!watched_follow(&watched, nexts->watched.items, nexts->watched.count))
      *is_decidable = false;
    vector_push(&nexts->watched, watched);
  }
}

static bool is_in(const struct passing *list, const struct exact_access *access) {
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].start <= access->start && list->items[i].end >= access->end &&
        list->items[i].writes >= access->writes)
      return true;
  return false;
}

/* A recording of the thread's step, kept if it can serve other states. */
static struct recording record(struct nexts *nexts, struct machine *machine, struct state *state,
                               uint32_t number, size_t index, struct entry *entry) {
  struct recording recording = {.readiness = execute(nexts, machine, state, state->threads[index])};
  store_load(nexts->store, state, number);
  const struct thread *thread = state->threads[index];
  bool is_decidable = !nexts->footprint.is_undecidable && !nexts->footprint.everything;
  note_watched(nexts, state, &is_decidable);
  vector_ensure(&nexts->passing, index);
  struct passing *list = &nexts->passing.items[index];
  list->count = 0;
  for (size_t i = 0; i < nexts->watched.count; i++) {
    struct exact_access access = nexts->watched.items[i].access;
    if (!is_private(nexts, state, &access, thread) && !is_in(list, &access))
      vector_push(list, access);
  }
  recording.everything = nexts->footprint.everything;
  recording.asks_alone = nexts->footprint.asks_alone;
  recording.is_alone = nexts->footprint.is_alone;
  recording.finishes = nexts->footprint.finishes;
  recording.only_waits = nexts->only_waits;
  recording.accesses = list->items;
  recording.access_count = (uint32_t)list->count;
  if (!is_decidable || entry->recording_count == MOST_RECORDINGS)
    return recording;
  recording.watched_count = (uint32_t)nexts->watched.count;
  recording.watched = arena_copy(nexts->arena, nexts->watched.items,
                                 nexts->watched.count * sizeof *nexts->watched.items);
  recording.accesses = arena_copy(nexts->arena, list->items, list->count * sizeof *list->items);
  recording.next = entry->recordings;
  entry->recordings = arena_copy(nexts->arena, &recording, sizeof recording);
  entry->recording_count++;
  return recording;
}

static void take_recording(const struct recording *recording, struct next *next) {
  next->readiness = recording->readiness;
  next->list = recording->accesses;
  next->count = recording->access_count;
  next->everything = recording->everything;
  next->asks_alone = recording->asks_alone && !recording->is_alone;
  next->finishes = recording->finishes;
  next->only_waits = recording->only_waits;
}

static void find_recording(struct nexts *nexts, struct machine *machine, struct state *state,
                           uint32_t number, size_t index, struct entry *entry, struct next *next) {
  struct recording **link = &entry->recordings;
  for (; *link; link = &(*link)->next) {
    struct recording *found = *link;
    if (!recording_holds(machine, state, state->threads[index], found))
      continue;
    *link = found->next; /* to the front: the next state is likely to be alike */
    found->next = entry->recordings;
    entry->recordings = found;
    take_recording(found, next);
    return;
  }
  struct recording fresh = record(nexts, machine, state, number, index, entry);
  take_recording(&fresh, next);
}

/* Did the thread keep to what was foreseen? */
static void check_foreseen(struct nexts *nexts, const struct next *next) {
  if (nexts->without_claims || next->everything)
    return;
  unsigned flags = futures_flags(nexts->futures, next->future);
  if (flags & FUTURE_EVERYTHING)
    return;
  for (uint32_t i = 0; i < next->count; i++)
    nexts->claim_violated |= !futures_allow(nexts->futures, next->future, &next->list[i]);
  nexts->claim_violated |= (next->asks_alone && !(flags & FUTURE_ASKS_ALONE)) ||
                           (next->finishes && !(flags & FUTURE_FINISHES));
}

bool next_was_foreseen(const struct nexts *nexts, const struct state *state,
                       const struct thread *thread, uint32_t future, struct exact_access access) {
  return nexts->without_claims || !locate(nexts, state, &access) ||
         is_private(nexts, state, &access, thread) ||
         futures_flags(nexts->futures, future) & FUTURE_EVERYTHING ||
         futures_allow(nexts->futures, future, &access);
}

static void take_plain(const struct nexts *nexts, const struct state *state, size_t index,
                       struct entry *entry, struct next *next) {
  next->readiness = READY;
  if (!locate(nexts, state, &entry->plain) || is_dead(state, entry->plain.start))
    next->everything = true; /* an error, unless another thread makes it one no more */
  else if (!is_private(nexts, state, &entry->plain, state->threads[index])) {
    next->list = &entry->plain;
    next->count = 1;
  }
}

/* Are the accesses of the step in an atomic section? That of a free, for one, is not. */
static bool begins_section(const struct thread *thread) {
  enum operation op = thread_next_edge(thread)->op;
  return thread->atomic_depth || op == OPERATION_ATOMIC_BEGIN || op == OPERATION_WAIT;
}

struct next next_of(struct nexts *nexts, struct machine *machine, struct state *state,
                    uint32_t number, size_t index) {
  struct next next = {.readiness = FINISHED};
  struct entry *entry = entry_of(nexts, machine, state, state->threads[index]);
  next.future = entry->future;
  next.is_plain = entry->is_plain;
  next.control = entry->control;
  switch (entry->kind) {
  case STEP_NONE:
    next.readiness = state->threads[index]->finished ? FINISHED : STOPPED;
    return next;
  case STEP_LOCAL:
    next.readiness = READY;
    break;
  case STEP_PLAIN:
    take_plain(nexts, state, index, entry, &next);
    break;
  case STEP_RECORDED:
    find_recording(nexts, machine, state, number, index, entry, &next);
    next.is_section = begins_section(state->threads[index]);
    break;
  case STEP_EVERYTHING:
    next.readiness = READY;
    next.everything = true;
    break;
  }
  check_foreseen(nexts, &next);
  next.is_local = next.readiness == READY && !next.count && !next.everything && !next.asks_alone &&
                  !next.finishes && !nexts->without_claims;
  return next;
}

bool next_local_state(struct nexts *nexts, const struct machine *machine, const struct state *state,
                      const struct thread *thread, uint32_t *future, uint64_t *control) {
  struct entry *entry = entry_of(nexts, machine, state, thread);
  *future = entry->future;
  *control = entry->control;
  return entry->kind != STEP_NONE;
}
