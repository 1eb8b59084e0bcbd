/* SPDX-License-Identifier: Apache-2.0 */
/* The bookkeeping of a reduced search.
 *
 * Sleep sets with stored states, after Godefroid: a state keeps the threads that need not be
 * stepped from it, because their successors are explored elsewhere. If the state is reached again
 * with fewer sleeping threads, the missing ones are stepped after all. For their successors, the
 * threads stepped before do not sleep, as if they came later in the order of the state. So the
 * search order is free.
 *
 * Ignoring problem: if no successor by a persistent set is still to be expanded, or all threads of
 * the set sleep, the other threads could be postponed forever. This can happen only if each thread
 * of the set can reach a cycle (moves.h), which is known when the search is over. Such states are
 * postponed until then, and expanded fully if needed.
 *
 * If a step ends the execution (exit, an assumption in an atomic section), there is no state in
 * which the others continue. Then all threads are stepped.
 *
 * The claims of the static analysis are checked at every step: the step accesses nothing outside
 * the future of its thread, and the future only shrinks. A reduced search explores at least one
 * order of every execution in which the claims hold up to some step. So if a claim can be violated,
 * the search violates one, and restarts without claims. */
#include "por/por.h"

#include "analysis/sharing.h"
#include "base/map.h"
#include "base/vector.h"
#include "por/conflicts.h"
#include "por/moves.h"

#include <assert.h>
#include <string.h>

enum { LONGEST_CHAIN = 2000 }; /* steps taken at once */

/* What is known of a state: which threads sleep, and which were stepped. */
struct sleeping {
  uint64_t sleep, stepped;
};
enum { IS_EXPANDED = 1, IS_FULL = 2 }; /* full: no thread is left out but those that sleep */

/* A state that may ignore a thread for ever if all of these can go round. */
struct put_off {
  uint32_t number, count;
  size_t first; /* in por.put_off_controls */
};

struct por {
  struct access_watch watch; /* first: the watch of the machine is the por */
  enum por_level level;
  bool checks_leaks, checks_races;
  const struct store *store;
  struct sharing *sharing;
  struct futures *futures;
  struct thread_futures *thread_futures;
  struct nexts *nexts;
  struct moves *moves;
  bool claim_violated, without_claims;
  VECTOR(struct sleeping) states;
  VECTOR(unsigned char) marks; /* of the states */
  struct map woken;            /* states to sets of threads that were asleep before */
  VECTOR(struct put_off) put_off;
  VECTOR(uint64_t) put_off_controls;
  size_t put_off_next, put_off_kept; /* while they are looked through */
  struct por_statistics statistics;
  unsigned chain;        /* steps since the last state */
  bool is_chain_clear;   /* none of them changed what another thread does next, … */
  bool is_chain_checked; /* … if that was looked at */
  bool is_chain_local;
  /* The expansion going on: */
  uint32_t number;
  size_t thread_count, current;
  uint32_t thread_numbers[MOST_THREADS], components[MOST_THREADS];
  struct conflicts threads;
  bool is_first, some_step_ended, some_successor_waits;
  bool is_unreduced;
  VECTOR(size_t) unreduced;                              /* the threads to step then, last first */
  uint64_t enabled, set, todo, summary, asleep, stepped; /* stepped: in this expansion */
  struct machine *machine;
  struct state *state;
};

static bool uses_sleep(const struct por *por) { return por->level >= POR_SLEEP; }

static bool uses_persistent(const struct por *por) {
  return (por->level == POR_PERSISTENT || por->level == POR_FULL) && !por->without_claims;
}

static uint64_t bit(size_t index) { return (uint64_t)1 << index; }

enum por_level por_level_by_name(const char *name) {
  static const char *const names[] = {[POR_NONE] = "none",
                                      [POR_LOCAL] = "local",
                                      [POR_PERSISTENT] = "persistent",
                                      [POR_SLEEP] = "sleep",
                                      [POR_FULL] = "full"};
  for (enum por_level level = POR_NONE; level <= POR_FULL; level++)
    if (strcmp(names[level], name) == 0)
      return level;
  return POR_FULL;
}

