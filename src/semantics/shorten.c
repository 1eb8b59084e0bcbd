/* SPDX-License-Identifier: Apache-2.0 */
/* Reduction of whole executions, schedule and inputs together, as property-based testing reduces
 * choice sequences (MacIver and Donaldson, 2020). An attempt leaves out a part: a thread, turns of
 * a loop in one thread or in several, a row of stretches, the end of a stretch, a choice. The rest
 * is followed (course.h) and completed. What leads to the same violation at lower cost becomes the
 * next course to reduce. At the end of all passes comes a search from the start of the program
 * (shorten_search.h) for executions that no pass reaches. */
#include "semantics/shorten.h"

#include "semantics/course.h"
#include "semantics/shorten_search.h"

enum {
  STEPS_TO_END = 6,      /* that a thread takes rather than be interrupted */
  PASSES = 12,           /* each gets such a part of the work at a time */
  MOST_REPLACEMENTS = 3, /* for a thread */
  MOST_LOOPS = 6,        /* whose turns are left out, of a thread */
  FEW_ENDS = 4,          /* that are tried instead of the rest, at first */
  MANY_ENDS = 48,        /* later */
};

struct shortening {
  struct follower follower;
  struct course best;
  struct course_cost cost;     /* of the best */
  struct violation *violation; /* that the best leads to */
};

static void keep_attempt(struct shortening *shortening) {
  course_copy(&shortening->best, &shortening->follower.done);
  shortening->cost = shortening->follower.cost;
  *shortening->violation = shortening->follower.machine.violation;
  shortening->follower.wanted.thread = shortening->violation->thread;
  shortening->follower.wanted.other_thread = shortening->violation->other_thread;
}

static bool is_over(const struct shortening *shortening) { return shortening->follower.is_over; }

static bool try_way(struct shortening *shortening, const struct course *course,
                    struct course_way way, bool strictly) {
  if (!follower_try(&shortening->follower, course, way, &shortening->cost, strictly))
    return false;
  keep_attempt(shortening);
  return true;
}

/* With stretches that end after their steps or, if that fails, where they ended before. */
static bool try_both(struct shortening *shortening, const struct course *course, bool strictly) {
  return try_way(shortening, course, (struct course_way){false, TAIL_STAYS}, strictly) ||
         try_way(shortening, course, (struct course_way){true, TAIL_STAYS}, strictly);
}

/* The best course without the steps that are marked; if `ends_there`, also with another end.
 * Releases the marks. */
static bool try_without(struct shortening *shortening, bool *marks, bool ends_there) {
  struct course changed = {0};
  for (size_t i = 0; i < shortening->best.choices.count; i++)
    if (shortening->best.choices.items[i].step == 0)
      vector_push(&changed.choices, shortening->best.choices.items[i]);
  for (size_t i = 0; i < shortening->best.steps.count; i++)
    if (!marks[i])
      course_add(&changed, &shortening->best, i);
  bool is_less = changed.steps.count < shortening->best.steps.count;
  bool improved =
      is_less &&
      (try_both(shortening, &changed, true) ||
       (ends_there && try_way(shortening, &changed, (struct course_way){true, TAIL_FIRST}, true)));
  course_release(&changed);
  memory_release(marks);
  return improved;
}

static bool *make_marks(const struct shortening *shortening) {
  return memory_allocate_zeroed(shortening->best.steps.count + 1);
}

/* Threads by number, each once. */
struct thread_list {
  VECTOR(uint32_t) numbers;
};

static void list_threads(const struct shortening *shortening, struct thread_list *list) {
  vector_each (step, &shortening->best.steps) {
    size_t i = 0;
    while (i < list->numbers.count && list->numbers.items[i] != step->thread)
      i++;
    if (i == list->numbers.count)
      vector_push(&list->numbers, step->thread);
  }
}

static bool drop_threads(struct shortening *shortening) {
  struct thread_list list = {0};
  bool improved = false;
  list_threads(shortening, &list);
  for (size_t i = list.numbers.count; i-- > 1 && !is_over(shortening);) {
    bool *marks = make_marks(shortening);
    for (size_t j = 0; j < shortening->best.steps.count; j++)
      marks[j] = shortening->best.steps.items[j].thread == list.numbers.items[i];
    improved |= try_without(shortening, marks, true);
  }
  vector_release(&list.numbers);
  return improved;
}

