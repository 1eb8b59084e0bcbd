/* SPDX-License-Identifier: Apache-2.0 */
/* Transfer, join and widening of boxes. term/range.c computes with ranges; if a result may wrap,
 * its range is full. */
#include "abstract/box.h"

#include "base/number.h"

/* Terms of actions are not long (cells_is_long), so looking through them may recurse. */

void box_release(struct box *box) { vector_release(&box->ranges); }

void box_copy(struct box *to, const struct box *from) {
  to->ranges.count = 0;
  vector_append(&to->ranges, from->ranges.items, from->ranges.count);
}

/* Constants as signed numbers of their width. */
static void add_threshold(struct thresholds *thresholds, int64_t number) {
  size_t at = 0;
  while (at < thresholds->list.count && thresholds->list.items[at] < number)
    at++;
  if (at < thresholds->list.count && thresholds->list.items[at] == number)
    return;
  vector_push(&thresholds->list, number);
  for (size_t i = thresholds->list.count - 1; i > at; i--)
    thresholds->list.items[i] = thresholds->list.items[i - 1];
  thresholds->list.items[at] = number;
}

void thresholds_add(struct thresholds *thresholds, const struct term *term) {
  enum { MOST_THRESHOLDS = 256 };
  if (thresholds->list.count >= MOST_THRESHOLDS)
    return;
  if (term_is_constant(term) && term->width > 1) {
    int64_t number = width_signed(term->value, term->width);
    for (int64_t i = -1; i <= 1; i++)
      if (i < 0 ? number > INT64_MIN : number < INT64_MAX)
        add_threshold(thresholds, number + i);
  }
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    thresholds_add(thresholds, term->operands[i]);
}

void thresholds_release(struct thresholds *thresholds) { vector_release(&thresholds->list); }

static void add_fact(struct premises *facts, const struct term *fact) {
  if (!term_is_true(fact))
    vector_push(facts, fact);
}

static const struct term *number_fact(struct terms *terms, const struct term *like, uint64_t bits) {
  return term_constant(terms, like->width, bits & width_mask(like->width));
}

static void add_residues(const struct cell_range *known, struct terms *terms,
                         const struct term *symbol, struct premises *facts) {
  if (known->known_bits) {
    const struct term *bits = number_fact(terms, symbol, width_mask(known->known_bits));
    add_fact(facts, term_apply(terms, OP_EQ, term_apply(terms, OP_AND, symbol, bits, NULL),
                               number_fact(terms, symbol, known->residue), NULL));
  }
  if (known->step > 1)
    add_fact(facts, term_apply(terms, OP_EQ,
                               term_apply(terms, OP_UREM, symbol,
                                          number_fact(terms, symbol, known->step), NULL),
                               number_fact(terms, symbol, known->offset), NULL));
}

void box_add_facts(const struct box *box, struct terms *terms, const struct symbol_list *symbols,
                   struct premises *facts) {
  for (size_t i = 0; i < box->ranges.count; i++) {
    const struct cell_range *known = &box->ranges.items[i];
    const struct term *symbol = symbols->items[i];
    struct range all = range_full(symbol->width);
    const struct term *low = number_fact(terms, symbol, (uint64_t)known->range.low);
    const struct term *high = number_fact(terms, symbol, (uint64_t)known->range.high);
    if (known->range.low == known->range.high) {
      add_fact(facts, term_apply(terms, OP_EQ, symbol, low, NULL));
      continue;
    }
    if (known->range.low > all.low)
      add_fact(facts, term_apply(terms, OP_SLE, low, symbol, NULL));
    if (known->range.high < all.high)
      add_fact(facts, term_apply(terms, OP_SLE, symbol, high, NULL));
    add_residues(known, terms, symbol, facts);
  }
}

/* The lowest bits of a value. */
struct low_bits {
  unsigned count;
  uint64_t bits;
};

static struct low_bits low_bits_make(unsigned count, uint64_t bits) {
  return (struct low_bits){count, count ? bits & width_mask(count) : 0};
}

