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
#include "por/postponed.h"
#include "por/step_set.h"

#include <string.h>

enum { LONGEST_CHAIN = 2000 }; /* steps taken at once */

/* Steps of one thread that are taken at once, since the last state. */
struct step_chain {
  unsigned length;
  bool is_clear;   /* none of them changed what another thread does next, … */
  bool is_checked; /* … if that was looked at */
  bool is_local;
};

/* The state that is being expanded. Sets of threads are words. */
struct expansion {
  struct machine *machine;
  struct state *state;
  uint32_t number;
  bool is_first;
  bool is_unreduced;        /* too many threads, or the middle of a long atomic section, … */
  VECTOR(size_t) unreduced; /* … then the threads to step, last first */
  size_t current;           /* the thread that is stepped, or SIZE_MAX */
  uint32_t thread_numbers[MOST_THREADS], components[MOST_THREADS];
  struct conflicts threads;
  uint64_t enabled, set, asleep;
  uint64_t todo;    /* threads of the set that are still to be stepped, … */
  uint64_t summary; /* … and those to step after all if a step ends the execution */
  uint64_t stepped; /* in this expansion */
  bool some_step_ended, some_successor_waits;
};

struct por {
  struct listener listener; /* first: hears the accesses of the machine */
  enum por_level level;
  const struct store *store;
  /* What is known of the program and its threads. */
  struct sharing *sharing;
  struct futures *futures;
  struct thread_futures *thread_futures;
  struct nexts *nexts;
  struct moves *moves;
  bool claim_violated, without_claims;
  /* What is known of states, and of the search. */
  struct sleep_sets sleep_sets;
  struct postponed postponed;
  struct step_chain chain;
  struct expansion at;
  struct por_statistics statistics;
};

static bool uses_sleep(const struct por *por) { return por->level >= POR_SLEEP; }

static bool uses_persistent(const struct por *por) {
  return (por->level == POR_PERSISTENT || por->level == POR_FULL) && !por->without_claims;
}

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

/* The current thread executes this step, or one that it takes at once after it. */
static void check_access(struct listener *listener, const struct state *state,
                         const struct thread *thread, struct touched bytes) {
  struct por *por = (struct por *)listener;
  struct exact_access access = {bytes.address, bytes.address + bytes.size, 0, bytes.writes};
  if (por->at.current != SIZE_MAX && !por->at.is_unreduced && !por->without_claims)
    por->claim_violated |= !next_was_foreseen(
        por->nexts, state, thread, por->at.threads.nexts[por->at.current].future, access);
}

struct listener *por_listener(struct por *por) {
  return &por->listener;
}

