/* SPDX-License-Identifier: Apache-2.0 */
/* Reduction of whole executions, schedule and inputs together, as property-based testing reduces
 * choice sequences (MacIver and Donaldson, 2020). An attempt leaves out a part: a thread, turns of
 * a loop in one thread or in several, a row of stretches, the end of a stretch, a choice. The rest
 * is followed (course.h) and completed. What leads to the same violation at lower cost becomes the
 * next course to reduce. At the end of all passes comes a search from the start of the program
 * (shorten_search.h) for executions that no pass reaches. */
#include "semantics/shorten.h"

#include "semantics/shorten_pass.h"
#include "semantics/shorten_search.h"

#include <setjmp.h>

enum {
  PASSES = 12,    /* each gets such a part of the work at a time */
  FEW_ENDS = 4,   /* that are tried instead of the rest, at first */
  MANY_ENDS = 48, /* later */
};

void shorten_keep(struct shortening *shortening) {
  course_copy(&shortening->best, &shortening->run.done);
  shortening->cost = shortening->run.cost;
  *shortening->violation = shortening->run.machine.violation;
  shortening->run.wanted.thread = shortening->violation->thread;
  shortening->run.wanted.other_thread = shortening->violation->other_thread;
}

bool shorten_is_over(const struct shortening *shortening) { return shortening->run.is_over; }

bool shorten_try(struct shortening *shortening, const struct course *course, struct course_way way,
                 bool strictly) {
  if (!course_run_try(&shortening->run, course, way, &shortening->cost, strictly))
    return false;
  shorten_keep(shortening);
  return true;
}

bool shorten_try_both(struct shortening *shortening, const struct course *course, bool strictly) {
  return shorten_try(shortening, course, (struct course_way){false, TAIL_STAYS}, strictly) ||
         shorten_try(shortening, course, (struct course_way){true, TAIL_STAYS}, strictly);
}

bool shorten_try_without(struct shortening *shortening, bool *marks, bool ends_there) {
  struct course changed = {0};
  for (size_t i = 0; i < shortening->best.choices.count; i++)
    if (shortening->best.choices.items[i].step == 0)
      vector_push(&changed.choices, shortening->best.choices.items[i]);
  for (size_t i = 0; i < shortening->best.steps.count; i++)
    if (!marks[i])
      course_add(&changed, &shortening->best, i);
  bool is_less = changed.steps.count < shortening->best.steps.count;
  bool improved =
      is_less && (shorten_try_both(shortening, &changed, true) ||
                  (ends_there &&
                   shorten_try(shortening, &changed, (struct course_way){true, TAIL_FIRST}, true)));
  course_release(&changed);
  memory_release(marks);
  return improved;
}

bool *shorten_make_marks(const struct shortening *shortening) {
  return memory_allocate_zeroed(shortening->best.steps.count + 1);
}

void shorten_list_threads(const struct shortening *shortening, struct thread_list *list) {
  vector_each (step, &shortening->best.steps) {
    size_t i = 0;
    while (i < list->numbers.count && list->numbers.items[i] != step->thread)
      i++;
    if (i == list->numbers.count)
      vector_push(&list->numbers, step->thread);
  }
}

/* Only the first `count` steps, and then to the violation. */
static bool drop_end_after(struct shortening *shortening, size_t count) {
  struct course changed = {0};
  bool improved = false;
  course_copy(&changed, &shortening->best);
  changed.steps.count = count; /* the choices stay, for what follows */
  for (int tail = 0; tail < TAIL_COUNT && !improved; tail++)
    improved =
        shorten_try(shortening, &changed, (struct course_way){false, (enum course_tail)tail}, true);
  course_release(&changed);
  return improved;
}

/* At places spread over the course, the first ones first. */
static bool drop_end(struct shortening *shortening, size_t ends) {
  size_t count = shortening->best.steps.count, stride = count / ends + 1;
  for (size_t i = 0; i < count && !shorten_is_over(shortening); i += stride)
    if (drop_end_after(shortening, i))
      return true;
  return false;
}

/* With a part of the work, so that the others have their turn. */
static bool run_pass(struct shortening *shortening, shorten_pass *pass) {
  struct course_run *run = &shortening->run;
  unsigned long long all = run->work.most, part = all / PASSES;
  if (shorten_is_over(shortening))
    return false;
  if (run->work.done + part < all)
    run->work.most = run->work.done + part;
  bool improved = pass(shortening);
  bool has_more = run->work.done >= run->work.most;
  run->work.most = all;
  if (has_more)
    run->is_over = run->work.done >= all;
  return improved;
}

static bool drop_end_often(struct shortening *shortening) {
  return drop_end(shortening, MANY_ENDS);
}

