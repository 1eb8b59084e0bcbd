/* SPDX-License-Identifier: Apache-2.0 */
/* The ranges of terms by their dense numbers, and their refinement by conditions. */
#include "base/memory.h"
#include "base/vector.h"
#include "term/range.h"
#include "term/term.h"
#include "term/walk.h"

struct known_range {
  struct range range;
  uint64_t stamp; /* it is known if this is the present one */
};

struct ranges {
  VECTOR(struct known_range) known; /* by the number of a term */
  uint64_t stamp;                   /* from 1 on */
};

struct ranges *ranges_create(void) {
  struct ranges *ranges = memory_allocate_zeroed(sizeof(struct ranges));
  ranges->stamp = 1;
  return ranges;
}

void ranges_forget(struct ranges *ranges) { ranges->stamp++; }

void ranges_destroy(struct ranges *ranges) {
  if (!ranges)
    return;
  vector_release(&ranges->known);
  memory_release(ranges);
}

static void keep(struct ranges *ranges, const struct term *term, struct range range) {
  while (ranges->known.count <= term->id)
    vector_push(&ranges->known, (struct known_range){{0, 0}, 0});
  ranges->known.items[term->id] = (struct known_range){range, ranges->stamp};
}

void ranges_set(struct ranges *ranges, const struct term *variable, struct range range) {
  keep(ranges, variable, range_common(range, range_full(variable->width)));
}

static struct range of_constant(const struct term *term) {
  int64_t value = term->width == 1 ? (int64_t)term->value : width_signed(term->value, term->width);
  return (struct range){value, value};
}

static bool is_known(const struct term *term, void *context) {
  const struct ranges *ranges = context;
  return term->id < ranges->known.count && ranges->known.items[term->id].stamp == ranges->stamp;
}

static void compute(const struct term *term, void *context) {
  struct ranges *ranges = context;
  struct range operands[3] = {{0, 0}, {0, 0}, {0, 0}};
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = ranges->known.items[term->operands[i]->id].range;
  keep(ranges, term,
       term->kind == TERM_CONSTANT   ? of_constant(term)
       : term->kind == TERM_VARIABLE ? range_full(term->width)
                                     : range_apply(term, operands));
}

struct range ranges_of(struct ranges *ranges, const struct term *term) {
  term_walk(term, is_known, compute, ranges);
  return ranges->known.items[term->id].range;
}

enum { MOST_NARROWED = 24, MOST_VISITS = 96 };

/* Terms that a condition narrows. */
struct narrowing {
  struct ranges *ranges;
  unsigned count, visits;
  struct {
    const struct term *term;
    struct range range;
  } list[MOST_NARROWED];
};

static struct range narrowed(const struct narrowing *narrowing, const struct term *term) {
  struct range range = ranges_of(narrowing->ranges, term);
  for (unsigned i = 0; i < narrowing->count; i++)
    if (narrowing->list[i].term == term)
      return narrowing->list[i].range;
  return range;
}

static void narrow(struct narrowing *narrowing, const struct term *term, struct range range);
static void narrow_by(struct narrowing *narrowing, const struct term *condition, bool holds);

static bool are_apart(struct range a, struct range b) { return a.high < b.low || b.high < a.low; }

/* A choice that is in this range: if one of its two values never is, it is the other one. */
static void narrow_choice(struct narrowing *narrowing, const struct term *choice,
                          struct range range) {
  bool not_first = are_apart(narrowed(narrowing, choice->operands[1]), range);
  if (not_first == are_apart(narrowed(narrowing, choice->operands[2]), range) || !narrowing->visits)
    return;
  narrowing->visits--;
  narrow(narrowing, choice->operands[0], (struct range){!not_first, !not_first});
  narrow_by(narrowing, choice->operands[0], !not_first);
  narrow(narrowing, choice->operands[not_first ? 2 : 1], range);
}

static void narrow(struct narrowing *narrowing, const struct term *term, struct range range) {
  if (term->kind == TERM_CONSTANT)
    return;
  unsigned at = 0;
  while (at < narrowing->count && narrowing->list[at].term != term)
    at++;
  if (at == MOST_NARROWED)
    return;
  struct range before = narrowed(narrowing, term);
  narrowing->list[at].term = term;
  narrowing->list[at].range = range_common(before, range);
  narrowing->count += at == narrowing->count;
  if (term->kind == TERM_APPLY && term->op == OP_ITE)
    narrow_choice(narrowing, term, narrowing->list[at].range);
  if (term->kind != TERM_APPLY || term->operands[0]->width == 1)
    return;
  if (term->op == OP_SEXT ||
      (term->op == OP_ZEXT && narrowed(narrowing, term->operands[0]).low >= 0))
    narrow(narrowing, term->operands[0], range);
}