/* The step that is being executed is one of the thread that was chosen, or follows such a one. */
static void check_access(struct access_watch *watch, const struct state *state,
                         const struct thread *thread, uint64_t address, uint64_t size,
                         bool writes) {
  struct por *por = (struct por *)watch;
  struct exact_access access = {address, address + size, 0, writes};
  if (por->current != SIZE_MAX && !por->is_unreduced && !por->without_claims)
    por->claim_violated |= !next_was_foreseen(por->nexts, state, thread,
                                              por->threads.nexts[por->current].future, access);
}

struct access_watch *por_watch(struct por *por) {
  return &por->watch;
}

struct por *por_create(const struct program *program, property_set properties, enum por_level level,
                       const struct store *store) {
  struct por *por = memory_allocate_zeroed(sizeof *por);
  por->watch.access = check_access;
  por->level = level;
  por->store = store;
  por->checks_leaks =
      property_in(PROPERTY_LEAK, properties) || property_in(PROPERTY_MEMCLEANUP, properties);
  por->checks_races = property_in(PROPERTY_RACE, properties);
  por->current = SIZE_MAX;
  if (level == POR_NONE)
    return por;
  por->sharing = sharing_create(program);
  por->futures = futures_create(sharing_object_count(por->sharing));
  por->thread_futures = thread_futures_create(program, por->sharing, por->futures);
  por->nexts = nexts_create(por->thread_futures, por->futures, store);
  por->moves = moves_create();
  por->threads = (struct conflicts){.futures = por->futures, .checks_leaks = por->checks_leaks};
  return por;
}

void por_destroy(struct por *por) {
  if (!por)
    return;
  nexts_destroy(por->nexts);
  thread_futures_destroy(por->thread_futures);
  futures_destroy(por->futures);
  sharing_destroy(por->sharing);
  moves_destroy(por->moves);
  vector_release(&por->states);
  vector_release(&por->marks);
  vector_release(&por->unreduced);
  map_release(&por->woken);
  vector_release(&por->put_off);
  vector_release(&por->put_off_controls);
  memory_release(por);
}

void por_set_prepare(struct por *por, void (*prepare)(void *context, uint32_t thread),
                     void *context) {
  if (por->nexts)
    nexts_set_prepare(por->nexts, prepare, context);
}

void por_set_overlay(struct por *por,
                     bool (*is_overlaid)(void *context, const struct exact_access *access),
                     void *context) {
  if (por->nexts)
    nexts_set_overlay(por->nexts, is_overlaid, context);
}

bool por_claim_violated(const struct por *por) { return por->claim_violated; }

void por_drop_claims(struct por *por) {
  por->without_claims = true;
  if (por->nexts)
    nexts_drop_claims(por->nexts);
}

struct por_statistics por_statistics(const struct por *por) {
  struct por_statistics statistics = por->statistics;
  statistics.without_claims = por->without_claims;
  statistics.simulated = por->nexts ? nexts_simulated(por->nexts) : 0;
  return statistics;
}

static struct sleeping *known_state(struct por *por, uint32_t number) {
  vector_ensure(&por->states, number);
  vector_ensure(&por->marks, number);
  return &por->states.items[number];
}

/* What a step does that conflicts with everything was not looked at. */
static void begin_chain(struct por *por) {
  por->watch.wants_all = por->current != SIZE_MAX && !por->is_unreduced && por->level != POR_NONE &&
                         por->threads.nexts[por->current].everything;
  por->chain = 0;
  por->is_chain_checked = false;
  por->is_chain_local = true;
}

/* May threads end the program that do not take part in the step, where that makes a difference? */
static bool is_watched_by_exit(const struct por *por, size_t index) {
  for (size_t i = 0; i < por->thread_count && por->checks_leaks; i++)
    if (i != index && readiness_is_active(por->threads.nexts[i].readiness) &&
        futures_flags(por->futures, por->threads.nexts[i].future) &
            (FUTURE_EXITS | FUTURE_EVERYTHING))
      return true;
  return false;
}