/* What changes most comes first: long executions use up the work before the last passes. */
static void reduce(struct shortening *shortening) {
  static shorten_pass *const passes[] = {shorten_drop_threads,     shorten_replace_threads,
                                         shorten_drop_stretches,   shorten_join_stretches,
                                         shorten_drop_turns,       drop_end_often,
                                         shorten_shrink_choices,   shorten_drop_wakings,
                                         shorten_renumber_threads, shorten_cut_stretches};
  bool improved;
  drop_end(shortening, FEW_ENDS);
  shorten_drop_threads(shortening);
  run_pass(shortening, shorten_drop_stretches);
  run_pass(shortening, shorten_clear_choices);
  do {
    improved = false;
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
      improved |= run_pass(shortening, passes[i]);
  } while (improved && !shorten_is_over(shortening));
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
  struct course_run *run = &shortening->run;
  read_schedule(&given, schedule);
  run->takes_any_site = true;
  run->original = schedule;
  bool leads = course_run_try(run, &given, (struct course_way){false, TAIL_STAYS}, NULL, false);
  run->takes_any_site = false;
  run->original = NULL;
  run->wanted = run->machine.violation;
  if (leads)
    shorten_keep(shortening);
  course_release(&given);
  return leads;
}

/* Searches from the start with a part of the work; true: there is a better one to reduce. */
static bool search(struct shortening *shortening) {
  if (!shorten_search(&shortening->run, &shortening->best, &shortening->cost))
    return false;
  shorten_keep(shortening);
  return true;
}

/* Other values may need more memory than there is. Then the attempts end, and what they had in
 * memory stays there. */
static jmp_buf without_memory;

static void end_attempts(void) { longjmp(without_memory, 1); }

/* What the attempts change, so that it is not lost at the jump. */
struct attempts {
  struct shortening shortening;
  bool has_begun;
};

static void shorten_it(struct attempts *attempts, const struct schedule *schedule) {
  struct shortening *shortening = &attempts->shortening;
  attempts->has_begun = begin(shortening, schedule);
  if (!attempts->has_begun)
    return;
  do
    reduce(shortening);
  while (run_pass(shortening, search));
  shorten_finish_stretches(shortening);
}

void shorten_schedule(const struct machine *original, unsigned long long work,
                      const struct limits *limits, struct schedule *schedule,
                      struct violation *violation) {
  struct attempts *attempts = memory_allocate_zeroed(sizeof *attempts);
  struct shortening *shortening = &attempts->shortening;
  void (*before)(void) = memory_set_exhausted_handler(end_attempts);
  shortening->violation = violation;
  if (!setjmp(without_memory)) {
    course_run_init(&shortening->run, original, violation, limits, work);
    if (work)
      shorten_it(attempts, schedule);
  } else {
    memory_set_exhausted_handler(before);
    if (attempts->has_begun)
      course_to_schedule(&shortening->best, schedule);
    return;
  }
  memory_set_exhausted_handler(before);
  if (attempts->has_begun)
    course_to_schedule(&shortening->best, schedule);
  course_release(&shortening->best);
  course_run_release(&shortening->run);
  memory_release(attempts);
}

/* Does the course lead to the same violation with this value, with no more context switches? */
static bool is_indifferent(struct course_run *run, const struct course *course,
                           const struct course_cost *cost, size_t number, uint64_t bits) {
  struct course changed = {0};
  const struct course_cost bound = {cost->threads, cost->switches, SIZE_MAX / 2, SIZE_MAX};
  course_copy(&changed, course);
  changed.choices.items[number].bits = bits;
  bool leads = course_run_try(run, &changed, (struct course_way){false, TAIL_STAYS}, &bound, false);
  if (!leads && !run->is_impossible)
    leads = course_run_try(run, &changed, (struct course_way){true, TAIL_STAYS}, &bound, false);
  course_release(&changed);
  return leads;
}

/* With none of several values anything else happens, and at least one of them is possible. */
static bool is_free(struct course_run *run, const struct course *course,
                    const struct course_cost *cost, size_t number) {
  const uint64_t bits = course->choices.items[number].bits;
  const uint64_t others[] = {bits ^ 1, bits ? 0 : 2, 77, UINT64_MAX >> 1, UINT64_MAX};
  bool is_possible = false;
  for (size_t i = 0; i < sizeof others / sizeof *others && !run->is_over; i++) {
    bool is_same = is_indifferent(run, course, cost, number, others[i]);
    if (!is_same && !run->is_impossible)
      return false;
    is_possible |= is_same;
  }
  return is_possible && !run->is_over;
}

void shorten_find_free(const struct machine *original, unsigned long long work,
                       const struct limits *limits, const struct schedule *schedule,
                       const struct violation *violation, bool *free) {
  struct violation ignored = *violation;
  struct attempts *attempts = memory_allocate_zeroed(sizeof *attempts);
  struct shortening *shortening = &attempts->shortening;
  void (*before)(void) = memory_set_exhausted_handler(end_attempts);
  shortening->violation = &ignored;
  memset(free, 0, schedule->choices.count);
  if (setjmp(without_memory)) {
    memory_set_exhausted_handler(before);
    return;
  }
  course_run_init(&shortening->run, original, violation, limits, work);
  if (work && begin(shortening, schedule) &&
      shortening->best.choices.count == schedule->choices.count)
    for (size_t i = 0; i < schedule->choices.count && !shorten_is_over(shortening); i++)
      free[i] = is_free(&shortening->run, &shortening->best, &shortening->cost, i);
  memory_set_exhausted_handler(before);
  course_release(&shortening->best);
  course_run_release(&shortening->run);
  memory_release(attempts);
}
