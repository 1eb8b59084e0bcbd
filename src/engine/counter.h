/* SPDX-License-Identifier: Apache-2.0 */
/* What counters can hold, for engines that know of a shared variable only a range of values.
 *
 * The range of a counter would grow without end: each value that is written is one above a value
 * that was read. But a value that is one read from the same variable plus something, a step, comes
 * from a value that is no step, its base, by steps that all happened before it was read, each of
 * them once. So it is at most the largest base plus the sum of all steps up, and at least the
 * smallest base less the sum of all steps down. Steps that the reading thread takes only later do
 * not count.
 *
 * Arithmetic wraps around. Where the sums stay within the numbers of the variable's width no step
 * of an execution leaves them; where they do not, the range is all numbers. */
#ifndef ENGINE_COUNTER_H
#define ENGINE_COUNTER_H

#include "term/range.h"

struct map;

/* How far steps go up and down together. Both are at least 0, and more than COUNTER_MOST is it. */
struct counter_steps {
  int64_t up, down;
};
#define COUNTER_MOST (INT64_C(1) << 62)

/* A step by something in this range. */
struct counter_steps counter_step(struct range by);
struct counter_steps counter_steps_sum(struct counter_steps a, struct counter_steps b);
/* As far as the further of both. */
struct counter_steps counter_steps_hull(struct counter_steps a, struct counter_steps b);
bool counter_steps_include(struct counter_steps larger, struct counter_steps smaller);

/* What the steps can make of a base in this range. */
struct range counter_range(struct range base, struct counter_steps steps, unsigned width);

/* What counts as read from a counter when a value is taken apart. */
struct counter_reads {
  struct ranges *ranges;
  const struct map *reads;  /* ids of terms that were read, to the number of a variable; or NULL */
  uint64_t variable;        /* its number */
  const struct term *known; /* or a term that is known to be there; or NULL */
  const struct term *condition; /* what is added is so where this holds; NULL: always */
};
/* Is the value what was read from the counter plus something in the range `by`? */
bool counter_find_step(const struct counter_reads *reads, const struct term *value,
                       struct range *by);

#endif
