/* SPDX-License-Identifier: Apache-2.0 */
/* The arithmetic of numbers is that of term/range.h; this file adds addresses and steps. */
#include "engine/static/estimate.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/number.h"

#include <string.h>

struct estimates {
  struct interner *table; /* of the parts; number 0 is ESTIMATE_NONE, 1 is ESTIMATE_ANY */
  struct base_facts facts;
};

/* Parts that are put together. */
struct parts {
  struct estimate_part list[MOST_PARTS + 1];
  size_t count;
  bool is_any;
};

static const char any_key = 'a', none_key = 'n';

struct estimates *estimates_create(struct base_facts facts) {
  struct estimates *estimates = memory_allocate_zeroed(sizeof *estimates);
  *estimates = (struct estimates){interner_create(), facts};
  interner_add(estimates->table, &none_key, 1, NULL);
  interner_add(estimates->table, &any_key, 1, NULL);
  return estimates;
}

void estimates_destroy(struct estimates *estimates) {
  interner_destroy(estimates->table);
  memory_release(estimates);
}

const struct estimate_part *estimate_parts(const struct estimates *estimates, estimate value,
                                           size_t *count) {
  size_t size;
  const void *data = interner_data(estimates->table, value, &size);
  *count = value <= ESTIMATE_ANY ? 0 : size / sizeof(struct estimate_part);
  return data;
}

static uint64_t distance(int64_t low, int64_t high) { return (uint64_t)high - (uint64_t)low; }

static struct estimate_part make_part(uint32_t base, int64_t low, int64_t high, uint64_t step) {
  if (low == high)
    step = 0;
  else if (!step)
    step = 1;
  if (step > 1)
    high = (int64_t)((uint64_t)high - distance(low, high) % step);
  return (struct estimate_part){base, 0, low, high, low == high ? 0 : step};
}

/* Is 0 one of the numbers from low to high in steps? */
static bool spans_zero(const struct estimate_part *part) {
  return part->base == BASE_NUMBER && part->low <= 0 && part->high >= 0 &&
         (!part->step || distance(part->low, 0) % part->step == 0);
}

static bool has_zero(const struct estimate_part *part) {
  return spans_zero(part) && !part->skips_zero;
}

/* The part without 0, if that is so; 0 is no bound of it. */
static struct estimate_part skip_zero(struct estimate_part part, bool is_so) {
  part.skips_zero = is_so && part.low < 0 && part.high > 0 && spans_zero(&part);
  return part;
}

static void join_part(struct estimate_part *into, const struct estimate_part *part) {
  bool skips_zero = !has_zero(into) && !has_zero(part);
  int64_t low = into->low < part->low ? into->low : part->low;
  int64_t high = into->high > part->high ? into->high : part->high;
  uint64_t apart =
      into->low < part->low ? distance(into->low, part->low) : distance(part->low, into->low);
  *into = skip_zero(make_part(into->base, low, high,
                              number_divisor(number_divisor(into->step, part->step), apart)),
                    skips_zero);
}

static void add_part(struct parts *parts, const struct estimate_part *part) {
  size_t at = 0;
  while (at < parts->count && parts->list[at].base < part->base)
    at++;
  if (at < parts->count && parts->list[at].base == part->base) {
    join_part(&parts->list[at], part);
    return;
  }
  if (parts->count == MOST_PARTS) {
    parts->is_any = true;
    return;
  }
  memmove(&parts->list[at + 1], &parts->list[at], (parts->count - at) * sizeof *parts->list);
  parts->list[at] = *part;
  parts->count++;
}

static estimate keep(struct estimates *estimates, const struct parts *parts) {
  if (parts->is_any)
    return ESTIMATE_ANY;
  if (!parts->count)
    return ESTIMATE_NONE;
  return interner_add(estimates->table, parts->list, parts->count * sizeof *parts->list, NULL);
}

static void add_estimate(struct parts *parts, const struct estimates *estimates, estimate value) {
  size_t count;
  const struct estimate_part *list = estimate_parts(estimates, value, &count);
  parts->is_any |= value == ESTIMATE_ANY;
  for (size_t i = 0; i < count; i++)
    add_part(parts, &list[i]);
}

