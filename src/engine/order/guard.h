/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: terms of one bit that guard paths and events, and short forms of
 * constructors. */
#ifndef ENGINE_ORDER_GUARD_H
#define ENGINE_ORDER_GUARD_H

#include "term/term.h"

/* Does one guard imply the other, as far as their conjuncts tell? */
bool guard_implies(const struct term *stronger, const struct term *weaker);
/* The conjunction, simplified if one operand implies or contradicts the other. */
const struct term *order_and(struct terms *terms, const struct term *a, const struct term *b);

/* Two guards as `common` and what only one of them says. */
struct guard_difference {
  const struct term *common, *only_a, *only_b;
};
struct guard_difference guard_compare(struct terms *terms, const struct term *a,
                                      const struct term *b);

static inline const struct term *always(struct terms *terms) { return term_constant(terms, 1, 1); }
static inline const struct term *never(struct terms *terms) { return term_constant(terms, 1, 0); }
static inline const struct term *order_or(struct terms *terms, const struct term *a,
                                          const struct term *b) {
  return term_apply(terms, OP_OR, a, b, NULL);
}
static inline const struct term *order_not(struct terms *terms, const struct term *a) {
  return term_apply(terms, OP_NOT, a, NULL, NULL);
}
static inline const struct term *order_equal(struct terms *terms, const struct term *a,
                                             const struct term *b) {
  return term_apply(terms, OP_EQ, a, b, NULL);
}
static inline const struct term *order_choose(struct terms *terms, const struct term *condition,
                                              const struct term *a, const struct term *b) {
  return term_apply(terms, OP_ITE, condition, a, b);
}
/* A number as wide as the term. */
static inline const struct term *order_number(struct terms *terms, const struct term *like,
                                              uint64_t number) {
  return term_constant(terms, like->width, number);
}
static inline const struct term *order_is(struct terms *terms, const struct term *term,
                                          uint64_t number) {
  return order_equal(terms, term, order_number(terms, term, number));
}
/* term + number, term - number, and whether the term is an unsigned number below `end`. */
static inline const struct term *order_plus(struct terms *terms, const struct term *term,
                                            uint64_t number) {
  return term_apply(terms, OP_ADD, term, order_number(terms, term, number), NULL);
}
static inline const struct term *order_offset(struct terms *terms, const struct term *term,
                                              uint64_t number) {
  return term_apply(terms, OP_SUB, term, order_number(terms, term, number), NULL);
}
static inline const struct term *order_below(struct terms *terms, const struct term *term,
                                             uint64_t end) {
  return term_apply(terms, OP_ULT, term, order_number(terms, term, end), NULL);
}

/* Do `a_size` bytes from a and `b_size` bytes from b have a byte in common? */
const struct term *order_overlap(struct terms *terms, const struct term *a, uint32_t a_size,
                                 const struct term *b, uint32_t b_size);

#endif
