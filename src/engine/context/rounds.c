/* Counting the back edges that a thread takes. */
#include "engine/context/rounds.h"

#include "analysis/loops.h"
#include "base/memory.h"

#include <string.h>

static const struct loops *loops_of(struct rounds *rounds, const struct function *function) {
  uint64_t found = 0;
  if (!map_get(&rounds->loops, (uintptr_t)function, &found)) {
    found = (uintptr_t)loops_create(rounds->arena, function);
    map_set(&rounds->loops, (uintptr_t)function, found);
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

/* The entry of a loop, made if there is none. */
static struct loop_rounds *entry_of(struct rounds *rounds, uint32_t thread, uint32_t depth,
                                    uint32_t head) {
  struct loop_rounds wanted = {.thread = thread, .depth = depth, .head = head};
  size_t at = 0;
  while (at < rounds->now.count && compare(&rounds->now.items[at], &wanted) < 0)
    at++;
  if (at == rounds->now.count || compare(&rounds->now.items[at], &wanted) != 0) {
    vector_push(&rounds->now, wanted);
    memmove(&rounds->now.items[at + 1], &rounds->now.items[at],
            (rounds->now.count - 1 - at) * sizeof wanted);
    rounds->now.items[at] = wanted;
  }
  return &rounds->now.items[at];
}

/* Loops of frames that have returned are over. */
static void forget_deeper(struct rounds *rounds, uint32_t thread, size_t depth) {
  size_t count = 0;
  for (size_t i = 0; i < rounds->now.count; i++)
    if (rounds->now.items[i].thread != thread || rounds->now.items[i].depth <= depth)
      rounds->now.items[count++] = rounds->now.items[i];
  rounds->now.count = count;
}

static void note_undecided(struct rounds *rounds, uint32_t thread) {
  for (size_t i = 0; i < rounds->now.count; i++)
    if (rounds->now.items[i].thread == thread)
      rounds->now.items[i].is_undecided = true;
}

static bool is_back_edge(struct rounds *rounds, const struct function *function,
                         const struct edge *edge) {
  const struct loops *loops = loops_of(rounds, function);
  return loops->too_deep || loops_is_back_edge(loops, edge);
}

static void notice(struct observer *observer, const struct state *state,
                   const struct event *event) {
  struct rounds *rounds = (struct rounds *)observer;
  if (event->kind != EVENT_EDGE)
    return;
  const struct thread *thread = state_thread(state, event->thread);
  const struct function *function = thread_top(thread)->function;
  size_t depth = thread->frames.count;
  if (rounds->now.count)
    forget_deeper(rounds, thread->number, depth);
  if (*rounds->undecided != rounds->seen_undecided) {
    rounds->seen_undecided = *rounds->undecided;
    note_undecided(rounds, thread->number);
  }
  if (event->edge->op == OPERATION_RETURN || event->edge->op == OPERATION_FINISH ||
      event->edge->op == OPERATION_LONGJMP || !function->locations[event->edge->to].loop_head)
    return;
  struct loop_rounds *entry = entry_of(rounds, thread->number, (uint32_t)depth, event->edge->to);
  if (!is_back_edge(rounds, function, event->edge))
    entry->units = 0;
  else
    entry->units += entry->is_undecided ? UNITS_PER_ROUND : UNITS_PER_DECIDED_ROUND;
  entry->is_undecided = false;
  rounds->is_beyond |= entry->units > rounds->most;
}

void rounds_init(struct rounds *rounds, const uint64_t *undecided, uint32_t most) {
  *rounds = (struct rounds){.observer = {notice}, .undecided = undecided, .most = most};
  rounds->known = interner_create();
  rounds->arena = arena_create();
  interner_add(rounds->known, "", 0, NULL);
}

void rounds_release(struct rounds *rounds) {
  vector_release(&rounds->now);
  interner_destroy(rounds->known);
  arena_destroy(rounds->arena);
  map_release(&rounds->loops);
}

void rounds_begin_step(struct rounds *rounds, uint32_t kept) {
  size_t size;
  const void *data = interner_data(rounds->known, kept, &size);
  size_t count = size / sizeof(struct loop_rounds);
  vector_reserve(&rounds->now, count + 1);
  memcpy(rounds->now.items, data, size);
  rounds->now.count = count;
  rounds->seen_undecided = *rounds->undecided;
  rounds->is_beyond = false;
}

/* Nested calls of the function that a thread is in. */
static uint32_t call_units(const struct thread *thread) {
  uint32_t units = 0;
  for (size_t i = 0; i + 1 < thread->frames.count; i++)
    if (thread->frames.items[i].function == thread_top(thread)->function)
      units += UNITS_PER_CALL;
  return units;
}

uint32_t rounds_end_step(struct rounds *rounds, const struct state *state, uint32_t *units) {
  *units = 0;
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    forget_deeper(rounds, thread->number, thread->finished ? 0 : thread->frames.count);
    uint32_t calls = thread->finished ? 0 : call_units(thread);
    if (calls > *units)
      *units = calls;
  }
  for (size_t i = 0; i < rounds->now.count; i++)
    if (rounds->now.items[i].units > *units)
      *units = rounds->now.items[i].units;
  return interner_add(rounds->known, rounds->now.items,
                      rounds->now.count * sizeof(struct loop_rounds), NULL);
}

bool rounds_include(const struct rounds *rounds, uint32_t more, uint32_t less) {
  if (more == less)
    return true;
  size_t more_size, less_size;
  const struct loop_rounds *a = interner_data(rounds->known, more, &more_size);
  const struct loop_rounds *b = interner_data(rounds->known, less, &less_size);
  const struct loop_rounds *a_end = a + more_size / sizeof *a, *b_end = b + less_size / sizeof *b;
  for (; b < b_end; b++) {
    while (a < a_end && compare(a, b) < 0)
      a++;
    bool same = a < a_end && compare(a, b) == 0;
    if ((b->units && (!same || a->units < b->units)) ||
        (b->is_undecided && (!same || !a->is_undecided)))
      return false;
  }
  return true;
}