/* Another thread does what a thread of the violation does, with only the threads of the violation
 * and main, or with the others too. */
static bool replace_thread(struct shortening *shortening, uint32_t from, uint32_t to,
                           bool keeps_others) {
  struct course changed = {0};
  struct violation wanted = shortening->follower.wanted;
  for (size_t i = 0; i < shortening->best.steps.count; i++) {
    uint32_t thread = shortening->best.steps.items[i].thread;
    bool is_kept = keeps_others || thread == 0 || thread == wanted.thread ||
                   (wanted.other_edge && thread == wanted.other_thread);
    if (!is_kept || (thread == to && from != to))
      continue;
    course_add(&changed, &shortening->best, i);
    if (thread == from)
      vector_last(&changed.steps).thread = to;
  }
  struct violation *seeks = &shortening->follower.wanted;
  seeks->thread = wanted.thread == from ? to : wanted.thread;
  seeks->other_thread = wanted.other_thread == from ? to : wanted.other_thread;
  bool improved = try_both(shortening, &changed, true);
  for (int tail = TAIL_FIRST; tail < TAIL_COUNT && !improved; tail++)
    improved =
        try_way(shortening, &changed, (struct course_way){true, (enum course_tail)tail}, true);
  if (!improved)
    *seeks = wanted;
  course_release(&changed);
  return improved;
}

static bool takes_part(const struct shortening *shortening, uint32_t thread) {
  vector_each (step, &shortening->best.steps)
    if (step->thread == thread)
      return true;
  return false;
}

/* Threads that were created before do what others do, if they do nothing else. */
static bool renumber_threads(struct shortening *shortening) {
  struct thread_list list = {0};
  bool improved = false;
  list_threads(shortening, &list);
  for (size_t i = 0; i < list.numbers.count; i++)
    for (uint32_t to = 1; to < list.numbers.items[i] && to <= MOST_REPLACEMENTS; to++)
      if (!is_over(shortening) && !takes_part(shortening, to) &&
          replace_thread(shortening, list.numbers.items[i], to, true)) {
        improved = true;
        break;
      }
  vector_release(&list.numbers);
  return improved;
}

/* The threads of the violation alone, or others in their place: those that were created first. */
static bool replace_threads(struct shortening *shortening) {
  for (int other = 0; other < 2; other++) {
    const struct violation *wanted = &shortening->follower.wanted;
    uint32_t from = other ? wanted->other_thread : wanted->thread;
    if (shortening->cost.threads < 3 || wanted->property == PROPERTY_DEADLOCK ||
        (other && !wanted->other_edge))
      return false;
    for (uint32_t to = 1; to <= from && to <= MOST_REPLACEMENTS && !is_over(shortening); to++) {
      uint32_t taken = other ? wanted->thread : wanted->other_thread;
      if ((!wanted->other_edge || to != taken) &&
          (replace_thread(shortening, from, to, false) ||
           (to < from && replace_thread(shortening, from, to, true))))
        return true;
    }
  }
  return false;
}

/* Only the first `count` steps, and then to the violation. */
static bool drop_end_after(struct shortening *shortening, size_t count) {
  struct course changed = {0};
  bool improved = false;
  course_copy(&changed, &shortening->best);
  changed.steps.count = count; /* the choices stay, for what follows */
  for (int tail = 0; tail < TAIL_COUNT && !improved; tail++)
    improved =
        try_way(shortening, &changed, (struct course_way){false, (enum course_tail)tail}, true);
  course_release(&changed);
  return improved;
}