/* A thread that begins to wait changes nothing but where it stands, and what it does when the
 * condition holds is the same from there: it may as well wait at once. But while it stands before,
 * it could be found to race with an access to what the condition reads. */
static bool is_local(const struct por *por, size_t index) {
  const struct next *next = &por->threads.nexts[index];
  return (next->is_local || (next->only_waits && !por->checks_races)) &&
         !is_watched_by_exit(por, index);
}

/* A thread whose next step nobody notices, those last that only begin to wait: as long as another
 * can go on alone, maybe there will be nothing to wait for. */
static uint64_t local_set(const struct por *por, bool even_if_it_waits) {
  for (size_t i = 0; i < por->thread_count && !por->without_claims; i++)
    if (is_local(por, i) && (even_if_it_waits || por->threads.nexts[i].is_local))
      return bit(i);
  return por->enabled;
}

/* A set with a thread that is ready for good: one that could only wake up spuriously does not keep
 * a deadlock from being one. */
static uint64_t persistent_set(struct por *por) {
  struct conflict_graph graph = {0};
  uint64_t local = local_set(por, false);
  if (!(local & (local - 1)))
    return local;
  for (size_t i = 0; i < por->thread_count; i++) {
    if (!readiness_is_active(por->threads.nexts[i].readiness))
      continue;
    graph.active |= bit(i);
    graph.conflicts[i] = conflicts_of(&por->threads, i);
    if (por->threads.nexts[i].readiness != READY)
      continue;
    if (!graph.conflicts[i])
      return bit(i);
    graph.enabled |= bit(i);
  }
  local = local_set(por, true);
  if (!(local & (local - 1)))
    return local;
  return graph.enabled ? persistent_set_smallest(&graph) & por->enabled : por->enabled;
}

/* A race between a step in an atomic section and the next access of another thread is found when
 * the section is executed: it must not sleep then. */
static uint64_t kept_awake(const struct por *por, uint64_t sleep) {
  uint64_t awake = 0;
  for (size_t i = 0; i < por->thread_count && por->checks_races; i++) {
    if (!(sleep & bit(i)) || !por->threads.nexts[i].is_section)
      continue;
    for (size_t j = 0; j < por->thread_count; j++)
      if (j != i && readiness_is_active(por->threads.nexts[j].readiness) &&
          !por->threads.nexts[j].is_section && conflicts_now(&por->threads, i, j))
        awake |= bit(i);
  }
  return awake;
}

static uint64_t set_to_step(struct por *por) {
  if (uses_persistent(por))
    return persistent_set(por);
  return local_set(por, true);
}

static void look_at_threads(struct por *por, uint32_t number) {
  por->enabled = 0;
  por->threads.count = por->thread_count;
  for (size_t i = 0; i < por->thread_count; i++) {
    por->threads.nexts[i] = next_of(por->nexts, por->machine, por->state, number, i);
    por->thread_numbers[i] = por->state->threads[i]->number;
    por->components[i] = por->state->threads[i]->packed;
    if (readiness_is_enabled(por->threads.nexts[i].readiness))
      por->enabled |= bit(i);
  }
  por->claim_violated |= nexts_claim_violated(por->nexts);
  conflicts_begin(&por->threads, !por->without_claims);
}

/* Too many threads, or the middle of a very long atomic section: nothing is looked at, so that it
 * cannot be checked either if the claims hold. */
static void expand_all(struct por *por) {
  por->claim_violated |= por->level != POR_NONE && !por->without_claims;
  por->unreduced.count = 0;
  for (size_t i = por->thread_count; por->is_first && i-- > 0;)
    if (readiness_is_enabled(machine_readiness(por->machine, por->state, por->state->threads[i])))
      vector_push(&por->unreduced, i);
}

static void expand_first(struct por *por, struct sleeping *known) {
  known->sleep &= ~kept_awake(por, known->sleep);
  por->asleep = known->sleep;
  por->set = set_to_step(por);
  por->todo = por->set & ~por->asleep;
  por->summary = por->enabled & ~por->set & ~por->asleep;
  por->statistics.reduced += por->set != por->enabled;
  por->statistics.asleep += (uint64_t)__builtin_popcountll(por->set & por->asleep);
}

