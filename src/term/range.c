/* SPDX-License-Identifier: Apache-2.0 */
/* Interval arithmetic. Where a result could wrap around, the range is full. */
#include "term/range.h"

#include "term/term.h"

__extension__ typedef __int128 wide; /* results before they wrap */

static int64_t lowest(unsigned width) { return width == 1 ? 0 : INT64_MIN >> (64 - width); }
static int64_t highest(unsigned width) { return width == 1 ? 1 : INT64_MAX >> (64 - width); }

struct range range_full(unsigned width) {
  return (struct range){lowest(width), highest(width)};
}

struct range range_hull(struct range a, struct range b) {
  return (struct range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

struct range range_common(struct range a, struct range b) {
  struct range common = {a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
  return common.low <= common.high ? common : a;
}

static struct range fitting(unsigned width, wide low, wide high) {
  if (low < lowest(width) || high > highest(width))
    return range_full(width);
  return (struct range){(int64_t)low, (int64_t)high};
}

static bool is_single(struct range a) { return a.low == a.high; }

static struct range corners(unsigned width, const wide values[4]) {
  wide low = values[0], high = values[0];
  for (unsigned i = 1; i < 4; i++) {
    low = values[i] < low ? values[i] : low;
    high = values[i] > high ? values[i] : high;
  }
  return fitting(width, low, high);
}

static struct range product(unsigned width, struct range a, struct range b) {
  const wide values[4] = {(wide)a.low * b.low, (wide)a.low * b.high, (wide)a.high * b.low,
                          (wide)a.high * b.high};
  return corners(width, values);
}

/* By a divisor above 0. */
static struct range quotient(unsigned width, struct range a, struct range b) {
  const wide values[4] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
  return corners(width, values);
}

static struct range remainder_of(struct range a, struct range b) {
  int64_t most = b.high - 1;
  if (a.low > -b.low && a.high < b.low)
    return a;
  return (struct range){a.low >= 0      ? 0
                        : a.low > -most ? a.low
                                        : -most,
                        a.high <= 0     ? 0
                        : a.high < most ? a.high
                                        : most};
}

static struct range divide(const struct term *node, struct range a, struct range b) {
  bool is_signed = node->op == OP_SDIV || node->op == OP_SREM;
  if (b.low <= 0)
    return range_full(node->width);
  if (!is_signed && a.low < 0) { /* some number without sign */
    if (node->op == OP_UREM)
      return (struct range){0, b.high - 1};
    if (b.low == 1)
      return range_full(node->width);
    return (struct range){0, (int64_t)(width_mask(node->width) / (uint64_t)b.low)};
  }
  return node->op == OP_SDIV || node->op == OP_UDIV ? quotient(node->width, a, b)
                                                    : remainder_of(a, b);
}

/* All bits up to the highest that can be set. */
static int64_t filled(int64_t high) {
  return high ? (int64_t)(UINT64_MAX >> __builtin_clzll((uint64_t)high)) : 0;
}

static struct range bitwise(const struct term *node, struct range a, struct range b) {
  if (node->op == OP_AND && (a.low >= 0 || b.low >= 0)) {
    int64_t high = a.low < 0 ? b.high : b.low < 0 || a.high < b.high ? a.high : b.high;
    return (struct range){0, high};
  }
  if (a.low < 0 || b.low < 0)
    return range_full(node->width);
  int64_t low = node->op == OP_OR ? (a.low > b.low ? a.low : b.low) : 0;
  return (struct range){low, filled(a.high > b.high ? a.high : b.high)};
}

static struct range shift(const struct term *node, struct range a, struct range b) {
  if (!is_single(b) || b.low < 0 || b.low >= node->width || b.low > 62)
    return range_full(node->width);
  if (node->op == OP_SHL) {
    struct range factor = {INT64_C(1) << b.low, INT64_C(1) << b.low};
    return product(node->width, a, factor);
  }
  if (node->op == OP_LSHR && a.low < 0 && b.low)
    return range_full(node->width);
  return (struct range){a.low >> b.low, a.high >> b.low};
}

static struct range known(bool value) { return (struct range){value, value}; }

static struct range less(struct range a, struct range b, bool or_equal) {
  if (a.high < b.low || (or_equal && a.high == b.low))
    return known(true);
  if (a.low > b.high || (!or_equal && a.low == b.high))
    return known(false);
  return range_full(1);
}

static struct range compare(const struct term *node, struct range a, struct range b) {
  bool or_equal = node->op == OP_ULE || node->op == OP_SLE;
  if (node->op == OP_EQ) {
    if (is_single(a) && is_single(b) && a.low == b.low)
      return known(true);
    return a.high < b.low || b.high < a.low ? known(false) : range_full(1);
  }
  bool is_signed = node->op == OP_SLT || node->op == OP_SLE;
  if (is_signed && node->operands[0]->width == 1)
    return range_full(1); /* a single set bit is -1 there */
  bool mixed_a = a.low < 0 && a.high >= 0, mixed_b = b.low < 0 && b.high >= 0;
  if (!is_signed && (mixed_a || mixed_b))
    return range_full(1);
  if (!is_signed && (a.low < 0) != (b.low < 0))
    return known(b.low < 0); /* those that look negative are the largest */
  return less(a, b, or_equal);
}

static struct range extend(const struct term *node, struct range a) {
  unsigned from = node->operands[0]->width;
  if (node->op == OP_SEXT)
    return from == 1 ? (struct range){-a.high, -a.low} : a;
  return a.low >= 0 ? a : (struct range){0, (int64_t)width_mask(from)};
}

static struct range extract(const struct term *node, struct range a) {
  struct range full = range_full(node->width);
  if (node->low || node->operands[0]->width == 1)
    return node->low ? full : a;
  if (node->width == 1)
    return is_single(a) ? known(a.low & 1) : full;
  return a.low < full.low || a.high > full.high ? full : a;
}

static struct range overflow(const struct term *node, struct range a, struct range b) {
  unsigned width = node->operands[0]->width;
  if (width == 1)
    return range_full(1);
  wide low = a.low, high = a.high;
  if (node->op == OP_SADD_OVERFLOWS) {
    low += b.low;
    high += b.high;
  } else if (node->op == OP_SSUB_OVERFLOWS) {
    low -= b.high;
    high -= b.low;
  } else {
    return range_full(1);
  }
  return low < lowest(width) || high > highest(width) ? range_full(1) : known(false);
}

/* Of single bits. */
static struct range apply_to_bits(const struct term *node, struct range a, struct range b) {
  switch (node->op) {
  case OP_AND:
    return (struct range){a.low & b.low, a.high & b.high};
  case OP_OR:
    return (struct range){a.low | b.low, a.high | b.high};
  case OP_XOR:
    return is_single(a) && is_single(b) ? known(a.low ^ b.low) : range_full(1);
  case OP_NOT:
    return (struct range){1 - a.high, 1 - a.low};
  default:
    return range_full(1);
  }
}

static struct range apply_to_numbers(const struct term *node, struct range a, struct range b) {
  switch (node->op) {
  case OP_ADD:
    return fitting(node->width, (wide)a.low + b.low, (wide)a.high + b.high);
  case OP_SUB:
    return fitting(node->width, (wide)a.low - b.high, (wide)a.high - b.low);
  case OP_MUL:
    return product(node->width, a, b);
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
    return divide(node, a, b);
  case OP_AND:
  case OP_OR:
  case OP_XOR:
    return bitwise(node, a, b);
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
    return shift(node, a, b);
  case OP_NOT:
    return (struct range){-1 - a.high, -1 - a.low};
  default:
    return range_full(node->width);
  }
}

struct range range_apply(const struct term *node, const struct range operands[3]) {
  struct range a = operands[0], b = operands[1];
  switch (node->op) {
  case OP_ITE:
    return a.low ? b : !a.high ? operands[2] : range_hull(b, operands[2]);
  case OP_EQ:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE:
    return compare(node, a, b);
  case OP_ZEXT:
  case OP_SEXT:
    return extend(node, a);
  case OP_EXTRACT:
    return extract(node, a);
  case OP_SADD_OVERFLOWS:
  case OP_SSUB_OVERFLOWS:
    return overflow(node, a, b);
  default:
    return node->width == 1 ? apply_to_bits(node, a, b) : apply_to_numbers(node, a, b);
  }
}