static struct parts open_estimate(const struct estimates *estimates, estimate value) {
  struct parts parts = {.count = 0};
  add_estimate(&parts, estimates, value);
  return parts;
}

estimate estimate_make(struct estimates *estimates, uint32_t base, int64_t low, int64_t high,
                       uint64_t step) {
  struct parts parts = {.list = {make_part(base, low, high, step)}, .count = 1};
  return keep(estimates, &parts);
}

estimate estimate_constant(struct estimates *estimates, unsigned width, uint64_t bits) {
  int64_t number = width == 1 ? (int64_t)bits : width_signed(bits, width);
  return estimate_make(estimates, BASE_NUMBER, number, number, 0);
}

estimate estimate_all_numbers(struct estimates *estimates, unsigned width) {
  struct range all = range_full(width);
  return estimate_make(estimates, BASE_NUMBER, all.low, all.high, 1);
}

bool estimate_range(const struct estimates *estimates, estimate value, struct range *range) {
  size_t count;
  const struct estimate_part *list = estimate_parts(estimates, value, &count);
  if (count != 1 || list->base != BASE_NUMBER)
    return false;
  *range = (struct range){list->low, list->high};
  return true;
}

bool estimate_has_base(const struct estimates *estimates, estimate value, uint32_t base) {
  size_t count;
  const struct estimate_part *list = estimate_parts(estimates, value, &count);
  for (size_t i = 0; i < count; i++)
    if (list[i].base == base)
      return true;
  return false;
}

estimate estimate_join(struct estimates *estimates, estimate a, estimate b) {
  if (a == b || b == ESTIMATE_NONE)
    return a;
  if (a == ESTIMATE_NONE)
    return b;
  struct parts parts = open_estimate(estimates, a);
  add_estimate(&parts, estimates, b);
  return keep(estimates, &parts);
}

bool estimate_includes(struct estimates *estimates, estimate larger, estimate smaller) {
  return estimate_join(estimates, larger, smaller) == larger;
}

static int64_t next_above(const struct thresholds *thresholds, int64_t bound, int64_t most) {
  if (!thresholds)
    return most;
  for (size_t i = 0; i < thresholds->list.count; i++)
    if (thresholds->list.items[i] >= bound)
      return thresholds->list.items[i] < most ? thresholds->list.items[i] : most;
  return most;
}

static int64_t next_below(const struct thresholds *thresholds, int64_t bound, int64_t least) {
  if (!thresholds)
    return least;
  for (size_t i = thresholds->list.count; i-- > 0;)
    if (thresholds->list.items[i] <= bound)
      return thresholds->list.items[i] > least ? thresholds->list.items[i] : least;
  return least;
}

estimate estimate_widen(struct estimates *estimates, estimate old, estimate fresh, unsigned width,
                        const struct thresholds *thresholds) {
  estimate joined = estimate_join(estimates, old, fresh);
  if (joined == old || joined == ESTIMATE_ANY || old == ESTIMATE_NONE)
    return joined;
  struct parts parts = open_estimate(estimates, joined);
  size_t count;
  const struct estimate_part *before = estimate_parts(estimates, old, &count);
  for (size_t i = 0; i < parts.count; i++)
    for (size_t j = 0; j < count; j++) {
      struct estimate_part *part = &parts.list[i];
      if (part->base != before[j].base)
        continue;
      struct range all = range_full(part->base == BASE_NUMBER ? width : 64);
      /* A step stays: the bound is the last number of the sequence below the threshold. */
      int64_t high =
          part->high > before[j].high ? next_above(thresholds, part->high, all.high) : part->high;
      int64_t low =
          part->low < before[j].low ? next_below(thresholds, part->low, all.low) : part->low;
      if (part->step > 1 && low < part->low)
        low = part->low - (int64_t)(distance(low, part->low) / part->step * part->step);
      *part = skip_zero(make_part(part->base, low, high, part->step), !has_zero(part));
    }
  return keep(estimates, &parts);
}

/* A value of so few bits, or a number below the lowest address, is no address that could be
 * followed. Bytes of addresses that are put together again are a number: an access there is not
 * proven, and then nothing is (misses_effects, assess.h). */
enum { NARROW = 16 };

