/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of cells: transfer by terms, join, widening. term/range.c computes with ranges; where a
 * result may wrap, it is the full range. */
#include "engine/explicit/box.h"

#include <stdlib.h>

/* Terms of actions are not long (cells_is_long), so looking through them may recurse. */

void box_release(struct box *box) { vector_release(&box->ranges); }

void box_copy(struct box *to, const struct box *from) {
  to->ranges.count = 0;
  for (size_t i = 0; i < from->ranges.count; i++)
    vector_push(&to->ranges, from->ranges.items[i]);
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

static const struct cell *cell_at(const struct locations *locations, uint32_t location, size_t at) {
  return &locations->cells->list.items[locations->list.items[location].cells.items[at]];
}

static void add_fact(struct premises *facts, const struct term *fact) {
  if (!term_is_true(fact))
    vector_push(facts, fact);
}

void box_add_facts(const struct box *box, const struct locations *locations, uint32_t location,
                   struct premises *facts) {
  struct terms *terms = locations->cells->context.terms;
  for (size_t i = 0; i < box->ranges.count; i++) {
    const struct cell_range *known = &box->ranges.items[i];
    const struct term *symbol = cell_at(locations, location, i)->symbols[0];
    struct range all = range_full(symbol->width);
    uint64_t mask = width_mask(symbol->width);
    const struct term *low = term_constant(terms, symbol->width, (uint64_t)known->range.low & mask);
    const struct term *high =
        term_constant(terms, symbol->width, (uint64_t)known->range.high & mask);
    if (known->range.low == known->range.high) {
      add_fact(facts, term_apply(terms, OP_EQ, symbol, low, NULL));
      continue;
    }
    if (known->range.low > all.low)
      add_fact(facts, term_apply(terms, OP_SLE, low, symbol, NULL));
    if (known->range.high < all.high)
      add_fact(facts, term_apply(terms, OP_SLE, symbol, high, NULL));
    if (known->known_bits) {
      const struct term *bits = term_constant(terms, symbol->width, width_mask(known->known_bits));
      const struct term *residue = term_constant(terms, symbol->width, known->residue);
      add_fact(facts, term_apply(terms, OP_EQ, term_apply(terms, OP_AND, symbol, bits, NULL),
                                 residue, NULL));
    }
  }
}

/* The lowest bits of a value: how many are known, and what they are. */
struct low_bits {
  unsigned count;
  uint64_t bits;
};

static struct low_bits low_bits_make(unsigned count, uint64_t bits) {
  return (struct low_bits){count, count ? bits & width_mask(count) : 0};
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned zeros_of(uint64_t bits, unsigned most) {
  return bits ? least((unsigned)__builtin_ctzll(bits), most) : most;
}

static struct low_bits low_bits_join(struct low_bits a, struct low_bits b) {
  unsigned count = least(a.count, b.count);
  return low_bits_make(zeros_of(a.bits ^ b.bits, count), a.bits);
}

/* What is looked through. */
struct transfer {
  const struct box_transfer *in;
  const struct box *from; /* or NULL */
};

/* What is known of the cell of a variable; NULL: nothing, or it is an input. */
static const struct cell_range *range_before(const struct transfer *transfer,
                                             const struct term *variable) {
  unsigned role;
  uint32_t cell = cells_of_variable(transfer->in->locations->cells, variable, &role);
  uint32_t place =
      transfer->from && cell < transfer->in->places.count ? transfer->in->places.items[cell] : 0;
  return place ? &transfer->from->ranges.items[place - 1] : NULL;
}

static struct low_bits low_bits_of_variable(const struct transfer *in, const struct term *term) {
  const struct cell_range *known = range_before(in, term);
  return known ? low_bits_make(known->known_bits, known->residue) : low_bits_make(0, 0);
}

static struct low_bits low_bits_of(const struct transfer *in, const struct term *term) {
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
    return low_bits_make(least(a.count, b.count), a.bits + b.bits);
  case OP_SUB:
    return low_bits_make(least(a.count, b.count), a.bits - b.bits);
  case OP_MUL: /* the zeros of one factor make as many bits more known of the product */
    return low_bits_make(least(term->width, least(a.count + zeros_of(b.bits, b.count),
                                                  b.count + zeros_of(a.bits, a.count))),
                         a.bits * b.bits);
  case OP_SHL:
    if (!term_is_constant(second) || second->value >= term->width)
      return low_bits_make(0, 0);
    return low_bits_make(least(term->width, a.count + (unsigned)second->value),
                         a.bits << second->value);
  case OP_AND:
    return low_bits_make(least(a.count, b.count), a.bits & b.bits);
  case OP_ZEXT:
  case OP_SEXT:
    return a;
  case OP_ITE:
    return low_bits_join(b, low_bits_of(in, term->operands[2]));
  default:
    return low_bits_make(0, 0);
  }
}

static const struct term *conjunction(struct terms *terms, const struct premises *facts) {
  const struct term *all = term_constant(terms, 1, 1);
  for (size_t i = 0; i < facts->count; i++)
    all = term_apply(terms, OP_AND, all, facts->items[i], NULL);
  return all;
}

void box_transfer_init(struct box_transfer *in, const struct locations *locations) {
  *in = (struct box_transfer){.locations = locations, .ranges = ranges_create()};
}

void box_transfer_release(struct box_transfer *in) {
  ranges_destroy(in->ranges);
  vector_release(&in->places);
}

/* From numbers to the ranges that are told to term/range.h. */
static void set_ranges(struct box_transfer *in, const struct box *from, uint32_t location) {
  ranges_forget(in->ranges);
  for (size_t i = 0; i < in->places.count; i++)
    in->places.items[i] = 0;
  for (size_t i = 0; from && i < from->ranges.count; i++) {
    uint32_t cell = in->locations->list.items[location].cells.items[i];
    ranges_set(in->ranges, in->locations->cells->list.items[cell].symbols[0],
               from->ranges.items[i].range);
    while (in->places.count <= cell)
      vector_push(&in->places, 0);
    in->places.items[cell] = (uint32_t)i + 1;
  }
}

/* What the cell holds after the action. */
static struct cell_range range_behind(const struct transfer *transfer, const struct term *assumed,
                                      const struct term *term) {
  struct range range = ranges_under(transfer->in->ranges, assumed, term);
  struct low_bits low = low_bits_of(transfer, term);
  if (range.low == range.high)
    low = low_bits_make(term->width, (uint64_t)range.low);
  return (struct cell_range){range, low.count, low.bits};
}

void box_transfer(struct box_transfer *in, const struct box *from, const struct action *action,
                  struct box *to) {
  struct transfer transfer = {in, from};
  const struct cells *cells = in->locations->cells;
  const struct standpoint *behind = &in->locations->list.items[action->to];
  const struct term *assumed = conjunction(cells->context.terms, &action->facts);
  set_ranges(in, from, action->move.from);
  to->ranges.count = 0;
  for (size_t i = 0; i < behind->cells.count; i++) {
    const struct term *term = action_bound(action, behind->cells.items[i]);
    const struct term *symbol = cells->list.items[behind->cells.items[i]].symbols[0];
    const struct cell_range *before = term ? NULL : range_before(&transfer, symbol);
    struct cell_range known = before && !action->facts.count
                                  ? *before
                                  : range_behind(&transfer, assumed, term ? term : symbol);
    vector_push(&to->ranges, known);
  }
}

static bool includes(const struct cell_range *a, const struct cell_range *b) {
  uint64_t mask = a->known_bits ? width_mask(a->known_bits) : 0;
  return a->range.low <= b->range.low && b->range.high <= a->range.high &&
         a->known_bits <= b->known_bits && !((a->residue ^ b->residue) & mask);
}

bool box_includes(const struct box *box, const struct box *other) {
  for (size_t i = 0; i < box->ranges.count; i++)
    if (!includes(&box->ranges.items[i], &other->ranges.items[i]))
      return false;
  return true;
}

void box_join(struct box *box, const struct box *other) {
  for (size_t i = 0; i < box->ranges.count; i++) {
    struct cell_range *a = &box->ranges.items[i];
    const struct cell_range *b = &other->ranges.items[i];
    struct low_bits low = low_bits_join((struct low_bits){a->known_bits, a->residue},
                                        (struct low_bits){b->known_bits, b->residue});
    a->range = range_hull(a->range, b->range);
    a->known_bits = low.count;
    a->residue = low.bits;
  }
}

void box_widen(struct box *box, const struct box *old, const struct locations *locations,
               uint32_t location, const struct thresholds *thresholds) {
  for (size_t i = 0; i < box->ranges.count; i++) {
    struct range *range = &box->ranges.items[i].range;
    struct range all = range_full(cell_at(locations, location, i)->width), wider = all;
    for (size_t k = 0; thresholds && k < thresholds->list.count; k++) {
      int64_t number = thresholds->list.items[k];
      if (number <= range->low && number >= all.low)
        wider.low = number;
      if (number >= range->high && number < wider.high)
        wider.high = number;
    }
    if (range->low < old->ranges.items[i].range.low)
      range->low = wider.low;
    if (range->high > old->ranges.items[i].range.high)
      range->high = wider.high;
  }
}
