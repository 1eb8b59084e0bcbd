/* SPDX-License-Identifier: Apache-2.0 */
/* Makes inputs zero or small, lets them end sooner, and leaves out wake-ups without cause. */
#include "semantics/shorten_pass.h"

/* Another value for a choice; kept if the course leads there and does not cost more. */
static bool try_choice(struct shortening *shortening, size_t number, uint64_t bits) {
  struct course changed = {0};
  if (number >= shortening->best.choices.count ||
      shortening->best.choices.items[number].bits == bits)
    return false;
  course_copy(&changed, &shortening->best);
  changed.choices.items[number].bits = bits;
  bool improved = shorten_try_both(shortening, &changed, false);
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
  bool improved = shorten_try_both(shortening, &changed, true);
  course_release(&changed);
  return improved;
}

/* All at once, if that goes. */
bool shorten_clear_choices(struct shortening *shortening) {
  struct course changed = {0};
  bool improved = false;
  if (!shortening->cost.inputs)
    return false;
  course_copy(&changed, &shortening->best);
  changed.choices.count = 0; /* what is not there is zero */
  for (int tail = 0; tail < TAIL_COUNT && !improved; tail++)
    improved = shorten_try(shortening, &changed,
                           (struct course_way){tail > 0, (enum course_tail)tail}, true);
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

bool shorten_shrink_choices(struct shortening *shortening) {
  bool improved = shorten_clear_choices(shortening);
  for (size_t i = shortening->best.choices.count; i-- > 0 && !shorten_is_over(shortening);)
    if (bits_at(shortening, i))
      improved |= shrink_choice(shortening, i);
  return improved;
}

/* A wake-up without cause is left out with what the thread does until it waits again. */
bool shorten_drop_wakings(struct shortening *shortening) {
  bool improved = false;
  for (size_t i = 0; i < shortening->best.steps.count && !shorten_is_over(shortening); i++) {
    const struct course_step *steps = shortening->best.steps.items;
    if (!steps[i].is_spurious)
      continue;
    bool *marks = shorten_make_marks(shortening);
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
    improved |= shorten_try_without(shortening, marks, false);
  }
  return improved;
}