/* a is below b. */
static void narrow_less(struct narrowing *narrowing, const struct term *a, const struct term *b,
                        bool or_equal) {
  struct range of_a = narrowed(narrowing, a), of_b = narrowed(narrowing, b);
  int64_t gap = or_equal ? 0 : 1;
  if (of_b.high > INT64_MIN + gap)
    narrow(narrowing, a, (struct range){of_a.low, of_b.high - gap});
  if (of_a.low < INT64_MAX - gap)
    narrow(narrowing, b, (struct range){of_a.low + gap, of_b.high});
}

/* It is another value: that matters at the ends of the range. */
static void narrow_unequal(struct narrowing *narrowing, const struct term *a,
                           const struct term *b) {
  struct range of_a = narrowed(narrowing, a), of_b = narrowed(narrowing, b);
  if (of_b.low != of_b.high || of_a.low == of_a.high)
    return;
  if (of_a.low == of_b.low)
    narrow(narrowing, a, (struct range){of_a.low + 1, of_a.high});
  if (of_a.high == of_b.low)
    narrow(narrowing, a, (struct range){of_a.low, of_a.high - 1});
}

/* a is below b, as numbers without sign. */
static void narrow_below(struct narrowing *narrowing, const struct term *a, const struct term *b,
                         bool or_equal) {
  struct range of_a = narrowed(narrowing, a), of_b = narrowed(narrowing, b);
  if (of_b.low < 0)
    return;
  if (of_a.low < 0) /* below something that is not negative, hence neither is this */
    narrow(narrowing, a, (struct range){0, of_b.high});
  narrow_less(narrowing, a, b, or_equal);
}

static void narrow_by_equality(struct narrowing *narrowing, const struct term *a,
                               const struct term *b, bool holds) {
  struct range of_a = narrowed(narrowing, a), of_b = narrowed(narrowing, b);
  if (holds) {
    narrow(narrowing, a, of_b);
    narrow(narrowing, b, of_a);
  } else {
    narrow_unequal(narrowing, a, b);
    narrow_unequal(narrowing, b, a);
  }
}

/* A comparison that does not hold is the other one the other way round. */
static void narrow_by_comparison(struct narrowing *narrowing, const struct term *condition,
                                 bool holds) {
  const struct term *a = condition->operands[holds ? 0 : 1],
                    *b = condition->operands[holds ? 1 : 0];
  bool or_equal = (condition->op == OP_ULE || condition->op == OP_SLE) == holds;
  switch (condition->op) {
  case OP_EQ:
    narrow_by_equality(narrowing, a, b, holds);
    break;
  case OP_SLT:
  case OP_SLE:
    if (a->width > 1)
      narrow_less(narrowing, a, b, or_equal);
    break;
  case OP_ULT:
  case OP_ULE:
    narrow_below(narrowing, a, b, or_equal);
    break;
  default:
    break;
  }
}

static void narrow_by(struct narrowing *narrowing, const struct term *condition, bool holds) {
  if (condition->kind != TERM_APPLY || !narrowing->visits)
    return;
  narrowing->visits--;
  const struct term *inner = condition->operands[0];
  if (condition->width == 1 && condition->op == (holds ? OP_AND : OP_OR)) {
    narrow_by(narrowing, condition->operands[1], holds);
    narrow_by(narrowing, inner, holds);
  } else if (condition->op == OP_NOT) {
    narrow_by(narrowing, inner, !holds);
  } else if (condition->arity == 2) {
    narrow_by_comparison(narrowing, condition, holds);
  }
}

static struct range evaluate(struct narrowing *narrowing, const struct term *term);

/* Where the condition of a choice holds, or does not, more may be known. */
static struct range evaluate_branch(struct narrowing *narrowing, const struct term *choice,
                                    bool holds) {
  struct narrowing branch = *narrowing;
  narrow_by(&branch, choice->operands[0], holds);
  struct range range = evaluate(&branch, choice->operands[holds ? 1 : 2]);
  narrowing->visits = branch.visits;
  return range;
}

static struct range evaluate(struct narrowing *narrowing, const struct term *term) {
  struct range known = narrowed(narrowing, term);
  if (term->kind != TERM_APPLY || !narrowing->visits || known.low == known.high)
    return known;
  narrowing->visits--;
  struct range operands[3] = {{0, 0}, {0, 0}, {0, 0}};
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = term->op == OP_ITE && i ? evaluate_branch(narrowing, term, i == 1)
                                          : evaluate(narrowing, term->operands[i]);
  return range_common(known, range_apply(term, operands));
}

struct range ranges_under(struct ranges *ranges, const struct term *assumed,
                          const struct term *term) {
  struct narrowing narrowing = {.ranges = ranges, .visits = MOST_VISITS};
  narrow_by(&narrowing, assumed, true);
  narrowing.visits = MOST_VISITS;
  return evaluate(&narrowing, term);
}
