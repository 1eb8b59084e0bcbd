/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds of counters, for engines that know only a range of a shared variable.
 *
 * The range of a counter would grow forever: each written value is one above a value that was read.
 * A step writes a value read from the same variable plus a constant. Its result comes from a base,
 * a written value that is no step, by steps that all happened before it was read, each of them
 * once. So it is at most the largest base plus the sum of all steps up, and at least the smallest
 * base minus the sum of all steps down. Steps that the reading thread takes later do not count.
 *
 * Arithmetic wraps around. If the sums stay within the width of the variable, no step of an
 * execution leaves them; otherwise the range is all numbers. */
#ifndef ABSTRACT_COUNTER_H
#define ABSTRACT_COUNTER_H

#include "term/range.h"

struct map;

/* How far steps go up and down together. Both are at least 0; larger numbers become
 * COUNTER_MOST. */
struct counter_steps {
  int64_t up, down;
};
#define COUNTER_MOST (INT64_C(1) << 62)

/* A step by something in this range. */
struct counter_steps counter_step(struct range by);
struct counter_steps counter_steps_sum(struct counter_steps a, struct counter_steps b);
/* The maximum of both, up and down. */
struct counter_steps counter_steps_hull(struct counter_steps a, struct counter_steps b);
bool counter_steps_include(struct counter_steps larger, struct counter_steps smaller);

/* The values that the steps can reach from a base in this range. */
struct range counter_range(struct range base, struct counter_steps steps, unsigned width);

/* The terms that count as reads of a counter. */
struct counter_reads {
  struct ranges *ranges;
  const struct map *reads;  /* ids of terms that were read, to the number of a variable; or NULL */
  uint64_t variable;        /* its number */
  const struct term *known; /* or a term that is known to be the value of the counter; or NULL */
  const struct term *condition; /* under which the addend counts; NULL: always */
};
/* Is the value a read of the counter plus something in the range `by`? */
bool counter_find_step(const struct counter_reads *reads, const struct term *value,
                       struct range *by);

#endif
