/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves out the steps of a thread between two context switches, moves them, or makes them fewer.
 */
#include "semantics/shorten_pass.h"

enum { STEPS_TO_END = 6 }; /* that a thread takes rather than be interrupted */

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
bool shorten_drop_stretches(struct shortening *shortening) {
  bool improved = false;
  struct stretch_list list = find_stretches(shortening);
  for (size_t size = list.starts.count - 1; size > 0; size /= 2)
    for (size_t first = 0; first + 1 < list.starts.count && !shorten_is_over(shortening);) {
      size_t end = first + size < list.starts.count ? first + size : list.starts.count - 1;
      bool *marks = shorten_make_marks(shortening);
      for (size_t i = list.starts.items[first]; i < list.starts.items[end]; i++)
        marks[i] = true;
      if (shorten_try_without(shortening, marks, false)) {
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
  bool improved = shorten_try_both(shortening, &changed, true);
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

bool shorten_join_stretches(struct shortening *shortening) {
  bool improved = false;
  struct stretch_list list = find_stretches(shortening);
  for (size_t i = list.starts.count - 1; i-- > 0 && !shorten_is_over(shortening);) {
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
  bool *marks = shorten_make_marks(shortening);
  size_t end = list->starts.items[stretch + 1];
  for (size_t i = end - count; i < end; i++)
    marks[i] = true;
  return shorten_try_without(shortening, marks, false);
}

bool shorten_cut_stretches(struct shortening *shortening) {
  bool improved = false;
  struct stretch_list list = find_stretches(shortening);
  for (size_t i = 0; i + 1 < list.starts.count; i++) {
    size_t part = (list.starts.items[i + 1] - list.starts.items[i]) / 2;
    while (part > 0 && i + 1 < list.starts.count && !shorten_is_over(shortening)) {
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
void shorten_finish_stretches(struct shortening *shortening) {
  struct stretch_list list = find_stretches(shortening);
  for (size_t i = 0; i + 2 < list.starts.count && !shorten_is_over(shortening); i++) {
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
    if (course_run_try(&shortening->run, &changed, (struct course_way){false, TAIL_STAYS}, NULL,
                       false) &&
        shortening->run.cost.switches <= shortening->cost.switches &&
        shortening->run.cost.threads <= shortening->cost.threads &&
        shortening->run.cost.inputs <= shortening->cost.inputs &&
        shortening->run.done.steps.count < changed.steps.count) {
      shorten_keep(shortening);
      vector_release(&list.starts);
      list = find_stretches(shortening);
      if (list.starts.count != count)
        i = 0;
    }
    course_release(&changed);
  }
  vector_release(&list.starts);
}