/* Of other operands than numbers: is the result a number that is less than some address? */
static bool find_small(struct estimates *estimates, const struct term *node,
                       const estimate operands[3], struct range *result) {
  struct range range;
  bool is_and = node->op == OP_AND;
  if ((!is_and && node->op != OP_UREM) ||
      (!estimate_range(estimates, operands[1], &range) &&
       (!is_and || !estimate_range(estimates, operands[0], &range))))
    return false;
  *result = (struct range){0, is_and ? range.high : range.high - 1};
  return range.low >= !is_and && range.high < ESTIMATE_LOWEST_ADDRESS;
}

/* Any number, and any offset in the objects of the parts. */
static estimate keep_scattered(struct estimates *estimates, const struct parts *found,
                               unsigned width) {
  struct parts parts = {.is_any = found->is_any && width > NARROW};
  for (size_t i = 0; i < found->count && width > NARROW; i++) {
    struct estimate_part part = make_part(found->list[i].base, INT64_MIN, INT64_MAX, 1);
    if (part.base != BASE_NUMBER)
      add_part(&parts, &part);
  }
  struct range all = range_full(width);
  struct estimate_part numbers = make_part(BASE_NUMBER, all.low, all.high, 1);
  add_part(&parts, &numbers);
  return keep(estimates, &parts);
}

/* What is computed of an address by other than moving it. */
static estimate scatter(struct estimates *estimates, const struct term *node,
                        const estimate operands[3]) {
  struct parts parts = {.count = 0};
  struct range small;
  if (node->width == 1)
    return estimate_all_numbers(estimates, 1);
  if (find_small(estimates, node, operands, &small))
    return estimate_make(estimates, BASE_NUMBER, small.low, small.high, 1);
  for (unsigned i = 0; i < node->arity; i++)
    add_estimate(&parts, estimates, operands[i]);
  return keep_scattered(estimates, &parts, node->width);
}

estimate estimate_scatter(struct estimates *estimates, estimate value, unsigned width) {
  struct parts parts = open_estimate(estimates, value);
  return keep_scattered(estimates, &parts, width);
}

/* The step of a result on numbers that did not wrap. */
static uint64_t step_of(const struct term *node, const struct estimate_part *a,
                        const struct estimate_part *b) {
  switch (node->op) {
  case OP_ADD:
  case OP_SUB:
    return number_divisor(a->step, b->step);
  case OP_MUL:
    if (!b->step && b->low > 0 && b->low < 1 << 24)
      return a->step < 1 << 24 ? a->step * (uint64_t)b->low : 1;
    return 1;
  case OP_SHL:
    return !b->step && b->low >= 0 && b->low < 24 && a->step < 1 << 24 ? a->step << b->low : 1;
  case OP_ZEXT:
  case OP_SEXT:
    return a->step;
  default:
    return 1;
  }
}

static bool is_all(struct range range, unsigned width) {
  struct range all = range_full(width);
  return range.low == all.low && range.high == all.high;
}

/* A sum of intervals, or everything if it may wrap. */
static struct estimate_part move_part(const struct estimate_part *address,
                                      const struct estimate_part *number, bool is_subtracted) {
  int64_t low, high;
  bool wraps = is_subtracted ? __builtin_sub_overflow(address->low, number->high, &low)
                             : __builtin_add_overflow(address->low, number->low, &low);
  wraps |= is_subtracted ? __builtin_sub_overflow(address->high, number->low, &high)
                         : __builtin_add_overflow(address->high, number->high, &high);
  if (wraps)
    return make_part(address->base, INT64_MIN, INT64_MAX, 1);
  return make_part(address->base, low, high, number_divisor(address->step, number->step));
}

/* A known number, read as unsigned, is shifted by a known one, or divided with a remainder.
 * Intervals of signed numbers do not tell the result. */
static bool apply_known(const struct term *node, const struct estimate_part *const parts[3],
                        struct estimate_part *result) {
  uint64_t bits[3] = {0, 0, 0};
  if (node->op != OP_LSHR && node->op != OP_SREM)
    return false;
  for (unsigned i = 0; i < node->arity; i++) {
    if (parts[i]->low != parts[i]->high)
      return false;
    bits[i] = (uint64_t)parts[i]->low & width_mask(node->operands[i]->width);
  }
  uint64_t applied = term_apply_to_bits(node, bits);
  int64_t value = node->width == 1 ? (int64_t)applied : width_signed(applied, node->width);
  *result = make_part(BASE_NUMBER, value, value, 0);
  return true;
}