struct por *por_create(const struct program *program, property_set properties, enum por_level level,
                       const struct store *store) {
  struct por *por = memory_allocate_zeroed(sizeof *por);
  por->listener.access = check_access;
  por->level = level;
  por->store = store;
  por->at.threads.checks_leaks =
      property_in(PROPERTY_LEAK, properties) || property_in(PROPERTY_MEMCLEANUP, properties);
  por->at.threads.checks_races = property_in(PROPERTY_RACE, properties);
  por->at.current = SIZE_MAX;
  if (level == POR_NONE)
    return por;
  por->sharing = sharing_create(program);
  por->futures = futures_create(sharing_object_count(por->sharing));
  por->thread_futures = thread_futures_create(program, por->sharing, por->futures);
  por->nexts = nexts_create(por->thread_futures, por->futures, store);
  por->moves = moves_create();
  por->at.threads.futures = por->futures;
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
  sleep_sets_release(&por->sleep_sets);
  postponed_release(&por->postponed);
  vector_release(&por->at.unreduced);
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

/* Begins a chain. The accesses of a step that conflicts with everything were not looked at, so all
 * are checked. */
static void begin_chain(struct por *por) {
  por->listener.wants_all = por->at.current != SIZE_MAX && !por->at.is_unreduced &&
                            por->level != POR_NONE &&
                            por->at.threads.nexts[por->at.current].everything;
  por->chain.length = 0;
  por->chain.is_checked = false;
  por->chain.is_local = true;
}

static void look_at_threads(struct por *por, uint32_t number) {
  por->at.enabled = 0;
  por->at.threads.trusts = !por->without_claims;
  for (size_t i = 0; i < por->at.threads.count; i++) {
    por->at.threads.nexts[i] = next_of(por->nexts, por->at.machine, por->at.state, number, i);
    por->at.thread_numbers[i] = por->at.state->threads[i]->number;
    por->at.components[i] = por->at.state->threads[i]->packed;
    if (readiness_is_enabled(por->at.threads.nexts[i].readiness))
      por->at.enabled |= thread_bit(i);
  }
  por->claim_violated |= nexts_claim_violated(por->nexts);
  conflicts_begin(&por->at.threads);
}

/* Expands a state with too many threads, or in the middle of a very long atomic section. No step is
 * looked at, so the claims cannot be checked. */
static void expand_all(struct por *por) {
  por->claim_violated |= por->level != POR_NONE && !por->without_claims;
  por->at.unreduced.count = 0;
  for (size_t i = por->at.threads.count; por->at.is_first && i-- > 0;)
    if (readiness_is_enabled(
            machine_readiness(por->at.machine, por->at.state, por->at.state->threads[i])))
      vector_push(&por->at.unreduced, i);
}

static void expand_first(struct por *por, struct sleeping *known) {
  known->sleep &= ~step_set_awake(&por->at.threads, known->sleep);
  por->at.asleep = known->sleep;
  por->at.set = uses_persistent(por) ? step_set_persistent(&por->at.threads, por->at.enabled)
                                     : step_set_local(&por->at.threads, por->at.enabled);
  por->at.todo = por->at.set & ~por->at.asleep;
  por->at.summary = por->at.enabled & ~por->at.set & ~por->at.asleep;
  por->statistics.reduced += por->at.set != por->at.enabled;
  por->statistics.asleep += (uint64_t)__builtin_popcountll(por->at.set & por->at.asleep);
}

/* Steps the threads that slept before, whether they are in the set or not: successors of the others
 * rely on these steps. Or steps all threads, so that none is ignored. */
static void expand_again(struct por *por, const struct sleeping *known) {
  uint64_t woken = sleep_sets_take_woken(&por->sleep_sets, por->at.number);
  por->at.asleep = known->sleep;
  por->at.summary = 0;
  por->statistics.woken += woken != 0;
  if (por->sleep_sets.marks.items[por->at.number] & IS_FULL)
    woken = por->at.enabled;
  por->at.todo = woken & por->at.enabled & ~known->sleep & ~known->stepped;
}

static void begin_expansion(struct por *por, struct machine *machine, struct state *state,
                            uint32_t number) {
  por->at.machine = machine;
  por->at.state = state;
  por->at.number = number;
  por->at.threads.count = state->thread_count;
  por->at.current = SIZE_MAX;
  begin_chain(por);
  por->at.is_unreduced = por->level == POR_NONE || state->thread_count > MOST_THREADS ||
                         state->atomic_owner != NO_THREAD;
}

size_t por_look(struct por *por, struct machine *machine, struct state *state, uint32_t number) {
  begin_expansion(por, machine, state, number);
  if (por->at.is_unreduced) {
    por->claim_violated |= por->level != POR_NONE && !por->without_claims;
    return SIZE_MAX;
  }
  look_at_threads(por, number);
  for (size_t i = 0; i < por->at.threads.count && !por->without_claims; i++)
    if (step_set_is_local(&por->at.threads, i))
      return i;
  return SIZE_MAX;
}

bool por_is_unnoticed(const struct por *por, size_t index) {
  if (por->at.is_unreduced || por->without_claims || index >= por->at.threads.count)
    return false;
  return step_set_is_local(&por->at.threads, index) ||
         (por->at.threads.nexts[index].readiness == READY &&
          !step_set_ends_matter(&por->at.threads, index) && !conflicts_of(&por->at.threads, index));
}

size_t por_find_unnoticed(const struct por *por) {
  for (size_t i = 0; i < por->at.threads.count && !por->at.is_unreduced; i++)
    if (por_is_unnoticed(por, i))
      return i;
  return SIZE_MAX;
}

uint32_t por_future(const struct por *por, size_t index) {
  if (por->at.is_unreduced || por->without_claims ||
      !readiness_is_active(por->at.threads.nexts[index].readiness))
    return NO_FUTURE;
  return por->at.threads.nexts[index].future;
}

void por_check_future(struct por *por, uint32_t before, uint32_t after) {
  if (after != NO_FUTURE && before != after)
    por->claim_violated |= before == NO_FUTURE || !futures_include(por->futures, before, after);
}

void por_choose(struct por *por, size_t index) {
  por->at.current = index;
  begin_chain(por);
}

bool por_readiness(const struct por *por, size_t index, enum readiness *readiness) {
  *readiness = por->at.threads.nexts[index < MOST_THREADS ? index : 0].readiness;
  return !por->at.is_unreduced;
}

bool por_is_local(const struct por *por) {
  return !por->at.is_unreduced && !por->without_claims &&
         step_set_is_local(&por->at.threads, por->at.current);
}

void por_expand(struct por *por, struct machine *machine, struct state *state, uint32_t number) {
  struct sleeping *known = sleep_sets_of(&por->sleep_sets, number);
  begin_expansion(por, machine, state, number);
  por->at.stepped = 0;
  por->at.some_step_ended = por->at.some_successor_waits = false;
  por->at.is_first = !(por->sleep_sets.marks.items[number] & IS_EXPANDED);
  por->sleep_sets.marks.items[number] |= IS_EXPANDED;
  if (por->at.is_unreduced) {
    expand_all(por);
    return;
  }
  look_at_threads(por, number);
  if (por->at.is_first)
    expand_first(por, known);
  else
    expand_again(por, known);
}

static void finish_expansion(struct por *por) {
  sleep_sets_of(&por->sleep_sets, por->at.number)->stepped |= por->at.stepped;
  if (!por->at.is_first)
    return;
  if (!por->at.summary)
    por->sleep_sets.marks.items[por->at.number] |= IS_FULL;
  else if (!por->at.some_successor_waits)
    postponed_add(&por->postponed, por->at.number, &por->at.threads, por->at.set);
}

bool por_next(struct por *por, size_t *index) {
  if (por->at.is_unreduced) {
    if (!por->at.unreduced.count)
      return false;
    por_choose(por, *index = vector_pop(&por->at.unreduced));
    return true;
  }
  if (por->at.current != SIZE_MAX)
    por->at.stepped |= thread_bit(por->at.current);
  if (!por->at.todo && por->at.some_step_ended) {
    por->at.todo = por->at.summary;
    por->at.summary = 0;
  }
  if (!por->at.todo) {
    finish_expansion(por);
    return false;
  }
  por_choose(por, *index = (size_t)__builtin_ctzll(por->at.todo));
  por->at.todo &= por->at.todo - 1;
  return true;
}

static bool is_left_alone(const struct state *state, const struct thread *thread) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (state->threads[i] != thread && !state->threads[i]->finished && !state->threads[i]->stopped)
      return false;
  return true;
}

