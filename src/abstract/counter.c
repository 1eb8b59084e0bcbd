/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of steps, and the test whether a value is a step. */
#include "abstract/counter.h"

#include "base/map.h"
#include "term/term.h"

static int64_t added(int64_t a, int64_t b) { return b > COUNTER_MOST - a ? COUNTER_MOST : a + b; }

struct counter_steps counter_step(struct range by) {
  int64_t down = by.low < -COUNTER_MOST ? COUNTER_MOST : -by.low;
  return (struct counter_steps){added(0, by.high > 0 ? by.high : 0), down > 0 ? down : 0};
}

struct counter_steps counter_steps_sum(struct counter_steps a, struct counter_steps b) {
  return (struct counter_steps){added(a.up, b.up), added(a.down, b.down)};
}

struct counter_steps counter_steps_hull(struct counter_steps a, struct counter_steps b) {
  return (struct counter_steps){a.up > b.up ? a.up : b.up, a.down > b.down ? a.down : b.down};
}

bool counter_steps_include(struct counter_steps larger, struct counter_steps smaller) {
  return smaller.up <= larger.up && smaller.down <= larger.down;
}

struct range counter_range(struct range base, struct counter_steps steps, unsigned width) {
  struct range full = range_full(width), range = base;
  if (steps.up == COUNTER_MOST || steps.down == COUNTER_MOST ||
      __builtin_sub_overflow(base.low, steps.down, &range.low) ||
      __builtin_add_overflow(base.high, steps.up, &range.high) || range.low < full.low ||
      range.high > full.high)
    return full;
  return range;
}

static struct range sum(struct range a, struct range b, bool minus) {
  int64_t low = minus ? -b.high : b.low, high = minus ? -b.low : b.high;
  struct range result;
  if (b.low == INT64_MIN || __builtin_add_overflow(a.low, low, &result.low) ||
      __builtin_add_overflow(a.high, high, &result.high))
    return range_full(64);
  return result;
}

static bool was_read(const struct counter_reads *reads, const struct term *value) {
  uint64_t variable;
  return value == reads->known || (reads->reads && map_get(reads->reads, value->id, &variable) &&
                                   variable == reads->variable);
}

static bool find(const struct counter_reads *reads, const struct term *value, unsigned depth,
                 struct range *by) {
  if (was_read(reads, value)) {
    *by = (struct range){0, 0};
    return true;
  }
  if (!depth || value->kind != TERM_APPLY || (value->op != OP_ADD && value->op != OP_SUB))
    return false;
  for (unsigned i = 0; i < (value->op == OP_ADD ? 2 : 1); i++)
    if (find(reads, value->operands[i], depth - 1, by)) {
      const struct term *other = value->operands[1 - i];
      *by = sum(*by,
                reads->condition ? ranges_under(reads->ranges, reads->condition, other)
                                 : ranges_of(reads->ranges, other),
                value->op == OP_SUB);
      return true;
    }
  return false;
}

enum { DEEPEST_SUM = 6 };

bool counter_find_step(const struct counter_reads *reads, const struct term *value,
                       struct range *by) {
  return find(reads, value, DEEPEST_SUM, by);
}
