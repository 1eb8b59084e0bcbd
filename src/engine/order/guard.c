/* SPDX-License-Identifier: Apache-2.0 */
/* Guards are long conjunctions that share most of their conjuncts. Terms are graphs, so budgets
 * limit the visits. */
#include "engine/order/guard.h"

enum { MOST_PARTS = 256, MOST_VISITS = 256 };

/* Parts of a guard, each once. */
struct guard_parts {
  const struct term *items[MOST_PARTS];
  size_t count;
};

static bool is_conjunction(const struct term *term) {
  return term->kind == TERM_APPLY && term->op == OP_AND;
}

static bool has_part(const struct guard_parts *parts, const struct term *term) {
  for (size_t i = 0; i < parts->count; i++)
    if (parts->items[i] == term)
      return true;
  return false;
}

static bool add_part(struct guard_parts *parts, const struct term *term) {
  if (term_is_true(term) || has_part(parts, term))
    return true;
  if (parts->count == MOST_PARTS)
    return false;
  parts->items[parts->count++] = term;
  return true;
}

/* The conjunction with the highest number, which is an operand of no other part; or NULL. */
static const struct term *newest_conjunction(const struct guard_parts *parts) {
  const struct term *found = NULL;
  for (size_t i = 0; i < parts->count; i++) {
    const struct term *term = parts->items[i];
    if (is_conjunction(term) && (!found || term->id > found->id))
      found = term;
  }
  return found;
}

static bool split_part(struct guard_parts *parts, const struct term *term) {
  size_t at = 0;
  while (parts->items[at] != term)
    at++;
  parts->items[at] = parts->items[--parts->count];
  return add_part(parts, term->operands[0]) && add_part(parts, term->operands[1]);
}

static void move_common(struct guard_parts *a, struct guard_parts *b, struct guard_parts *common) {
  size_t kept = 0;
  for (size_t i = 0; i < a->count; i++) {
    const struct term *term = a->items[i];
    if (!has_part(b, term) || !add_part(common, term)) {
      a->items[kept++] = term;
      continue;
    }
    for (size_t j = 0; j < b->count; j++)
      if (b->items[j] == term)
        b->items[j--] = b->items[--b->count];
  }
  a->count = kept;
}

static const struct term *conjoin(struct terms *terms, const struct guard_parts *parts) {
  const struct term *result = always(terms);
  for (size_t i = 0; i < parts->count; i++)
    result = term_apply(terms, OP_AND, result, parts->items[i], NULL);
  return result;
}

/* Splits the newest conjunction of both guards until the rest is equal or has no conjunctions. */
struct guard_difference guard_compare(struct terms *terms, const struct term *a,
                                      const struct term *b) {
  struct guard_parts common = {.count = 0}, only_a = {.count = 0}, only_b = {.count = 0};
  bool fits = add_part(&only_a, a) && add_part(&only_b, b);
  for (;;) {
    move_common(&only_a, &only_b, &common);
    const struct term *of_a = newest_conjunction(&only_a), *of_b = newest_conjunction(&only_b);
    if (!fits || (!of_a && !of_b))
      break;
    bool first = of_a && (!of_b || of_a->id > of_b->id);
    fits = first ? split_part(&only_a, of_a) : split_part(&only_b, of_b);
  }
  if (!fits) /* a part that was dropped would change what the guards say */
    return (struct guard_difference){always(terms), a, b};
  return (struct guard_difference){conjoin(terms, &common), conjoin(terms, &only_a),
                                   conjoin(terms, &only_b)};
}

static bool has_conjunct(const struct term *term, const struct term *wanted, unsigned *budget) {
  if (term == wanted)
    return true;
  if (!is_conjunction(term) || !*budget)
    return false;
  --*budget;
  return has_conjunct(term->operands[1], wanted, budget) ||
         has_conjunct(term->operands[0], wanted, budget);
}

bool guard_implies(const struct term *stronger, const struct term *weaker) {
  if (term_is_true(weaker) || stronger == weaker)
    return true;
  unsigned budget = MOST_VISITS;
  if (has_conjunct(stronger, weaker, &budget))
    return true;
  return is_conjunction(weaker) && guard_implies(stronger, weaker->operands[0]) &&
         guard_implies(stronger, weaker->operands[1]);
}

const struct term *order_and(struct terms *terms, const struct term *a, const struct term *b) {
  const struct term *both = term_apply(terms, OP_AND, a, b, NULL);
  if (both == a || both == b || term_is_constant(both))
    return both;
  if (guard_implies(a, b))
    return a;
  return guard_implies(a, order_not(terms, b)) ? never(terms) : both;
}

const struct term *order_overlap(struct terms *terms, const struct term *a, uint32_t a_size,
                                 const struct term *b, uint32_t b_size) {
  const struct term *above = term_apply(terms, OP_SUB, a, b, NULL);
  const struct term *below = term_apply(terms, OP_SUB, b, a, NULL);
  return order_or(terms, order_below(terms, above, b_size), order_below(terms, below, a_size));
}