/* For threads that slept before, whether they are in the set or not: the successors of the others
 * have been told that these are taken care of. Or for all, so that none is ignored. */
static void expand_again(struct por *por, const struct sleeping *known) {
  uint64_t woken = 0;
  por->asleep = known->sleep;
  por->summary = 0;
  if (map_get(&por->woken, por->number, &woken) && woken) {
    map_set(&por->woken, por->number, 0);
    por->statistics.woken++;
  }
  if (por->marks.items[por->number] & IS_FULL)
    woken = por->enabled;
  por->todo = woken & por->enabled & ~known->sleep & ~known->stepped;
}

static void begin_expansion(struct por *por, struct machine *machine, struct state *state,
                            uint32_t number) {
  por->machine = machine;
  por->state = state;
  por->number = number;
  por->thread_count = state->thread_count;
  por->current = SIZE_MAX;
  begin_chain(por);
  por->is_unreduced = por->level == POR_NONE || state->thread_count > MOST_THREADS ||
                      state->atomic_owner != NO_THREAD;
}

size_t por_look(struct por *por, struct machine *machine, struct state *state, uint32_t number) {
  begin_expansion(por, machine, state, number);
  if (por->is_unreduced) {
    por->claim_violated |= por->level != POR_NONE && !por->without_claims;
    return SIZE_MAX;
  }
  look_at_threads(por, number);
  for (size_t i = 0; i < por->thread_count && !por->without_claims; i++)
    if (is_local(por, i))
      return i;
  return SIZE_MAX;
}

bool por_is_unnoticed(const struct por *por, size_t index) {
  if (por->is_unreduced || por->without_claims || index >= por->thread_count)
    return false;
  return is_local(por, index) ||
         (por->threads.nexts[index].readiness == READY && !is_watched_by_exit(por, index) &&
          !conflicts_of(&por->threads, index));
}

size_t por_find_unnoticed(const struct por *por) {
  for (size_t i = 0; i < por->thread_count && !por->is_unreduced; i++)
    if (por_is_unnoticed(por, i))
      return i;
  return SIZE_MAX;
}

uint32_t por_future(const struct por *por, size_t index) {
  if (por->is_unreduced || por->without_claims ||
      !readiness_is_active(por->threads.nexts[index].readiness))
    return NO_FUTURE;
  return por->threads.nexts[index].future;
}

void por_check_future(struct por *por, uint32_t before, uint32_t after) {
  if (after != NO_FUTURE && before != after)
    por->claim_violated |= before == NO_FUTURE || !futures_include(por->futures, before, after);
}

void por_choose(struct por *por, size_t index) {
  por->current = index;
  begin_chain(por);
}

bool por_readiness(const struct por *por, size_t index, enum readiness *readiness) {
  *readiness = por->threads.nexts[index < MOST_THREADS ? index : 0].readiness;
  return !por->is_unreduced;
}

bool por_is_local(const struct por *por) {
  return !por->is_unreduced && !por->without_claims && is_local(por, por->current);
}

void por_expand(struct por *por, struct machine *machine, struct state *state, uint32_t number) {
  struct sleeping *known = known_state(por, number);
  begin_expansion(por, machine, state, number);
  por->stepped = 0;
  por->some_step_ended = por->some_successor_waits = false;
  por->is_first = !(por->marks.items[number] & IS_EXPANDED);
  por->marks.items[number] |= IS_EXPANDED;
  if (por->is_unreduced) {
    expand_all(por);
    return;
  }
  look_at_threads(por, number);
  if (por->is_first)
    expand_first(por, known);
  else
    expand_again(por, known);
}

/* Nothing that follows is looked at later than this state: if the threads stepped go round, the
 * others could be ignored. */
static void put_off(struct por *por) {
  struct put_off entry = {.number = por->number, .first = por->put_off_controls.count};
  for (uint64_t left = por->set; left; left &= left - 1, entry.count++)
    vector_push(&por->put_off_controls, por->threads.nexts[__builtin_ctzll(left)].control);
  vector_push(&por->put_off, entry);
}