static unsigned least_number(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned zeros_of(uint64_t bits, unsigned most) {
  return bits ? least_number((unsigned)__builtin_ctzll(bits), most) : most;
}

static struct low_bits low_bits_join(struct low_bits a, struct low_bits b) {
  unsigned count = least_number(a.count, b.count);
  return low_bits_make(zeros_of(a.bits ^ b.bits, count), a.bits);
}

const struct cell_range *box_transfer_known(const struct box_transfer *in,
                                            const struct term *variable) {
  return variable->value < in->known.count && in->stamps.items[variable->value] == in->stamp
             ? &in->known.items[variable->value]
             : NULL;
}

static struct low_bits low_bits_of_variable(const struct box_transfer *in,
                                            const struct term *term) {
  const struct cell_range *known = box_transfer_known(in, term);
  return known ? low_bits_make(known->known_bits, known->residue) : low_bits_make(0, 0);
}

static struct low_bits low_bits_of(const struct box_transfer *in, const struct term *term) {
  if (term_is_constant(term))
    return low_bits_make(term->width, term->value);
  if (term->kind == TERM_VARIABLE)
    return low_bits_of_variable(in, term);
  struct low_bits a = low_bits_of(in, term->operands[0]), b = {0, 0};
  if (term->arity > 1)
    b = low_bits_of(in, term->operands[1]);
  const struct term *second = term->arity > 1 ? term->operands[1] : NULL;
  switch (term->op) {
  case OP_ADD:
    return low_bits_make(least_number(a.count, b.count), a.bits + b.bits);
  case OP_SUB:
    return low_bits_make(least_number(a.count, b.count), a.bits - b.bits);
  case OP_MUL: /* a factor that ends in zeros makes that many more bits of the product known */
    return low_bits_make(
        least_number(term->width, least_number(a.count + zeros_of(b.bits, b.count),
                                               b.count + zeros_of(a.bits, a.count))),
        a.bits * b.bits);
  case OP_SHL:
    if (!term_is_constant(second) || second->value >= term->width)
      return low_bits_make(0, 0);
    return low_bits_make(least_number(term->width, a.count + (unsigned)second->value),
                         a.bits << second->value);
  case OP_AND:
    return low_bits_make(least_number(a.count, b.count), a.bits & b.bits);
  case OP_ZEXT:
  case OP_SEXT:
    return a;
  case OP_ITE:
    return low_bits_join(b, low_bits_of(in, term->operands[2]));
  default:
    return low_bits_make(0, 0);
  }
}

/* A number modulo a step. Step 1: nothing is known; 0: the number is the offset. */
struct stride {
  uint64_t step, offset;
};

enum { LARGEST_STEP = 1 << 20 };

static struct stride stride_make(uint64_t step, uint64_t offset) {
  return (struct stride){step, step ? offset % step : offset};
}

static const struct stride no_stride = {1, 0};

static struct stride stride_join(struct stride a, struct stride b) {
  uint64_t apart = a.offset < b.offset ? b.offset - a.offset : a.offset - b.offset;
  return stride_make(number_divisor(number_divisor(a.step, b.step), apart), a.offset);
}

static bool is_small(struct stride a) { return a.step <= LARGEST_STEP && a.offset <= LARGEST_STEP; }

static struct stride stride_product(struct stride a, struct stride b) {
  if (!is_small(a) || !is_small(b))
    return no_stride;
  uint64_t step =
      number_divisor(number_divisor(a.step * b.step, a.step * b.offset), b.step * a.offset);
  return stride_make(step, a.offset * b.offset);
}

static struct stride stride_difference(struct stride a, struct stride b) {
  uint64_t step = number_divisor(a.step, b.step);
  if (!step)
    return a.offset >= b.offset ? stride_make(0, a.offset - b.offset) : no_stride;
  return stride_make(step, a.offset % step + step - b.offset % step);
}

static struct stride stride_of_constant(const struct term *term) {
  return term->width > 1 && width_signed(term->value, term->width) >= 0
             ? stride_make(0, term->value)
             : no_stride;
}

static struct stride stride_of_variable(const struct box_transfer *in, const struct term *term) {
  const struct cell_range *known = box_transfer_known(in, term);
  if (known && known->range.low == known->range.high && known->range.low >= 0)
    return stride_make(0, (uint64_t)known->range.low);
  return known ? stride_make(known->step, known->offset) : no_stride;
}

static struct range range_of(const struct box_transfer *in, const struct term *term) {
  return ranges_under(in->ranges, in->assumed, term);
}

__extension__ typedef __int128 wide_number;

/* Does the operation neither wrap nor have a negative result? */
static bool is_exact(const struct box_transfer *in, const struct term *term) {
  struct range a = range_of(in, term->operands[0]), b = range_of(in, term->operands[1]);
  if (a.low < 0 || b.low < 0)
    return false;
  wide_number low = a.low, high = a.high;
  if (term->op == OP_ADD)
    high += b.high;
  else if (term->op == OP_MUL)
    high *= b.high;
  else
    low -= b.high;
  return low >= 0 && high <= range_full(term->width).high;
}

static struct stride stride_of(const struct box_transfer *in, const struct term *term) {
  if (term_is_constant(term))
    return stride_of_constant(term);
  if (term->kind == TERM_VARIABLE)
    return stride_of_variable(in, term);
  if (term->width == 1)
    return no_stride;
  switch (term->op) {
  case OP_ADD:
    if (!is_exact(in, term))
      return no_stride;
    struct stride a = stride_of(in, term->operands[0]), b = stride_of(in, term->operands[1]);
    return stride_make(number_divisor(a.step, b.step), a.offset + b.offset);
  case OP_SUB:
    if (!is_exact(in, term))
      return no_stride;
    return stride_difference(stride_of(in, term->operands[0]), stride_of(in, term->operands[1]));
  case OP_MUL:
    if (!is_exact(in, term))
      return no_stride;
    return stride_product(stride_of(in, term->operands[0]), stride_of(in, term->operands[1]));
  case OP_ZEXT:
  case OP_SEXT:
    return range_of(in, term->operands[0]).low >= 0 ? stride_of(in, term->operands[0]) : no_stride;
  case OP_ITE:
    return stride_join(stride_of(in, term->operands[1]), stride_of(in, term->operands[2]));
  default:
    return no_stride;
  }
}

static const struct term *conjunction(struct terms *terms, const struct premises *facts) {
  const struct term *all = term_constant(terms, 1, 1);
  for (size_t i = 0; i < facts->count; i++)
    all = term_apply(terms, OP_AND, all, facts->items[i], NULL);
  return all;
}

void box_transfer_init(struct box_transfer *in, struct terms *terms) {
  *in = (struct box_transfer){.terms = terms, .ranges = ranges_create()};
}

void box_transfer_release(struct box_transfer *in) {
  ranges_destroy(in->ranges);
  vector_release(&in->known);
  vector_release(&in->stamps);
}

void box_transfer_begin(struct box_transfer *in, const struct premises *facts) {
  ranges_forget(in->ranges);
  in->stamp++;
  in->assumed = conjunction(in->terms, facts);
}

/* The intersection of two ranges of one value. */
static struct cell_range intersect(const struct cell_range *a, const struct cell_range *b) {
  struct cell_range both = a->known_bits >= b->known_bits ? *a : *b;
  both.range = range_common(a->range, b->range);
  both.step = a->step >= b->step ? a->step : b->step;
  both.offset = a->step >= b->step ? a->offset : b->offset;
  return both;
}

void box_transfer_know(struct box_transfer *in, const struct symbol_list *symbols,
                       const struct box *box) {
  for (size_t i = 0; i < box->ranges.count; i++) {
    const struct term *symbol = symbols->items[i];
    const struct cell_range *before = box_transfer_known(in, symbol);
    struct cell_range now =
        before ? intersect(before, &box->ranges.items[i]) : box->ranges.items[i];
    ranges_set(in->ranges, symbol, now.range);
    while (in->known.count <= symbol->value) {
      vector_push(&in->known, (struct cell_range){0});
      vector_push(&in->stamps, 0);
    }
    in->known.items[symbol->value] = now;
    in->stamps.items[symbol->value] = in->stamp;
  }
}

struct cell_range cell_range_full(unsigned width) {
  return (struct cell_range){.range = range_full(width), .step = 1};
}

/* Sets the stride, unless the range or the lowest bits imply it, or it is too small to be
 * useful. */
static void keep_stride(struct cell_range *range, struct stride stride) {
  bool is_kept = stride.step & (stride.step - 1) && stride.step <= LARGEST_STEP &&
                 range->range.low < range->range.high;
  range->step = is_kept ? (uint32_t)stride.step : 1;
  range->offset = is_kept ? (uint32_t)stride.offset : 0;
}

struct cell_range box_transfer_range(struct box_transfer *in, const struct term *term) {
  struct range range = range_of(in, term);
  struct low_bits low = low_bits_of(in, term);
  struct stride stride = range.low >= 0 ? stride_of(in, term) : no_stride;
  if (range.low == range.high)
    low = low_bits_make(term->width, (uint64_t)range.low);
  struct cell_range result = {.range = range, .known_bits = low.count, .residue = low.bits};
  keep_stride(&result, stride);
  return result;
}

static bool is_single(const struct cell_range *a) { return a->range.low == a->range.high; }

static bool is_in_steps(const struct cell_range *a, const struct cell_range *b) {
  if (a->step <= 1)
    return true;
  if (is_single(b))
    return b->range.low >= 0 && (uint64_t)b->range.low % a->step == a->offset;
  return b->step % a->step == 0 && b->offset % a->step == a->offset;
}

static bool range_includes(const struct cell_range *a, const struct cell_range *b) {
  uint64_t mask = a->known_bits ? width_mask(a->known_bits) : 0;
  return a->range.low <= b->range.low && b->range.high <= a->range.high &&
         a->known_bits <= b->known_bits && !((a->residue ^ b->residue) & mask) && is_in_steps(a, b);
}

bool box_includes(const struct box *box, const struct box *other) {
  for (size_t i = 0; i < box->ranges.count; i++)
    if (!range_includes(&box->ranges.items[i], &other->ranges.items[i]))
      return false;
  return true;
}

static struct stride stride_of_range(const struct cell_range *a) {
  if (a->range.low < 0)
    return no_stride;
  return is_single(a) ? stride_make(0, (uint64_t)a->range.low) : stride_make(a->step, a->offset);
}

void cell_range_join(struct cell_range *range, const struct cell_range *other) {
  struct low_bits low = low_bits_join((struct low_bits){range->known_bits, range->residue},
                                      (struct low_bits){other->known_bits, other->residue});
  struct stride stride = stride_join(stride_of_range(range), stride_of_range(other));
  range->range = range_hull(range->range, other->range);
  range->known_bits = low.count;
  range->residue = low.bits;
  keep_stride(range, stride);
}

void box_join(struct box *box, const struct box *other) {
  for (size_t i = 0; i < box->ranges.count; i++)
    cell_range_join(&box->ranges.items[i], &other->ranges.items[i]);
}

/* A range that becomes partly negative loses its stride. */
void box_widen(struct box *box, const struct box *old, const struct symbol_list *symbols,
               const struct thresholds *thresholds) {
  for (size_t i = 0; i < box->ranges.count; i++) {
    struct range *range = &box->ranges.items[i].range;
    struct range all = range_full(symbols->items[i]->width), wider = all;
    for (size_t k = 0; thresholds && k < thresholds->list.count; k++) {
      int64_t limit = thresholds->list.items[k];
      if (limit <= range->low && limit >= all.low)
        wider.low = limit;
      if (limit >= range->high && limit < wider.high)
        wider.high = limit;
    }
    if (range->low < old->ranges.items[i].range.low)
      range->low = wider.low;
    if (range->high > old->ranges.items[i].range.high)
      range->high = wider.high;
    if (range->low < 0) {
      box->ranges.items[i].step = 1;
      box->ranges.items[i].offset = 0;
    }
  }
}
