/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the back edges that a thread takes. */
#include "engine/context/iterations.h"

#include "analysis/loops.h"
#include "base/memory.h"

#include <string.h>

static const struct loops *loops_of(struct iterations *iterations,
                                    const struct function *function) {
  uint64_t found = 0;
  if (!map_get(&iterations->loops, (uintptr_t)function, &found)) {
    found = (uintptr_t)loops_create(iterations->arena, function);
    map_set(&iterations->loops, (uintptr_t)function, found);
  }
  return (const struct loops *)(uintptr_t)found;
}

static int compare(const struct loop_rounds *a, const struct loop_rounds *b) {
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  if (a->depth != b->depth)
    return a->depth < b->depth ? -1 : 1;
  return (a->head > b->head) - (a->head < b->head);
}

/* The entry of a loop, added if there is none. */
static struct loop_rounds *entry_of(struct iterations *iterations, uint32_t thread, uint32_t depth,
                                    uint32_t head) {
  struct loop_rounds wanted = {.thread = thread, .depth = depth, .head = head};
  size_t at = 0;
  while (at < iterations->now.count && compare(&iterations->now.items[at], &wanted) < 0)
    at++;
  if (at == iterations->now.count || compare(&iterations->now.items[at], &wanted) != 0) {
    vector_push(&iterations->now, wanted);
    memmove(&iterations->now.items[at + 1], &iterations->now.items[at],
            (iterations->now.count - 1 - at) * sizeof wanted);
    iterations->now.items[at] = wanted;
  }
  return &iterations->now.items[at];
}

/* Forgets loops of frames that have returned. */
static void forget_deeper(struct iterations *iterations, uint32_t thread, size_t depth) {
  size_t count = 0;
  for (size_t i = 0; i < iterations->now.count; i++)
    if (iterations->now.items[i].thread != thread || iterations->now.items[i].depth <= depth)
      iterations->now.items[count++] = iterations->now.items[i];
  iterations->now.count = count;
}

static void note_undecided(struct iterations *iterations, uint32_t thread) {
  for (size_t i = 0; i < iterations->now.count; i++)
    if (iterations->now.items[i].thread == thread)
      iterations->now.items[i].is_undecided = true;
}

static bool is_back_edge(struct iterations *iterations, const struct function *function,
                         const struct edge *edge) {
  const struct loops *loops = loops_of(iterations, function);
  return loops->too_deep || loops_is_back_edge(loops, edge);
}

static void notice(struct listener *listener, const struct state *state,
                   const struct event *event) {
  struct iterations *iterations = (struct iterations *)listener;
  if (event->kind != EVENT_EDGE)
    return;
  const struct thread *thread = state_thread(state, event->thread);
  const struct function *function = thread_top(thread)->function;
  size_t depth = thread->frames.count;
  if (iterations->now.count)
    forget_deeper(iterations, thread->number, depth);
  if (*iterations->undecided != iterations->seen_undecided) {
    iterations->seen_undecided = *iterations->undecided;
    note_undecided(iterations, thread->number);
  }
  if (event->edge->op == OPERATION_RETURN || event->edge->op == OPERATION_FINISH ||
      event->edge->op == OPERATION_LONGJMP || !function->locations[event->edge->to].loop_head)
    return;
  struct loop_rounds *entry =
      entry_of(iterations, thread->number, (uint32_t)depth, event->edge->to);
  entry->function = function->number;
  entry->is_library = function->is_library;
  if (is_back_edge(iterations, function, event->edge)) {
    entry->units += entry->is_undecided ? UNITS_PER_ITERATION : UNITS_PER_DECIDED_ITERATION;
    entry->turns++;
  } else {
    entry->units = entry->turns = 0;
  }
  entry->is_undecided = false;
  iterations->is_beyond |= entry->units > iterations->most;
}

void iterations_init(struct iterations *iterations, const uint64_t *undecided, uint32_t most) {
  *iterations = (struct iterations){.listener.event = notice, .undecided = undecided, .most = most};
  iterations->known = interner_create();
  iterations->arena = arena_create();
  interner_add(iterations->known, "", 0, NULL);
}

void iterations_release(struct iterations *iterations) {
  vector_release(&iterations->now);
  interner_destroy(iterations->known);
  arena_destroy(iterations->arena);
  map_release(&iterations->loops);
}

void iterations_begin_step(struct iterations *iterations, uint32_t kept) {
  size_t size;
  const void *data = interner_data(iterations->known, kept, &size);
  size_t count = size / sizeof(struct loop_rounds);
  vector_reserve(&iterations->now, count + 1);
  memcpy(iterations->now.items, data, size);
  iterations->now.count = count;
  iterations->seen_undecided = *iterations->undecided;
  iterations->is_beyond = false;
}

/* The units of nested calls of the current function of a thread. */
static uint32_t call_units(const struct thread *thread) {
  uint32_t units = 0;
  for (size_t i = 0; i + 1 < thread->frames.count; i++)
    if (thread->frames.items[i].function == thread_top(thread)->function)
      units += UNITS_PER_CALL;
  return units;
}

static void take_larger(uint32_t *most, uint32_t count) { *most = count > *most ? count : *most; }

uint32_t iterations_end_step(struct iterations *iterations, const struct state *state,
                             struct iteration_count *most) {
  *most = (struct iteration_count){0, 0};
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    forget_deeper(iterations, thread->number, thread->finished ? 0 : thread->frames.count);
    take_larger(&most->units, thread->finished ? 0 : call_units(thread));
  }
  vector_each (loop, &iterations->now) {
    take_larger(&most->units, loop->units);
    take_larger(&most->turns, loop->is_library ? 0 : loop->turns);
  }
  return interner_add(iterations->known, iterations->now.items,
                      iterations->now.count * sizeof(struct loop_rounds), NULL);
}

const struct loop_rounds *iterations_find_beyond(const struct iterations *iterations, uint32_t kept,
                                                 struct iteration_count most) {
  size_t size;
  const struct loop_rounds *loops = interner_data(iterations->known, kept, &size), *found = NULL;
  for (size_t i = 0; i < size / sizeof *loops; i++)
    if ((loops[i].units > most.units || (!loops[i].is_library && loops[i].turns > most.turns)) &&
        (!found || found->is_library || loops[i].turns > found->turns))
      found = &loops[i];
  return found;
}

bool iterations_include(const struct iterations *iterations, uint32_t more, uint32_t less) {
  if (more == less)
    return true;
  size_t more_size, less_size;
  const struct loop_rounds *a = interner_data(iterations->known, more, &more_size);
  const struct loop_rounds *b = interner_data(iterations->known, less, &less_size);
  const struct loop_rounds *a_end = a + more_size / sizeof *a, *b_end = b + less_size / sizeof *b;
  for (; b < b_end; b++) {
    while (a < a_end && compare(a, b) < 0)
      a++;
    bool same = a < a_end && compare(a, b) == 0;
    if ((b->turns && (!same || a->units < b->units || a->turns < b->turns)) ||
        (b->is_undecided && (!same || !a->is_undecided)))
      return false;
  }
  return true;
}