static bool apply_numbers(const struct term *node, const struct estimate_part *const parts[3],
                          struct estimate_part *result) {
  if (apply_known(node, parts, result))
    return true;
  struct range ranges[3] = {{0, 0}, {0, 0}, {0, 0}};
  static const struct estimate_part none = {0, 0, 0, 0, 0};
  for (unsigned i = 0; i < node->arity; i++)
    ranges[i] = (struct range){parts[i]->low, parts[i]->high};
  struct range range = range_apply(node, ranges);
  uint64_t step =
      is_all(range, node->width) ? 1 : step_of(node, parts[0], node->arity > 1 ? parts[1] : &none);
  *result = make_part(BASE_NUMBER, range.low, range.high, step);
  return true;
}

/* Sums and differences, part by part. False: the result is not known. */
static bool add_moved(struct parts *out, const struct estimates *estimates, const struct term *node,
                      const struct estimate_part *a, const struct estimate_part *b) {
  const struct estimate_part *const both[3] = {a, b, NULL};
  struct estimate_part part;
  if (a->base == BASE_NUMBER && b->base == BASE_NUMBER)
    apply_numbers(node, both, &part);
  else if (b->base == BASE_NUMBER)
    part = move_part(a, b, node->op == OP_SUB);
  else if (a->base == BASE_NUMBER && node->op == OP_ADD)
    part = move_part(b, a, false);
  else if (a->base == b->base && node->op == OP_SUB &&
           estimates->facts.is_single(estimates->facts.context, a->base)) {
    part = move_part(a, b, true);
    part.base = BASE_NUMBER;
  } else
    return false;
  add_part(out, &part);
  return true;
}

static bool is_zero(const struct estimate_part *part) {
  return part->base == BASE_NUMBER && !part->low && !part->high;
}

static bool are_apart(const struct estimate_part *a, const struct estimate_part *b) {
  if ((is_zero(a) && b->skips_zero) || (is_zero(b) && a->skips_zero))
    return true;
  if (a->high < b->low || b->high < a->low)
    return true;
  uint64_t step = number_divisor(a->step, b->step);
  uint64_t apart = a->low < b->low ? distance(a->low, b->low) : distance(b->low, a->low);
  return step > 1 && apart % step != 0;
}

/* 0: never equal, 1: always, 2: maybe. */
static unsigned compare_parts(const struct estimates *estimates, const struct estimate_part *a,
                              const struct estimate_part *b) {
  if (a->base == b->base) {
    bool is_one =
        a->base == BASE_NUMBER || estimates->facts.is_single(estimates->facts.context, a->base);
    if (is_one && are_apart(a, b))
      return 0;
    return is_one && !a->step && !b->step && a->low == b->low ? 1 : 2;
  }
  const struct estimate_part *number = a->base == BASE_NUMBER ? a : b;
  if (number->base == BASE_NUMBER)
    return number->low >= 0 && number->high < ESTIMATE_LOWEST_ADDRESS ? 0 : 2;
  return estimates->facts.may_be_same(estimates->facts.context, a->base, b->base) ? 2 : 0;
}

static unsigned compare(const struct estimates *estimates, estimate a, estimate b) {
  size_t first_count, second_count;
  const struct estimate_part *first = estimate_parts(estimates, a, &first_count);
  const struct estimate_part *second = estimate_parts(estimates, b, &second_count);
  unsigned result = 3; /* none yet */
  if (!first_count || !second_count)
    return 2;
  for (size_t i = 0; i < first_count; i++)
    for (size_t j = 0; j < second_count; j++) {
      unsigned each = compare_parts(estimates, &first[i], &second[j]);
      result = result == 3 || result == each ? each : 2;
    }
  return result;
}

bool estimate_are_equal(const struct estimates *estimates, estimate a, estimate b) {
  return compare(estimates, a, b) == 1;
}

/* An address with its lowest bits cleared or set, or only these bits. False: it is something else.
 */