/* At places spread over the course, the first ones first. */
static bool drop_end(struct shortening *shortening, size_t ends) {
  size_t count = shortening->best.steps.count, stride = count / ends + 1;
  for (size_t i = 0; i < count && !is_over(shortening); i += stride)
    if (drop_end_after(shortening, i))
      return true;
  return false;
}

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
    for (size_t first = 0; first + size <= count && !is_over(shortening); first += size) {
      bool *marks = make_marks(shortening);
      mark_turns(shortening, turns, first, first + size, marks);
      if (try_without(shortening, marks, true))
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
    for (int at_end = 0; at_end < 2 && !is_over(shortening); at_end++) {
      bool *marks = make_marks(shortening);
      for (size_t i = 0; i < loops->list.count; i++) {
        bool is_first = i == 0 || loops->list.items[i - 1].thread != loops->list.items[i].thread;
        if (a == b ? is_first : i == a || i == b)
          mark_some(shortening, &loops->list.items[i], size, at_end, marks);
      }
      if (try_without(shortening, marks, true))
        return true;
    }
  return false;
}

static bool drop_turns_once(struct shortening *shortening) {
  struct thread_list threads = {0};
  struct turn_list together = {0}, loops = {0};
  bool improved = false;
  list_threads(shortening, &threads);
  find_loops(shortening, ALL_THREADS, &together);
  for (size_t i = 0; i < threads.numbers.count; i++)
    find_loops(shortening, threads.numbers.items[i], &loops);
  for (size_t i = 0; i < together.list.count && !improved; i++)
    improved = drop_turns_of(shortening, &together.list.items[i]);
  for (size_t i = 0; i < loops.list.count && !improved; i++)
    improved = drop_turns_of(shortening, &loops.list.items[i]);
  for (size_t i = 0; i < loops.list.count && !improved; i++)
    for (size_t j = i; j < loops.list.count && !improved && !is_over(shortening); j++)
      if (i == j ? i == 0 : loops.list.items[i].thread != loops.list.items[j].thread)
        improved = drop_turns_together(shortening, &loops, i, j);
  release_loops(&together);
  release_loops(&loops);
  vector_release(&threads.numbers);
  return improved;
}

static bool drop_turns(struct shortening *shortening) {
  bool improved = false;
  while (!is_over(shortening) && drop_turns_once(shortening))
    improved = true;
  return improved;
}

/* Where the stretches of the best course begin, and its end. */
struct stretch_list {
  VECTOR(size_t) starts;
};

static struct stretch_list find_stretches(const struct shortening *shortening) {
  struct stretch_list list = {0};
  const struct course *best = &shortening->best;
  for (size_t i = 0; i < best->steps.count; i++)
    if (i == 0 || best->steps.items[i].flush || best->steps.items[i - 1].flush ||
        best->steps.items[i].thread != best->steps.items[i - 1].thread)
      vector_push(&list.starts, i);
  vector_push(&list.starts, best->steps.count);
  return list;
}

/* Tries to leave out several stretches in a row, then fewer and fewer. */
static bool drop_stretches(struct shortening *shortening) {
  bool improved = false;
  struct stretch_list list = find_stretches(shortening);
  for (size_t size = list.starts.count - 1; size > 0; size /= 2)
    for (size_t first = 0; first + 1 < list.starts.count && !is_over(shortening);) {
      size_t end = first + size < list.starts.count ? first + size : list.starts.count - 1;
      bool *marks = make_marks(shortening);
      for (size_t i = list.starts.items[first]; i < list.starts.items[end]; i++)
        marks[i] = true;
      if (try_without(shortening, marks, false)) {
        improved = true;
        vector_release(&list.starts);
        list = find_stretches(shortening);
      } else {
        first += size;
      }
    }
  vector_release(&list.starts);
  return improved;
}

/* The stretch from `from` on goes to the end of another one of its thread. */
static bool move_stretch(struct shortening *shortening, const struct stretch_list *list,
                         size_t from, size_t to) {
  struct course changed = {0};
  const struct course *best = &shortening->best;
  for (size_t i = 0; i < best->choices.count; i++)
    if (best->choices.items[i].step == 0)
      vector_push(&changed.choices, best->choices.items[i]);
  for (size_t i = 0; i + 1 < list->starts.count; i++) {
    for (size_t j = list->starts.items[i]; i != from && j < list->starts.items[i + 1]; j++)
      course_add(&changed, best, j);
    for (size_t j = list->starts.items[from]; i == to && j < list->starts.items[from + 1]; j++)
      course_add(&changed, best, j);
  }
  bool improved = try_both(shortening, &changed, true);
  course_release(&changed);
  return improved;
}

