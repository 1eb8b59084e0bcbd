/* SPDX-License-Identifier: Apache-2.0 */
/* An iteration changed nothing if the live registers and the private memory have their old values,
 * and if nothing shared was written except the old values, as by a test-and-set of a lock that is
 * held. All of this is expressed in terms; guards tell which writes were executed.
 *
 * There is an execution without the iteration, with the same states before and after it: no thread
 * can have read anything else from it. Hence each reachable state is reached without such
 * iterations, and with it each violation; a violation in the middle of an iteration is in the last
 * one.
 *
 * An iteration that releases and reacquires a lock, as waiting for a condition variable does, that
 * changes nothing else and that follows one of the same kind can be left out too, together with the
 * critical section between the two: the thread just acquires the lock later. Other threads cannot
 * observe this as long as they read the lock only to wait until it is free. Reads in that critical
 * section can race, so these iterations are kept if races are checked. */
#include "engine/order/waiting.h"

struct iteration_start {
  struct thread_path *path;
  size_t events, threads;
  uint32_t objects;
};

struct iteration_start *iteration_begin(struct symbolic *symbolic, const struct function *function,
                                        struct thread_path *path) {
  struct iteration_start *start = arena_allocate(symbolic->arena, sizeof *start);
  start->path = order_path_copy(symbolic, path, function->register_count);
  start->events = symbolic->events.count;
  start->threads = symbolic->threads.count;
  start->objects = symbolic->object_count;
  return start;
}

size_t iteration_first_event(const struct iteration_start *start) { return start->events; }

static const struct term *same_lane(struct symbolic *symbolic, struct lane a, struct lane b) {
  if (a.term == b.term && a.index == b.index)
    return always(symbolic);
  if (!a.term || !b.term)
    return never(symbolic);
  return order_equal(symbolic, term_extract(symbolic->terms, a.index * 8, 8, a.term),
                     term_extract(symbolic->terms, b.index * 8, 8, b.term));
}

static const struct term *same_registers(struct symbolic *symbolic,
                                         const struct thread_path *before,
                                         const struct thread_path *after,
                                         struct live_registers live) {
  const struct term *same = always(symbolic);
  for (uint32_t i = 0; i < live.count && !term_is_false(same); i++) {
    const struct term *a = before->registers[live.registers[i]];
    const struct term *b = after->registers[live.registers[i]];
    if (a != b)
      same = a && b ? order_and(symbolic, same, order_equal(symbolic, a, b)) : never(symbolic);
  }
  return same;
}

static struct contents *contents_of(const struct thread_path *path, size_t number) {
  return number < path->memory_count ? path->memory[number] : NULL;
}

/* Private memory, and what only this thread ever touches of shared memory; writes to the rest are
 * events. */
static const struct term *same_memory(struct symbolic *symbolic,
                                      const struct iteration_start *start,
                                      struct thread_path *after) {
  const struct term *same = always(symbolic);
  for (size_t i = 0; i < symbolic->instances.count && !term_is_false(same); i++) {
    struct instance *instance = symbolic->instances.items[i];
    if (contents_of(start->path, i) == contents_of(after, i) || instance->returned)
      continue;
    struct lane *a = order_path_lanes(symbolic, start->path, instance);
    struct lane *b = order_path_lanes(symbolic, after, instance);
    for (uint64_t j = 0; j < instance->size && !term_is_false(same); j++)
      if (!instance->shared || instance->marks->readers[j] != SEVERAL)
        same = order_and(symbolic, same, same_lane(symbolic, a[j], b[j]));
  }
  return same;
}

/* Only slots of functions that have returned. */
static bool is_of_iteration(const struct symbolic *symbolic, const struct order_event *event) {
  for (uint32_t i = 0; i < event->target_count; i++)
    if (!symbolic->instances.items[event->targets[i]]->returned)
      return false;
  return true;
}

/* Where the event was not executed, or wrote what was there. */
static const struct term *is_harmless(struct symbolic *symbolic, const struct order_event *write) {
  const struct term *skipped = order_not(symbolic, write->guard);
  if (!write->replaced)
    return skipped;
  return order_or(symbolic, skipped, order_equal(symbolic, write->replaced, write->value));
}

/* A lock that others only look at to wait until it is free. */
static bool is_quiet_lock(const struct symbolic *symbolic, const struct order_event *write) {
  const struct word *word =
      term_is_constant(write->address)
          ? knowledge_find_word(symbolic->knowledge, write->address->value, write->size)
          : NULL;
  return word && word->acquired && !word->no_lock && !word->mixed && !word->peeked &&
         !property_in(PROPERTY_RACE, symbolic->properties);
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

const struct term *iteration_changed_nothing(struct symbolic *symbolic,
                                             const struct iteration_start *start,
                                             struct thread_path *path, struct live_registers live,
                                             bool *locks) {
  *locks = false;
  if (path->atomic_depth != start->path->atomic_depth || path->node != start->path->node ||
      symbolic->threads.count != start->threads || symbolic->object_count != start->objects ||
      !holds_the_same(start->path, path))
    return never(symbolic);
  const struct term *result = same_registers(symbolic, start->path, path, live);
  if (!term_is_false(result))
    result = order_and(symbolic, result, same_memory(symbolic, start, path));
  for (size_t i = start->events; i < symbolic->events.count && !term_is_false(result); i++) {
    const struct order_event *event = &symbolic->events.items[i];
    if (!event->writes || symbolic->nodes.items[event->node].thread != path->thread ||
        is_of_iteration(symbolic, event))
      continue;
    bool quiet = is_quiet_lock(symbolic, event);
    *locks |= quiet;
    if (!quiet)
      result = order_and(symbolic, result, is_harmless(symbolic, event));
  }
  return result;
}