static bool mask_part(const struct estimates *estimates, const struct term *node,
                      struct estimate_part part, const struct estimate_part *mask,
                      struct parts *out) {
  enum { LOWEST_BITS = 15 };
  int64_t bits = mask->low < 0 ? ~mask->low : mask->low;
  const struct estimate_part *const both[3] = {&part, mask, NULL};
  if (mask->step || mask->base != BASE_NUMBER || bits > LOWEST_BITS ||
      (mask->low < 0 && node->op == OP_OR))
    return false;
  bool is_aligned = estimates->facts.is_aligned(estimates->facts.context, part.base) &&
                    (!part.step || !(bits & (bits + 1))); /* else the order may change */
  bool is_known = is_aligned && !part.step;
  if (part.base == BASE_NUMBER)
    apply_numbers(node, both, &part);
  else if (part.low < INT64_MIN + LOWEST_BITS || part.high > INT64_MAX - LOWEST_BITS)
    return false;
  else if (node->op == OP_AND && mask->low >= 0)
    part = make_part(BASE_NUMBER, is_known ? part.low & bits : 0, is_known ? part.low & bits : bits,
                     1);
  else if (node->op == OP_AND)
    part = is_aligned ? make_part(part.base, part.low & ~bits, part.high & ~bits, 1)
                      : make_part(part.base, part.low - bits, part.high, 1);
  else
    part = make_part(part.base, is_known ? part.low | bits : part.low,
                     is_known ? part.low | bits : part.high + bits, 1);
  add_part(out, &part);
  return true;
}

/* Of two operands, some of which may be addresses. */
static estimate apply_mixed(struct estimates *estimates, const struct term *node,
                            const estimate operands[3]) {
  if (node->op == OP_EQ) {
    unsigned equal = compare(estimates, operands[0], operands[1]);
    return estimate_make(estimates, BASE_NUMBER, equal == 1, equal != 0, 1);
  }
  bool moves = node->op == OP_ADD || node->op == OP_SUB;
  bool masks = node->op == OP_AND || node->op == OP_OR;
  size_t first_count, second_count;
  const struct estimate_part *first = estimate_parts(estimates, operands[0], &first_count);
  const struct estimate_part *second = estimate_parts(estimates, operands[1], &second_count);
  struct parts parts = {.count = 0};
  bool is_known = moves && first_count && second_count;
  if (masks && first_count && second_count == 1) {
    is_known = true;
    for (size_t i = 0; i < first_count && is_known; i++)
      is_known = mask_part(estimates, node, first[i], second, &parts);
    return is_known ? keep(estimates, &parts) : scatter(estimates, node, operands);
  }
  for (size_t i = 0; i < first_count && is_known; i++)
    for (size_t j = 0; j < second_count && is_known; j++)
      is_known = add_moved(&parts, estimates, node, &first[i], &second[j]);
  return is_known ? keep(estimates, &parts) : scatter(estimates, node, operands);
}

static estimate apply_choice(struct estimates *estimates, const estimate operands[3]) {
  struct range condition = {0, 1};
  estimate_range(estimates, operands[0], &condition);
  if (condition.low == condition.high)
    return operands[condition.low ? 1 : 2];
  return estimate_join(estimates, operands[1], operands[2]);
}

static bool keeps_addresses(const struct term *node) {
  return (node->op == OP_ZEXT || node->op == OP_SEXT || node->op == OP_EXTRACT) &&
         node->width >= node->operands[0]->width;
}

estimate estimate_apply(struct estimates *estimates, const struct term *node,
                        const estimate operands[3]) {
  const struct estimate_part *parts[3];
  bool are_numbers = true;
  for (unsigned i = 0; i < node->arity; i++) {
    size_t count;
    if (operands[i] == ESTIMATE_NONE)
      return ESTIMATE_NONE;
    parts[i] = estimate_parts(estimates, operands[i], &count);
    are_numbers &= count == 1 && parts[i]->base == BASE_NUMBER;
  }
  if (are_numbers && node->op == OP_EQ && are_apart(parts[0], parts[1]))
    return estimate_make(estimates, BASE_NUMBER, 0, 0, 0);
  if (are_numbers) {
    struct estimate_part part;
    apply_numbers(node, parts, &part);
    return estimate_make(estimates, BASE_NUMBER, part.low, part.high, part.step);
  }
  if (node->op == OP_ITE)
    return apply_choice(estimates, operands);
  if (keeps_addresses(node))
    return operands[0];
  if (node->arity == 2)
    return apply_mixed(estimates, node, operands);
  return scatter(estimates, node, operands);
}