#define NOWHERE SIZE_MAX

/* The nearest stretch of the same thread before (or after) a stretch. */
static size_t find_neighbour(const struct shortening *shortening, const struct stretch_list *list,
                             size_t at, bool before) {
  const struct course_step *steps = shortening->best.steps.items;
  for (size_t i = at; before ? i-- > 0 : ++i + 1 < list->starts.count;)
    if (steps[list->starts.items[i]].thread == steps[list->starts.items[at]].thread)
      return i;
  return NOWHERE;
}

static bool join_stretches(struct shortening *shortening) {
  bool improved = false;
  struct stretch_list list = find_stretches(shortening);
  for (size_t i = list.starts.count - 1; i-- > 0 && !is_over(shortening);) {
    if (i + 1 >= list.starts.count)
      continue;
    size_t before = find_neighbour(shortening, &list, i, true);
    size_t next = find_neighbour(shortening, &list, i, false);
    if ((before != NOWHERE && move_stretch(shortening, &list, i, before)) ||
        (next != NOWHERE && next > i + 1 && move_stretch(shortening, &list, i, next - 1))) {
      improved = true;
      vector_release(&list.starts);
      list = find_stretches(shortening);
    }
  }
  vector_release(&list.starts);
  return improved;
}

/* Without the last `count` steps of a stretch. */
static bool cut(struct shortening *shortening, const struct stretch_list *list, size_t stretch,
                size_t count) {
  bool *marks = make_marks(shortening);
  size_t end = list->starts.items[stretch + 1];
  for (size_t i = end - count; i < end; i++)
    marks[i] = true;
  return try_without(shortening, marks, false);
}

static bool cut_stretches(struct shortening *shortening) {
  bool improved = false;
  struct stretch_list list = find_stretches(shortening);
  for (size_t i = 0; i + 1 < list.starts.count; i++) {
    size_t part = (list.starts.items[i + 1] - list.starts.items[i]) / 2;
    while (part > 0 && i + 1 < list.starts.count && !is_over(shortening)) {
      size_t steps = list.starts.items[i + 1] - list.starts.items[i];
      bool better = steps > part && cut(shortening, &list, i, part);
      if (better) {
        improved = true;
        vector_release(&list.starts);
        list = find_stretches(shortening);
      }
      part = better && part < steps / 2 ? part : part / 2;
    }
  }
  vector_release(&list.starts);
  return improved;
}

/* A thread that has only a few steps left until it waits or ends takes them: then it is not
 * interrupted. */
static void finish_stretches(struct shortening *shortening) {
  struct stretch_list list = find_stretches(shortening);
  for (size_t i = 0; i + 2 < list.starts.count && !is_over(shortening); i++) {
    struct course changed = {0};
    size_t last = list.starts.items[i + 1] - 1, count = list.starts.count;
    struct course_step step = shortening->best.steps.items[last];
    if (step.flush)
      continue;
    step.place = step.places = 0;
    step.is_spurious = false;
    course_copy(&changed, &shortening->best);
    changed.steps.count = last + 1;
    for (int j = 0; j < STEPS_TO_END; j++)
      vector_push(&changed.steps, step);
    vector_append(&changed.steps, shortening->best.steps.items + last + 1,
                  shortening->best.steps.count - last - 1);
    if (follower_try(&shortening->follower, &changed, (struct course_way){false, TAIL_STAYS}, NULL,
                     false) &&
        shortening->follower.cost.switches <= shortening->cost.switches &&
        shortening->follower.cost.threads <= shortening->cost.threads &&
        shortening->follower.cost.inputs <= shortening->cost.inputs &&
        shortening->follower.done.steps.count < changed.steps.count) {
      keep_attempt(shortening);
      vector_release(&list.starts);
      list = find_stretches(shortening);
      if (list.starts.count != count)
        i = 0;
    }
    course_release(&changed);
  }
  vector_release(&list.starts);
}

/* Another value for a choice; kept if the course leads there and does not cost more. */
static bool try_choice(struct shortening *shortening, size_t number, uint64_t bits) {
  struct course changed = {0};
  if (number >= shortening->best.choices.count ||
      shortening->best.choices.items[number].bits == bits)
    return false;
  course_copy(&changed, &shortening->best);
  changed.choices.items[number].bits = bits;
  bool improved = try_both(shortening, &changed, false);
  course_release(&changed);
  return improved;
}

