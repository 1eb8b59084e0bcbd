/* SPDX-License-Identifier: Apache-2.0 */
/* Deadlocks: threads that wait for each other in a cycle, or no thread that can continue. */
#include "analysis/cancelling.h"
#include "base/text.h"
#include "semantics/evaluate.h"
#include "semantics/ignore.h"
#include "semantics/violate.h"

#include <stdio.h>
#include <string.h>

enum { FEW_THREADS = 16 }; /* up to so many threads, all that is found out fits on the stack */

static bool holds_object(const struct state *state, const struct thread *thread, uint64_t object) {
  if (thread->finished)
    return false;
  return thread_record(state, thread) == object || thread_holds(thread, object);
}

/* Threads by their index. */
struct waiting_threads {
  const enum readiness *readiness;
  uint32_t *path;
  bool *seen;
  size_t length;
  bool with_cancellable; /* waits that a cancellation may end, unless that is certain, count too */
};

/* Does the predicate hold at the location of any frame? */
static bool in_frame(const struct machine *machine, const struct thread *thread,
                     bool (*is)(const struct program *program, const struct function *function,
                                uint32_t location)) {
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    if (is(machine->program, frame->function, frame->location))
      return true;
  }
  return false;
}

/* Is it certain that a thread reaches the call of pthread_cancel ahead of it, or ends? A thread
 * that loops, or that waits while another thread loops, may never reach the call. */
static bool comes_to_cancel(const struct machine *machine, const struct state *state,
                            const struct waiting_threads *waiting, const bool *behind,
                            uint32_t index) {
  const struct thread *thread = state->threads[index];
  for (size_t i = 0; i < thread->frames.count; i++)
    if (cancelling_is_cancel(machine->program, thread->frames.items[i].function))
      return true;
  if (in_frame(machine, thread, cancelling_may_loop))
    return false;
  if (waiting->readiness[index] == READY && !in_frame(machine, thread, cancelling_may_wait))
    return true;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (i != index && !behind[i] && waiting->readiness[i] != STOPPED &&
        in_frame(machine, state->threads[i], cancelling_may_loop))
      return false;
  return true;
}

/* Notes why a cycle is not reported: a request to cancel may end it, but need not come. */
static void withhold(struct machine *machine, const struct thread *thread) {
  if (*machine->doubts.withheld)
    return;
  const struct edge *edge = user_edge(thread, thread_next_edge(thread));
  struct text place = {0};
  program_print_position(&place, machine->program, edge->at);
  snprintf(machine->doubts.withheld, sizeof machine->doubts.withheld,
           "threads wait for each other in a cycle, and it is not certain that pthread_cancel ends "
           "the wait at %s",
           text_get(&place));
  text_release(&place);
}

/* Does the thread wait for something that one of these threads holds? */
static bool waits_for_any(struct machine *machine, const struct state *state,
                          const struct waiting_threads *waiting, uint32_t index,
                          const bool *holders) {
  uint64_t object;
  const struct thread *thread = state->threads[index];
  if (waiting->readiness[index] != BLOCKED ||
      !look_at_number(machine, thread, thread_next_edge(thread)->wait.object, &object))
    return false;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (holders[i] && holds_object(state, state->threads[i], object))
      return true;
  return false;
}

/* A request to cancel the thread would end its wait. May some thread make the request that need not
 * wait for this thread first? */
static bool may_be_cancelled(struct machine *machine, const struct state *state,
                             const struct waiting_threads *waiting, uint32_t index, bool *certain) {
  size_t count = state->thread_count;
  bool few[FEW_THREADS], *behind = few, found = false, is_certain = false;
  if (!machine->program->cancelling)
    return false;
  if (count > FEW_THREADS)
    behind = memory_allocate(count * sizeof *behind);
  memset(behind, false, count * sizeof *behind);
  behind[index] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < count; i++)
      if (!behind[i] && waits_for_any(machine, state, waiting, i, behind))
        behind[i] = changed = true;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (behind[i] || waiting->readiness[i] == STOPPED || state->threads[i]->finished ||
        !in_frame(machine, state->threads[i], cancelling_ahead))
      continue;
    found = true;
    is_certain |= comes_to_cancel(machine, state, waiting, behind, i);
  }
  *certain = is_certain;
  if (behind != few)
    memory_release(behind);
  return found;
}

