/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves out turns of loops. */
#include "semantics/shorten_pass.h"

enum { MOST_LOOPS = 6 }; /* whose turns are left out, of a thread */

/* The visits of a place by a thread, or of places by all threads. The steps between two visits are
 * turns of a loop. */
#define ALL_THREADS UINT32_MAX
struct turns {
  uint32_t thread;
  VECTOR(size_t) visits; /* numbers of steps */
};
struct turn_list {
  VECTOR(struct turns) list;
};

static bool is_of(const struct course_step *step, uint32_t thread) {
  return thread == ALL_THREADS || step->thread == thread;
}

static uint64_t place_of(const struct course_step *step, uint32_t thread) {
  return thread == ALL_THREADS ? step->places : step->place;
}

static bool has_loop_of(const struct turn_list *loops, uint32_t thread, size_t visits) {
  vector_each (turns, &loops->list)
    if (turns->thread == thread && turns->visits.count == visits)
      return true;
  return false;
}

/* Loops of a thread: places with different numbers of visits, those that come first. */
static void find_loops(const struct shortening *shortening, uint32_t thread,
                       struct turn_list *loops) {
  const struct course *best = &shortening->best;
  struct map counts = {0}, seen = {0};
  size_t found = 0;
  vector_each (step, &best->steps) {
    uint64_t count = 0;
    if (!is_of(step, thread))
      continue;
    map_get(&counts, place_of(step, thread), &count);
    map_set(&counts, place_of(step, thread), count + 1);
  }
  for (size_t i = 0; i < best->steps.count && found < MOST_LOOPS; i++) {
    uint64_t place = place_of(&best->steps.items[i], thread), count = 0;
    if (!is_of(&best->steps.items[i], thread) || map_get(&seen, place, NULL))
      continue;
    map_set(&seen, place, 1);
    map_get(&counts, place, &count);
    if (count < 2 || has_loop_of(loops, thread, count))
      continue;
    struct turns turns = {.thread = thread};
    for (size_t j = i; j < best->steps.count; j++)
      if (is_of(&best->steps.items[j], thread) && place_of(&best->steps.items[j], thread) == place)
        vector_push(&turns.visits, j);
    vector_push(&loops->list, turns);
    found++;
  }
  map_release(&counts);
  map_release(&seen);
}

static void mark_turns(const struct shortening *shortening, const struct turns *turns, size_t first,
                       size_t end, bool *marks) {
  for (size_t i = turns->visits.items[first] + 1; i <= turns->visits.items[end]; i++)
    marks[i] |= is_of(&shortening->best.steps.items[i], turns->thread);
}

static void release_loops(struct turn_list *loops) { vector_release_members(&loops->list, visits); }

/* Many turns in a row, then fewer; true: some were left out, and the loops are others now. */
static bool drop_turns_of(struct shortening *shortening, const struct turns *turns) {
  size_t count = turns->visits.count - 1;
  for (size_t size = count; size > 0; size /= 2)
    for (size_t first = 0; first + size <= count && !shorten_is_over(shortening); first += size) {
      bool *marks = shorten_make_marks(shortening);
      mark_turns(shortening, turns, first, first + size, marks);
      if (shorten_try_without(shortening, marks, true))
        return true;
    }
  return false;
}

/* The first or the last `size` turns of a loop, if there are as many. */
static void mark_some(const struct shortening *shortening, const struct turns *turns, size_t size,
                      bool at_end, bool *marks) {
  size_t count = turns->visits.count - 1;
  size = size < count ? size : count;
  mark_turns(shortening, turns, at_end ? count - size : 0, at_end ? count : size, marks);
}

/* As many turns in two threads, or in all of which a loop is listed first. */
static bool drop_turns_together(struct shortening *shortening, const struct turn_list *loops,
                                size_t a, size_t b) {
  size_t count = loops->list.items[a].visits.count - 1;
  for (size_t size = count; size > 0; size /= 2)
    for (int at_end = 0; at_end < 2 && !shorten_is_over(shortening); at_end++) {
      bool *marks = shorten_make_marks(shortening);
      for (size_t i = 0; i < loops->list.count; i++) {
        bool is_first = i == 0 || loops->list.items[i - 1].thread != loops->list.items[i].thread;
        if (a == b ? is_first : i == a || i == b)
          mark_some(shortening, &loops->list.items[i], size, at_end, marks);
      }
      if (shorten_try_without(shortening, marks, true))
        return true;
    }
  return false;
}

static bool drop_turns_once(struct shortening *shortening) {
  struct thread_list threads = {0};
  struct turn_list together = {0}, loops = {0};
  bool improved = false;
  shorten_list_threads(shortening, &threads);
  find_loops(shortening, ALL_THREADS, &together);
  for (size_t i = 0; i < threads.numbers.count; i++)
    find_loops(shortening, threads.numbers.items[i], &loops);
  for (size_t i = 0; i < together.list.count && !improved; i++)
    improved = drop_turns_of(shortening, &together.list.items[i]);
  for (size_t i = 0; i < loops.list.count && !improved; i++)
    improved = drop_turns_of(shortening, &loops.list.items[i]);
  for (size_t i = 0; i < loops.list.count && !improved; i++)
    for (size_t j = i; j < loops.list.count && !improved && !shorten_is_over(shortening); j++)
      if (i == j ? i == 0 : loops.list.items[i].thread != loops.list.items[j].thread)
        improved = drop_turns_together(shortening, &loops, i, j);
  release_loops(&together);
  release_loops(&loops);
  vector_release(&threads.numbers);
  return improved;
}

bool shorten_drop_turns(struct shortening *shortening) {
  bool improved = false;
  while (!shorten_is_over(shortening) && drop_turns_once(shortening))
    improved = true;
  return improved;
}