/* Checks the next access of a chain: true if the thread would be stepped alone from here anyway, so
 * that the state in between need not be kept. Notes in `por` whether the chain stays clear and
 * whether a claim is violated. The other threads are as they were when the expansion began. */
static bool check_next_of_chain(struct por *por, const struct exact_access *access) {
  uint64_t conflicting = 0;
  for (size_t i = 0; i < por->at.threads.count; i++) {
    const struct next *other = &por->at.threads.nexts[i];
    if (i == por->at.current || !readiness_is_active(other->readiness))
      continue;
    if ((por->at.threads.checks_leaks &&
         futures_flags(por->futures, other->future) & FUTURE_EXITS) ||
        futures_conflict(por->futures, other->future, access))
      conflicting |= thread_bit(i);
    for (uint32_t j = 0; j < other->count; j++)
      por->chain.is_clear &= !accesses_overlap(access, &other->list[j]);
    por->chain.is_clear &= !other->everything;
  }
  por->claim_violated |=
      !futures_allow(por->futures, por->at.threads.nexts[por->at.current].future, access);
  return step_set_is_closed(&por->at.threads, por->at.current, conflicting);
}

bool por_went_on_locally(const struct por *por) { return por->chain.is_local; }

/* Shall the thread take a step at once although others could notice it? */
static bool goes_on_openly(struct por *por, const struct state *state, enum glance glance,
                           const struct exact_access *access) {
  if (glance != GLANCE_PLAIN || !uses_persistent(por) || por->at.is_unreduced ||
      state->thread_count != por->at.threads.count)
    return false;
  if (!por->chain.is_checked) {
    por->chain.is_checked = true;
    por->chain.is_clear = step_set_is_clear(&por->at.threads, por->at.current);
  }
  return por->chain.is_clear && check_next_of_chain(por, access);
}