static void finish_expansion(struct por *por) {
  known_state(por, por->number)->stepped |= por->stepped;
  if (!por->is_first)
    return;
  if (!por->summary)
    por->marks.items[por->number] |= IS_FULL;
  else if (!por->some_successor_waits)
    put_off(por);
}

bool por_next(struct por *por, size_t *index) {
  if (por->is_unreduced) {
    if (!por->unreduced.count)
      return false;
    por_choose(por, *index = vector_pop(&por->unreduced));
    return true;
  }
  if (por->current != SIZE_MAX)
    por->stepped |= bit(por->current);
  if (!por->todo && por->some_step_ended) {
    por->todo = por->summary;
    por->summary = 0;
  }
  if (!por->todo) {
    finish_expansion(por);
    return false;
  }
  por_choose(por, *index = (size_t)__builtin_ctzll(por->todo));
  por->todo &= por->todo - 1;
  return true;
}

static bool is_left_alone(const struct state *state, const struct thread *thread) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (state->threads[i] != thread && !state->threads[i]->finished && !state->threads[i]->stopped)
      return false;
  return true;
}

static bool is_clear_of_others(const struct por *por) {
  for (size_t i = 0; i < por->thread_count; i++)
    if (i != por->current && readiness_is_active(por->threads.nexts[i].readiness) &&
        conflicts_now(&por->threads, i, por->current))
      return false;
  return true;
}

/* Is the thread, with a next step that conflicts with these, the only one of a closed set that can
 * move? */
static bool is_closed_with(const struct por *por, uint64_t conflicting) {
  uint64_t closed = bit(por->current), work = conflicting & ~closed;
  while (work) {
    size_t index = (size_t)__builtin_ctzll(work);
    if (readiness_is_enabled(por->threads.nexts[index].readiness))
      return false;
    closed |= bit(index);
    work = (work | conflicts_of(&por->threads, index)) & ~closed;
  }
  return true;
}

/* Checks the next access of a chain: true if the thread would be stepped alone from here anyway, so
 * that the state in between need not be kept. Notes in `por` whether the chain stays clear and
 * whether a claim is violated. The other threads are as they were when the expansion began. */
static bool check_next_of_chain(struct por *por, const struct exact_access *access) {
  uint64_t conflicting = 0;
  for (size_t i = 0; i < por->thread_count; i++) {
    const struct next *other = &por->threads.nexts[i];
    if (i == por->current || !readiness_is_active(other->readiness))
      continue;
    if ((por->checks_leaks && futures_flags(por->futures, other->future) & FUTURE_EXITS) ||
        futures_conflict(por->futures, other->future, access))
      conflicting |= bit(i);
    for (uint32_t j = 0; j < other->count; j++)
      por->is_chain_clear &= !accesses_overlap(access, &other->list[j]);
    por->is_chain_clear &= !other->everything;
  }
  por->claim_violated |=
      !futures_allow(por->futures, por->threads.nexts[por->current].future, access);
  return is_closed_with(por, conflicting);
}

bool por_went_on_locally(const struct por *por) { return por->is_chain_local; }

/* Is a step that others could notice to be taken at once? */
static bool goes_on_openly(struct por *por, const struct state *state, enum glance glance,
                           const struct exact_access *access) {
  if (glance != GLANCE_PLAIN || !uses_persistent(por) || por->is_unreduced ||
      state->thread_count != por->thread_count)
    return false;
  if (!por->is_chain_checked) {
    por->is_chain_checked = true;
    por->is_chain_clear = is_clear_of_others(por);
  }
  return por->is_chain_clear && check_next_of_chain(por, access);
}

