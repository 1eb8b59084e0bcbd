/* SPDX-License-Identifier: Apache-2.0 */
/* An iteration changed nothing if the live registers and the private memory have their old values,
 * and if all its shared writes wrote the old values, as a test-and-set of a held lock does. All of
 * this is expressed in terms; guards tell which writes were executed.
 *
 * An execution without the iteration has the same states before and after it, since no thread can
 * have read other values from it. So each reachable state, and with it each violation, is reached
 * without such iterations; a violation in the middle of an iteration is in the last one.
 *
 * As a wait for a condition variable does, an iteration may also release a lock and acquire it
 * again. If it changes nothing else, and follows one of the same kind, it can be left out together
 * with the critical section between the two: the thread then acquires the lock later. Other threads
 * cannot observe this if they read the lock only to wait until it is free. Reads in that critical
 * section can race, so these iterations are kept if races are checked. */
#include "engine/order/waiting.h"

#include "engine/order/locks.h"

struct iteration_start {
  struct thread_path *path;
  size_t events, threads;
  uint32_t objects;
};

struct iteration_start *iteration_begin(struct order_run *run, const struct function *function,
                                        struct thread_path *path) {
  struct iteration_start *start = arena_allocate(run->arena, sizeof *start);
  start->path = order_path_copy(run, path, function->register_count);
  start->events = run->log.events.count;
  start->threads = run->log.threads.count;
  start->objects = run->instances.live_count;
  return start;
}

size_t iteration_first_event(const struct iteration_start *start) { return start->events; }

static const struct term *same_lane(struct order_run *run, struct lane a, struct lane b) {
  if (a.term == b.term && a.index == b.index)
    return always(run->terms);
  if (!a.term || !b.term)
    return never(run->terms);
  return order_equal(run->terms, term_extract(run->terms, a.index * 8, 8, a.term),
                     term_extract(run->terms, b.index * 8, 8, b.term));
}

static const struct term *same_registers(struct order_run *run, const struct thread_path *before,
                                         const struct thread_path *after,
                                         struct live_registers live) {
  const struct term *same = always(run->terms);
  for (uint32_t i = 0; i < live.count && !term_is_false(same); i++) {
    const struct term *a = before->registers[live.registers[i]];
    const struct term *b = after->registers[live.registers[i]];
    if (a != b)
      same =
          a && b ? order_and(run->terms, same, order_equal(run->terms, a, b)) : never(run->terms);
  }
  return same;
}

static struct contents *contents_of(const struct thread_path *path, size_t number) {
  return number < path->memory_count ? path->memory[number] : NULL;
}

/* Compares private memory, and the shared bytes that only this thread accesses; writes to the rest
 * are events. */
static const struct term *same_memory(struct order_run *run, const struct iteration_start *start,
                                      struct thread_path *after) {
  const struct term *same = always(run->terms);
  for (size_t i = 0; i < run->instances.count && !term_is_false(same); i++) {
    struct instance *instance = run->instances.items[i];
    if (contents_of(start->path, i) == contents_of(after, i) || instance->returned)
      continue;
    struct lane *a = order_path_lanes(run, start->path, instance);
    struct lane *b = order_path_lanes(run, after, instance);
    for (uint64_t j = 0; j < instance->size && !term_is_false(same); j++)
      if (!instance->shared || instance->marks->readers[j] != SEVERAL)
        same = order_and(run->terms, same, same_lane(run, a[j], b[j]));
  }
  return same;
}

/* Does the event access only slots of functions that have returned? */
static bool is_of_returned(const struct order_run *run, const struct order_event *event) {
  for (uint32_t i = 0; i < event->target_count; i++)
    if (!run->instances.items[event->targets[i]]->returned)
      return false;
  return true;
}

/* Where the event was not executed, or wrote the value that was there. */
static const struct term *is_harmless(struct order_run *run, const struct order_event *write) {
  const struct term *skipped = order_not(run->terms, write->guard);
  if (!write->replaced)
    return skipped;
  return order_or(run->terms, skipped, order_equal(run->terms, write->replaced, write->value));
}

/* Is it a lock that other threads read only to wait until it is free? */
static bool is_quiet_lock(const struct order_run *run, const struct order_event *write) {
  const struct word *word =
      term_is_constant(write->address)
          ? knowledge_find_word(run->knowledge, write->address->value, write->size)
          : NULL;
  return word && word->acquired && !word->no_lock && !word->mixed && !word->peeked &&
         !order_run_checks(run, PROPERTY_RACE);
}

static bool holds_the_same(struct thread_path *a, struct thread_path *b) {
  for (uint32_t i = 0; i < a->held_count; i++)
    if (lock_epoch(a, a->held[i].lock) && !lock_epoch(b, a->held[i].lock))
      return false;
  for (uint32_t i = 0; i < b->held_count; i++)
    if (lock_epoch(b, b->held[i].lock) && !lock_epoch(a, b->held[i].lock))
      return false;
  return true;
}

const struct term *iteration_changed_nothing(struct order_run *run,
                                             const struct iteration_start *start,
                                             struct thread_path *path, struct live_registers live,
                                             bool *locks) {
  *locks = false;
  if (path->atomic_depth != start->path->atomic_depth || path->node != start->path->node ||
      run->log.threads.count != start->threads || run->instances.live_count != start->objects ||
      !holds_the_same(start->path, path))
    return never(run->terms);
  const struct term *result = same_registers(run, start->path, path, live);
  if (!term_is_false(result))
    result = order_and(run->terms, result, same_memory(run, start, path));
  for (size_t i = start->events; i < run->log.events.count && !term_is_false(result); i++) {
    const struct order_event *event = &run->log.events.items[i];
    if (!event->writes || run->log.nodes.items[event->node].thread != path->thread ||
        is_of_returned(run, event))
      continue;
    bool quiet = is_quiet_lock(run, event);
    *locks |= quiet;
    if (!quiet)
      result = order_and(run->terms, result, is_harmless(run, event));
  }
  return result;
}