/* Inputs end sooner: the next one takes the place of this. */
static bool drop_choice(struct shortening *shortening, size_t number) {
  struct course changed = {0};
  if (number >= shortening->best.choices.count)
    return false;
  course_copy(&changed, &shortening->best);
  for (size_t i = number; i + 1 < changed.choices.count; i++)
    changed.choices.items[i] = changed.choices.items[i + 1];
  changed.choices.count--;
  bool improved = try_both(shortening, &changed, true);
  course_release(&changed);
  return improved;
}

/* All at once, if that goes. */
static bool clear_choices(struct shortening *shortening) {
  struct course changed = {0};
  bool improved = false;
  if (!shortening->cost.inputs)
    return false;
  course_copy(&changed, &shortening->best);
  changed.choices.count = 0; /* what is not there is zero */
  for (int tail = 0; tail < TAIL_COUNT && !improved; tail++)
    improved =
        try_way(shortening, &changed, (struct course_way){tail > 0, (enum course_tail)tail}, true);
  course_release(&changed);
  return improved;
}

static uint64_t bits_at(const struct shortening *shortening, size_t number) {
  return number < shortening->best.choices.count ? shortening->best.choices.items[number].bits : 0;
}

/* Makes it zero, else one, else smaller. */
static bool shrink_choice(struct shortening *shortening, size_t number) {
  bool improved = try_choice(shortening, number, 0) || drop_choice(shortening, number);
  if (improved)
    return true;
  if (bits_at(shortening, number) > 1 && try_choice(shortening, number, 1))
    return true;
  for (unsigned shift = 32; shift > 0; shift /= 2)
    while (bits_at(shortening, number) > 1 && bits_at(shortening, number) >> shift &&
           try_choice(shortening, number, bits_at(shortening, number) >> shift))
      improved = true;
  while (bits_at(shortening, number) > 2 && bits_at(shortening, number) <= UINT8_MAX &&
         try_choice(shortening, number, bits_at(shortening, number) - 1))
    improved = true;
  return improved;
}

static bool shrink_choices(struct shortening *shortening) {
  bool improved = clear_choices(shortening);
  for (size_t i = shortening->best.choices.count; i-- > 0 && !is_over(shortening);)
    if (bits_at(shortening, i))
      improved |= shrink_choice(shortening, i);
  return improved;
}

/* A wake-up without cause is left out with what the thread does until it waits again. */
static bool drop_wakings(struct shortening *shortening) {
  bool improved = false;
  for (size_t i = 0; i < shortening->best.steps.count && !is_over(shortening); i++) {
    const struct course_step *steps = shortening->best.steps.items;
    if (!steps[i].is_spurious)
      continue;
    bool *marks = make_marks(shortening);
    uint64_t place = 0;
    for (size_t j = 0; j < i; j++)
      place = steps[j].thread == steps[i].thread ? steps[j].place : place;
    for (size_t j = i; j < shortening->best.steps.count; j++) {
      if (steps[j].thread != steps[i].thread)
        continue;
      marks[j] = true;
      if (steps[j].place == place)
        break;
    }
    improved |= try_without(shortening, marks, false);
  }
  return improved;
}

typedef bool shorten_pass(struct shortening *shortening);

/* With a part of the work, so that the others have their turn. */
static bool run_pass(struct shortening *shortening, shorten_pass *pass) {
  struct follower *follower = &shortening->follower;
  unsigned long long all = follower->work.most, part = all / PASSES;
  if (is_over(shortening))
    return false;
  if (follower->work.done + part < all)
    follower->work.most = follower->work.done + part;
  bool improved = pass(shortening);
  bool has_more = follower->work.done >= follower->work.most;
  follower->work.most = all;
  if (has_more)
    follower->is_over = follower->work.done >= all;
  return improved;
}

static bool drop_end_often(struct shortening *shortening) {
  return drop_end(shortening, MANY_ENDS);
}