bool por_goes_on(struct por *por, struct machine *machine, struct state *state, uint32_t number) {
  if (por->level == POR_NONE || state->atomic_owner != NO_THREAD || ++por->chain > LONGEST_CHAIN)
    return false;
  const struct thread *thread = state_thread(state, number);
  if (thread->finished || thread->stopped)
    return false;
  bool goes_on;
  if (is_left_alone(state, thread)) {
    por->watch.wants_all = true; /* nobody looks at what it does next */
    goes_on = thread_next_edge(thread)->op != OPERATION_WAIT;
  } else {
    struct exact_access access;
    enum glance glance = next_glance(por->nexts, machine, state, thread, &access);
    if (glance == GLANCE_LOCAL)
      return !por->checks_leaks;
    goes_on = goes_on_openly(por, state, glance, &access);
  }
  por->is_chain_local &= !goes_on;
  return goes_on;
}

/* The sleep set that goes along with the step to this state: of the threads that sleep or are still
 * to be stepped, those the step commutes with. A waitlist that is a stack so gets to the last one
 * first, with the fewest asleep. */
static uint64_t sleep_along(const struct por *por, const struct state *state) {
  uint64_t sleep = 0;
  size_t at = 0;
  if (por->is_unreduced || !uses_sleep(por) || state->thread_count > MOST_THREADS)
    return 0;
  for (size_t i = 0; i < por->thread_count; i++, at++) {
    while (state->threads[at]->number != por->thread_numbers[i])
      at++;
    if ((por->asleep | por->todo) & bit(i) && i != por->current &&
        !conflicts_now(&por->threads, i, por->current))
      sleep |= bit(at);
  }
  return sleep;
}

/* Are the futures of the threads after the step what was foreseen before it? Also those of threads
 * that did not move but are less certain now. A new thread has the future of its creator. */
static void check_futures(struct por *por, const struct state *state) {
  size_t old = 0;
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    bool is_new = old == por->thread_count || por->thread_numbers[old] != thread->number;
    size_t index = is_new ? por->current : old;
    uint32_t future;
    uint64_t control;
    old += !is_new;
    if ((!is_new && index != por->current && por->components[index] == thread->packed) ||
        !next_local_state(por->nexts, por->machine, state, thread, &future, &control))
      continue;
    const struct next *before = &por->threads.nexts[index];
    por->claim_violated |= !futures_include(por->futures, before->future, future);
    if (!is_new && index == por->current)
      moves_add(por->moves, before->control, control);
  }
}

bool por_arrive(struct por *por, struct state *state, uint32_t to, bool fresh) {
  begin_chain(por);
  if (por->level == POR_NONE)
    return false;
  struct sleeping *known = known_state(por, to);
  bool is_expanded = por->marks.items[to] & IS_EXPANDED;
  por->some_successor_waits |= !is_expanded;
  if (por->current == SIZE_MAX) /* a first state */
    return false;
  if (!fresh && state->domain->has_extra)
    store_load(por->store, state, to);
  if (!por->is_unreduced && !por->without_claims)
    check_futures(por, state);
  uint64_t sleep = sleep_along(por, state);
  if (fresh) {
    known->sleep = sleep;
    return false;
  }
  uint64_t woken = known->sleep & ~sleep, before = 0;
  known->sleep &= sleep;
  if (!is_expanded || !woken)
    return false;
  map_get(&por->woken, to, &before);
  map_set(&por->woken, to, before | woken);
  return true;
}

void por_end_execution(struct por *por) {
  begin_chain(por);
  por->some_step_ended = true;
}

static bool can_ignore(struct por *por, const struct put_off *entry) {
  for (uint32_t i = 0; i < entry->count; i++)
    if (!moves_can_go_round(por->moves, por->put_off_controls.items[entry->first + i]))
      return false;
  return true;
}

bool por_take_postponed(struct por *por, uint32_t *number) {
  while (por->put_off_next < por->put_off.count) {
    struct put_off entry = por->put_off.items[por->put_off_next++];
    if (por->marks.items[entry.number] & IS_FULL)
      continue;
    if (can_ignore(por, &entry)) {
      por->marks.items[entry.number] |= IS_FULL;
      por->statistics.postponed++;
      *number = entry.number;
      return true;
    }
    por->put_off.items[por->put_off_kept++] = entry;
  }
  por->put_off.count = por->put_off_kept;
  por->put_off_next = por->put_off_kept = 0;
  return false;
}
