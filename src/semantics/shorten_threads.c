/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves threads out, or lets others do what they do. */
#include "semantics/shorten_pass.h"

enum { MOST_REPLACEMENTS = 3 }; /* for a thread */

bool shorten_drop_threads(struct shortening *shortening) {
  struct thread_list list = {0};
  bool improved = false;
  shorten_list_threads(shortening, &list);
  for (size_t i = list.numbers.count; i-- > 1 && !shorten_is_over(shortening);) {
    bool *marks = shorten_make_marks(shortening);
    for (size_t j = 0; j < shortening->best.steps.count; j++)
      marks[j] = shortening->best.steps.items[j].thread == list.numbers.items[i];
    improved |= shorten_try_without(shortening, marks, true);
  }
  vector_release(&list.numbers);
  return improved;
}

/* Another thread does what a thread of the violation does, with only the threads of the violation
 * and main, or with the others too. */
static bool replace_thread(struct shortening *shortening, uint32_t from, uint32_t to,
                           bool keeps_others) {
  struct course changed = {0};
  struct violation wanted = shortening->run.wanted;
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
  struct violation *seeks = &shortening->run.wanted;
  seeks->thread = wanted.thread == from ? to : wanted.thread;
  seeks->other_thread = wanted.other_thread == from ? to : wanted.other_thread;
  bool improved = shorten_try_both(shortening, &changed, true);
  for (int tail = TAIL_FIRST; tail < TAIL_COUNT && !improved; tail++)
    improved =
        shorten_try(shortening, &changed, (struct course_way){true, (enum course_tail)tail}, true);
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
bool shorten_renumber_threads(struct shortening *shortening) {
  struct thread_list list = {0};
  bool improved = false;
  shorten_list_threads(shortening, &list);
  for (size_t i = 0; i < list.numbers.count; i++)
    for (uint32_t to = 1; to < list.numbers.items[i] && to <= MOST_REPLACEMENTS; to++)
      if (!shorten_is_over(shortening) && !takes_part(shortening, to) &&
          replace_thread(shortening, list.numbers.items[i], to, true)) {
        improved = true;
        break;
      }
  vector_release(&list.numbers);
  return improved;
}

/* The threads of the violation alone, or others in their place: those that were created first. */
bool shorten_replace_threads(struct shortening *shortening) {
  for (int other = 0; other < 2; other++) {
    const struct violation *wanted = &shortening->run.wanted;
    uint32_t from = other ? wanted->other_thread : wanted->thread;
    if (shortening->cost.threads < 3 || wanted->property == PROPERTY_DEADLOCK ||
        (other && !wanted->other_edge))
      return false;
    for (uint32_t to = 1; to <= from && to <= MOST_REPLACEMENTS && !shorten_is_over(shortening);
         to++) {
      uint32_t taken = other ? wanted->thread : wanted->other_thread;
      if ((!wanted->other_edge || to != taken) &&
          (replace_thread(shortening, from, to, false) ||
           (to < from && replace_thread(shortening, from, to, true))))
        return true;
    }
  }
  return false;
}