/* Does the thread wait for an object that it can get only from a holder: not from a spurious
 * wake-up, a signal, a post or a cancellation? */
static bool waits_for(struct machine *machine, const struct state *state,
                      const struct waiting_threads *waiting, uint32_t index, uint64_t *object) {
  const struct thread *thread = state->threads[index];
  if (waiting->readiness[index] != BLOCKED)
    return false;
  const struct edge *edge = thread_next_edge(thread);
  bool is_known = look_at_number(machine, thread, edge->wait.object, object);
  machine->doubts.unclear |= !is_known;
  if (!is_known || !edge->wait.cancellable)
    return is_known;
  bool certain = false;
  return !may_be_cancelled(machine, state, waiting, index, &certain) ||
         (waiting->with_cancellable && !certain);
}

/* Extends the path of threads, each waiting for the next, by the thread with this index. */
static bool close_cycle(struct machine *machine, const struct state *state,
                        struct waiting_threads *waiting, uint32_t index) {
  for (size_t i = 0; i < waiting->length; i++) {
    if (waiting->path[i] != index)
      continue;
    memmove(waiting->path, waiting->path + i, (waiting->length - i) * sizeof *waiting->path);
    waiting->length -= i;
    return true;
  }
  uint64_t object;
  if (waiting->seen[index] || !waits_for(machine, state, waiting, index, &object))
    return false;
  waiting->seen[index] = true;
  waiting->path[waiting->length++] = index;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (holds_object(state, state->threads[i], object) && close_cycle(machine, state, waiting, i))
      return true;
  waiting->length--;
  return false;
}

/* Does the thread wait for an object that another thread holds? */
static bool waits_for_holder(struct machine *machine, const struct state *state,
                             const struct waiting_threads *waiting, uint32_t index) {
  uint64_t object;
  if (!waits_for(machine, state, waiting, index, &object))
    return false;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (i != index && holds_object(state, state->threads[i], object))
      return true;
  return false;
}

/* Where the threads of the cycle wait or, if no thread can continue, those that no other thread
 * could wake. A thread that waits for one of them is not the cause. */
static struct violation_site deadlock_site(struct machine *machine, const struct state *state,
                                           const struct waiting_threads *waiting, bool is_cycle) {
  struct violation_site site = {.property = PROPERTY_DEADLOCK};
  for (size_t i = 0; i < waiting->length; i++) {
    const struct thread *thread = state->threads[waiting->path[i]];
    if (is_cycle || !waits_for_holder(machine, state, waiting, waiting->path[i]))
      site_add(&site, user_edge(thread, thread_next_edge(thread))->at);
  }
  return site;
}

static bool is_ignored_deadlock(const struct machine *machine, const struct state *state,
                                const struct waiting_threads *waiting,
                                const struct violation_site *site) {
  if (!property_in(PROPERTY_DEADLOCK, known_properties(machine->known)))
    return false;
  VECTOR(struct accused) accused = {0};
  for (size_t i = 0; i < waiting->length; i++)
    vector_push(&accused, (struct accused){state->threads[waiting->path[i]], NULL});
  bool ignored = is_ignored(machine, site, accused.items, accused.count, 0);
  vector_release(&accused);
  return ignored;
}

/* Reports a deadlock of the threads on the path. False: it is known, or a known cycle explains it.
 */