estimate estimate_without(struct estimates *estimates, estimate value, uint32_t base) {
  if (value == ESTIMATE_ANY)
    return value;
  struct parts parts = {.count = 0};
  size_t count;
  const struct estimate_part *list = estimate_parts(estimates, value, &count);
  for (size_t i = 0; i < count; i++)
    if (list[i].base != base)
      add_part(&parts, &list[i]);
  return keep(estimates, &parts);
}

/* What is left of a part in a range; false: nothing. */
static bool cut_part(struct estimate_part *part, struct range range) {
  int64_t low = part->low;
  if (range.low > low && part->step)
    low = (int64_t)((uint64_t)low +
                    (distance(low, range.low) + part->step - 1) / part->step * part->step);
  if (part->low > range.high || part->high < range.low || low < part->low || low > part->high ||
      low > range.high)
    return false;
  int64_t high = part->high < range.high ? part->high : range.high;
  bool skips_zero = !has_zero(part);
  *part = skip_zero(make_part(part->base, low, high, part->step), skips_zero);
  return true;
}

estimate estimate_within(struct estimates *estimates, estimate value, struct range range) {
  struct parts parts = open_estimate(estimates, value), cut = {.is_any = parts.is_any};
  for (size_t i = 0; i < parts.count; i++)
    if (parts.list[i].base != BASE_NUMBER || cut_part(&parts.list[i], range))
      add_part(&cut, &parts.list[i]);
  return keep(estimates, &cut);
}

estimate estimate_without_zero(struct estimates *estimates, estimate value) {
  struct parts parts = open_estimate(estimates, value), left = {.is_any = parts.is_any};
  for (size_t i = 0; i < parts.count; i++) {
    struct estimate_part part = parts.list[i];
    if (is_zero(&part))
      continue;
    if (has_zero(&part) && !part.low)
      part = make_part(part.base, (int64_t)part.step, part.high, part.step);
    else if (has_zero(&part) && !part.high)
      part = make_part(part.base, part.low, -(int64_t)part.step, part.step);
    else if (has_zero(&part))
      part = skip_zero(part, true);
    add_part(&left, &part);
  }
  return keep(estimates, &left);
}

estimate estimate_rename(struct estimates *estimates, estimate value, uint32_t from, uint32_t to) {
  if (!estimate_has_base(estimates, value, from))
    return value;
  struct parts parts = {.count = 0};
  size_t count;
  const struct estimate_part *list = estimate_parts(estimates, value, &count);
  for (size_t i = 0; i < count; i++) {
    struct estimate_part part = list[i];
    if (part.base == from)
      part.base = to;
    add_part(&parts, &part);
  }
  return keep(estimates, &parts);
}

static bool may_be_equal(const struct estimates *estimates, const struct estimate_part *part,
                         const struct estimate_part *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (compare_parts(estimates, part, &list[i]) != 0)
      return true;
  return false;
}

estimate estimate_meet(struct estimates *estimates, estimate a, estimate b) {
  size_t first_count, second_count;
  const struct estimate_part *first = estimate_parts(estimates, a, &first_count);
  const struct estimate_part *second = estimate_parts(estimates, b, &second_count);
  if (a == ESTIMATE_ANY || b == ESTIMATE_ANY)
    return a == ESTIMATE_ANY ? b : a;
  struct parts parts = {.count = 0};
  for (size_t i = 0; i < first_count; i++) {
    struct estimate_part part = first[i];
    if (!may_be_equal(estimates, &part, second, second_count))
      continue;
    bool is_cut = false;
    for (size_t j = 0; j < second_count && !is_cut; j++)
      is_cut = second_count == 1 && second[j].base == part.base && part.base == BASE_NUMBER &&
               !cut_part(&part, (struct range){second[j].low, second[j].high});
    if (!is_cut)
      add_part(&parts, &part);
  }
  return keep(estimates, &parts);
}
