/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of terms: the values that a term can have if its variables stay within their ranges. A
 * range is over bits read as a signed number; for one bit it is 0 to 1. */
#ifndef TERM_RANGE_H
#define TERM_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct term;

struct range {
  int64_t low, high;
};

struct range range_full(unsigned width);
struct range range_hull(struct range a, struct range b);
/* Of two ranges of one value, which therefore overlap. */
struct range range_common(struct range a, struct range b);

/* What the operator of a TERM_APPLY gives on operands in these ranges. */
struct range range_apply(const struct term *node, const struct range operands[3]);

/* Remembers what it computed. */
struct ranges;
struct ranges *ranges_create(void);
void ranges_destroy(struct ranges *ranges);
/* All of it, to begin with other ranges of variables. */
void ranges_forget(struct ranges *ranges);
/* Before any term with this variable is asked for. */
void ranges_set(struct ranges *ranges, const struct term *variable, struct range range);
struct range ranges_of(struct ranges *ranges, const struct term *term);
/* Where the one-bit `assumed` is true: comparisons that it consists of narrow what they compare.
 * If it never is, any range. */
struct range ranges_under(struct ranges *ranges, const struct term *assumed,
                          const struct term *term);

#endif