/* What changes most comes first: long executions use up the work before the last passes. */
static void reduce(struct shortening *shortening) {
  static shorten_pass *const passes[] = {
      drop_threads,   replace_threads, drop_stretches, join_stretches,   drop_turns,
      drop_end_often, shrink_choices,  drop_wakings,   renumber_threads, cut_stretches};
  bool improved;
  drop_end(shortening, FEW_ENDS);
  drop_threads(shortening);
  run_pass(shortening, drop_stretches);
  run_pass(shortening, clear_choices);
  do {
    improved = false;
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
      improved |= run_pass(shortening, passes[i]);
  } while (improved && !is_over(shortening));
}

/* The schedule as a course whose places are not known yet. */
static void read_schedule(struct course *course, const struct schedule *schedule) {
  for (size_t i = 0; i < schedule->entries.count; i++)
    for (uint32_t j = 0; j < schedule->entries.items[i].steps; j++)
      vector_push(&course->steps, (struct course_step){.thread = schedule->entries.items[i].thread,
                                                       .flush = schedule->entries.items[i].flush,
                                                       .is_spurious = true});
}

/* Follows the schedule once. False: it does not lead there. */
static bool begin(struct shortening *shortening, const struct schedule *schedule) {
  struct course given = {0};
  struct follower *follower = &shortening->follower;
  read_schedule(&given, schedule);
  follower->takes_any_site = true;
  follower->original = schedule;
  bool leads = follower_try(follower, &given, (struct course_way){false, TAIL_STAYS}, NULL, false);
  follower->takes_any_site = false;
  follower->original = NULL;
  follower->wanted = follower->machine.violation;
  if (leads)
    keep_attempt(shortening);
  course_release(&given);
  return leads;
}

void shorten_schedule(const struct machine *original, unsigned long long work,
                      const struct limits *limits, struct schedule *schedule,
                      struct violation *violation) {
  struct shortening shortening = {.violation = violation};
  follower_init(&shortening.follower, original, violation, limits, work);
  if (work && begin(&shortening, schedule)) {
    do
      reduce(&shortening);
    while (!is_over(&shortening) &&
           shorten_search(&shortening.follower, &shortening.best, &shortening.cost) &&
           (keep_attempt(&shortening), true));
    finish_stretches(&shortening);
    course_to_schedule(&shortening.best, schedule);
  }
  course_release(&shortening.best);
  follower_release(&shortening.follower);
}

/* Does the same steps lead to the same violation with this value? */
static bool is_indifferent(struct follower *follower, const struct course *course, size_t number,
                           uint64_t bits) {
  struct course changed = {0};
  const struct course_cost bound = {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
  course_copy(&changed, course);
  changed.choices.items[number].bits = bits;
  bool leads =
      follower_try(follower, &changed, (struct course_way){false, TAIL_STAYS}, &bound, false) &&
      follower->done.steps.count == course->steps.count &&
      follower->done.choices.count == course->choices.count;
  for (size_t i = 0; leads && i < course->steps.count; i++)
    leads = follower->done.steps.items[i].thread == course->steps.items[i].thread &&
            follower->done.steps.items[i].place == course->steps.items[i].place;
  course_release(&changed);
  return leads;
}

void shorten_find_free(const struct machine *original, unsigned long long work,
                       const struct limits *limits, const struct schedule *schedule,
                       const struct violation *violation, bool *free) {
  struct violation ignored = *violation;
  struct shortening shortening = {.violation = &ignored};
  follower_init(&shortening.follower, original, violation, limits, work);
  memset(free, 0, schedule->choices.count);
  if (work && begin(&shortening, schedule) &&
      shortening.best.choices.count == schedule->choices.count)
    for (size_t i = 0; i < schedule->choices.count && !is_over(&shortening); i++) {
      uint64_t bits = shortening.best.choices.items[i].bits;
      free[i] = is_indifferent(&shortening.follower, &shortening.best, i, bits ^ 1) &&
                is_indifferent(&shortening.follower, &shortening.best, i, UINT64_MAX >> 1) &&
                is_indifferent(&shortening.follower, &shortening.best, i, 77);
    }
  course_release(&shortening.best);
  follower_release(&shortening.follower);
}