bool por_goes_on(struct por *por, struct machine *machine, struct state *state, uint32_t number) {
  if (por->level == POR_NONE || state->atomic_owner != NO_THREAD ||
      ++por->chain.length > LONGEST_CHAIN)
    return false;
  const struct thread *thread = state_thread(state, number);
  if (thread->finished || thread->stopped)
    return false;
  bool goes_on;
  if (is_left_alone(state, thread)) {
    por->listener.wants_all = true; /* its next steps are not looked at */
    goes_on = thread_next_edge(thread)->op != OPERATION_WAIT;
  } else {
    struct exact_access access;
    enum glance glance = next_glance(por->nexts, machine, state, thread, &access);
    if (glance == GLANCE_LOCAL)
      return !por->at.threads.checks_leaks;
    goes_on = goes_on_openly(por, state, glance, &access);
  }
  por->chain.is_local &= !goes_on;
  return goes_on;
}

/* The sleep set that goes along with the step to this state: of the threads that sleep or are still
 * to be stepped, those the step commutes with. A waitlist that is a stack so gets to the last one
 * first, with the fewest asleep. */
static uint64_t sleep_along(const struct por *por, const struct state *state) {
  uint64_t sleep = 0;
  size_t at = 0;
  if (por->at.is_unreduced || !uses_sleep(por) || state->thread_count > MOST_THREADS)
    return 0;
  for (size_t i = 0; i < por->at.threads.count; i++, at++) {
    while (state->threads[at]->number != por->at.thread_numbers[i])
      at++;
    if ((por->at.asleep | por->at.todo) & thread_bit(i) && i != por->at.current &&
        !conflicts_now(&por->at.threads, i, por->at.current))
      sleep |= thread_bit(at);
  }
  return sleep;
}

/* Are the futures of the threads after the step what was foreseen before it? Also those of threads
 * that did not move but are less certain now. A new thread has the future of its creator. */
static void check_futures(struct por *por, const struct state *state) {
  size_t old = 0;
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    bool is_new = old == por->at.threads.count || por->at.thread_numbers[old] != thread->number;
    size_t index = is_new ? por->at.current : old;
    uint32_t future;
    uint64_t control;
    old += !is_new;
    if ((!is_new && index != por->at.current && por->at.components[index] == thread->packed) ||
        !next_local_state(por->nexts, por->at.machine, state, thread, &future, &control))
      continue;
    const struct next *before = &por->at.threads.nexts[index];
    por->claim_violated |= !futures_include(por->futures, before->future, future);
    if (!is_new && index == por->at.current)
      moves_add(por->moves, before->control, control);
  }
}

bool por_arrive(struct por *por, struct state *state, uint32_t to, bool fresh) {
  begin_chain(por);
  if (por->level == POR_NONE)
    return false;
  struct sleeping *known = sleep_sets_of(&por->sleep_sets, to);
  bool is_expanded = por->sleep_sets.marks.items[to] & IS_EXPANDED;
  por->at.some_successor_waits |= !is_expanded;
  if (por->at.current == SIZE_MAX) /* a first state */
    return false;
  if (!fresh && state->domain->has_extra)
    store_load(por->store, state, to);
  if (!por->at.is_unreduced && !por->without_claims)
    check_futures(por, state);
  uint64_t sleep = sleep_along(por, state);
  if (fresh) {
    known->sleep = sleep;
    return false;
  }
  return sleep_sets_narrow(&por->sleep_sets, to, sleep);
}

void por_end_execution(struct por *por) {
  begin_chain(por);
  por->at.some_step_ended = true;
}

bool por_take_postponed(struct por *por, uint32_t *number) {
  if (!postponed_take(&por->postponed, &por->sleep_sets, por->moves, number))
    return false;
  por->sleep_sets.marks.items[*number] |= IS_FULL;
  por->statistics.postponed++;
  return true;
}