static bool report_deadlock(struct machine *machine, const struct state *state,
                            const struct waiting_threads *waiting, bool is_cycle) {
  const uint32_t *indices = waiting->path;
  size_t count = waiting->length;
  struct violation_site site = deadlock_site(machine, state, waiting, is_cycle);
  if (!site.count || is_ignored_deadlock(machine, state, waiting, &site))
    return false;
  struct violation *violation = &machine->violation;
  *violation = (struct violation){.property = PROPERTY_DEADLOCK,
                                  .message = is_cycle ? "threads wait for each other in a cycle"
                                                      : "no thread can continue",
                                  .other_thread = NO_THREAD,
                                  .is_cycle = is_cycle,
                                  .site = site};
  size_t most = sizeof violation->waiting / sizeof violation->waiting[0];
  for (size_t i = 0; i < count && i < most; i++)
    violation->waiting[violation->waiting_count++] = state->threads[indices[i]]->number;
  const struct thread *first = state->threads[indices[0]];
  violation->thread = first->number;
  violation->at = thread_next_edge(first)->at;
  return true;
}

/* Looks for cycles that are not reported only because a cancellation may end them. */
static void look_for_withheld(struct machine *machine, const struct state *state,
                              struct waiting_threads *waiting) {
  if (!machine->program->cancelling || *machine->doubts.withheld)
    return;
  waiting->with_cancellable = true;
  memset(waiting->seen, false, state->thread_count * sizeof *waiting->seen);
  for (uint32_t i = 0; i < state->thread_count; i++) {
    if (!close_cycle(machine, state, waiting, i))
      continue;
    for (size_t j = 0; j < waiting->length; j++) {
      const struct thread *thread = state->threads[waiting->path[j]];
      bool certain;
      if (thread_next_edge(thread)->wait.cancellable &&
          may_be_cancelled(machine, state, waiting, waiting->path[j], &certain))
        withhold(machine, thread);
    }
    waiting->length = 0;
  }
  waiting->with_cancellable = false;
}

static bool finds_deadlock(struct machine *machine, const struct state *state,
                           struct waiting_threads *waiting) {
  bool some_ready = false, some_stopped = false, some_stuck = false;
  for (uint32_t i = 0; i < state->thread_count; i++) {
    enum readiness readiness = waiting->readiness[i];
    some_ready |= readiness == READY;
    some_stopped |= readiness == STOPPED;
    some_stuck |= readiness == BLOCKED || readiness == READY_SPURIOUSLY;
  }
  if (!some_stuck)
    return false;
  for (uint32_t i = 0; i < state->thread_count; i++) {
    if (!close_cycle(machine, state, waiting, i))
      continue;
    if (report_deadlock(machine, state, waiting, true))
      return true;
    waiting->length = 0;
  }
  look_for_withheld(machine, state, waiting);
  if (some_ready || some_stopped)
    return false;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (!state->threads[i]->finished)
      waiting->path[waiting->length++] = i;
  return report_deadlock(machine, state, waiting, false);
}

bool machine_finds_deadlock_of(struct machine *machine, const struct state *state,
                               const enum readiness *readiness) {
  uint32_t few_path[FEW_THREADS];
  bool few_seen[FEW_THREADS] = {false};
  struct waiting_threads waiting = {readiness, few_path, few_seen, 0, false};
  size_t count = state->thread_count;
  if (count > FEW_THREADS) {
    waiting.path = memory_allocate(count * sizeof *waiting.path);
    waiting.seen = memory_allocate_zeroed(count * sizeof *waiting.seen);
  }
  bool found = finds_deadlock(machine, state, &waiting);
  if (count > FEW_THREADS) {
    memory_release(waiting.path);
    memory_release(waiting.seen);
  }
  return found;
}

bool machine_finds_deadlock(struct machine *machine, struct state *state) {
  enum readiness few[FEW_THREADS], *readiness = few;
  size_t count = state->thread_count;
  /* A store that still waits may let a thread continue. If it does not, a later state shows that.
   */
  if (state->atomic_owner != NO_THREAD ||
      (memory_model_has_buffers(state->memory_model) && state_has_waiting_stores(state)))
    return false;
  if (count > FEW_THREADS)
    readiness = memory_allocate(count * sizeof *readiness);
  for (size_t i = 0; i < count; i++)
    readiness[i] = machine_readiness(machine, state, state->threads[i]);
  bool found = machine_finds_deadlock_of(machine, state, readiness);
  if (readiness != few)
    memory_release(readiness);
  return found;
}
