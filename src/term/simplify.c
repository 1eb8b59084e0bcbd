/* SPDX-License-Identifier: Apache-2.0 */
/* The constructors of terms: each matches its operands, applies rules that make terms smaller or
 * more uniform, and creates a node only if none of them applies. A rule must hold for every width
 * from 1 to 64 and every value: at width 1 the constant 1 is also -1, and division by zero has a
 * result. Rules on floats are limited to constant folding, since NaN and signed zero break most
 * identities. */
#include "term/intern.h"
#include "term/term.h"

#include <assert.h>

static const struct term *constant(struct terms *terms, const struct term *like, uint64_t bits) {
  return term_constant(terms, like->width, bits);
}

static const struct term *boolean(struct terms *terms, bool value) {
  return term_constant(terms, 1, value);
}

static bool is_zero(const struct term *term) { return term_is_constant(term) && !term->value; }
static bool is_one(const struct term *term) { return term_is_constant(term) && term->value == 1; }
static bool is_ones(const struct term *term) {
  return term_is_constant(term) && term->value == width_mask(term->width);
}

static bool is_apply(const struct term *term, enum operator op) {
  return term->kind == TERM_APPLY && term->op == op;
}

static bool is_complement(const struct term *a, const struct term *b) {
  return (is_apply(a, OP_NOT) && a->operands[0] == b) ||
         (is_apply(b, OP_NOT) && b->operands[0] == a);
}

/* Smaller than any address of a program object, so that it may be an index. */
static bool is_small(const struct term *constant) {
  int64_t value = width_signed(constant->value, constant->width);
  return value > -(1 << 27) && value < 1 << 27;
}

/* (x op c) op d is x op (c op d), for an associative operator. An index is not added to what may be
 * an address: of `a[i - 100]` the sum i + (a - 100) would no longer tell which object it is about.
 */
static const struct term *regroup(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0], *b = node->operands[1];
  enum operator op =(enum operator) node->op;
  if (!term_is_constant(b) || !is_apply(a, op) || !term_is_constant(a->operands[1]))
    return NULL;
  if (op == OP_ADD && is_small(a->operands[1]) != is_small(b))
    return NULL;
  return term_apply(terms, op, a->operands[0], term_apply(terms, op, a->operands[1], b, NULL),
                    NULL);
}

static const struct term *simplify_arithmetic(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0], *b = node->operands[1];
  switch (node->op) {
  case OP_ADD:
    return is_zero(b) ? a : regroup(terms, node);
  case OP_SUB:
    if (a == b)
      return constant(terms, a, 0);
    if (term_is_constant(b))
      return term_apply(terms, OP_ADD, a, constant(terms, b, 0 - b->value), NULL);
    return NULL;
  case OP_MUL:
    if (is_zero(b))
      return b;
    return is_one(b) ? a : regroup(terms, node);
  case OP_UDIV:
  case OP_SDIV:
    return is_one(b) ? a : NULL;
  default: /* UREM, SREM */
    return is_one(b) ? constant(terms, a, 0) : NULL;
  }
}

static const struct term *simplify_bitwise(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0], *b = node->operands[1];
  switch (node->op) {
  case OP_AND:
    if (a == b || is_ones(b))
      return a;
    if (is_zero(b) || is_complement(a, b))
      return constant(terms, a, 0);
    break;
  case OP_OR:
    if (a == b || is_zero(b))
      return a;
    if (is_ones(b) || is_complement(a, b))
      return constant(terms, a, UINT64_MAX);
    break;
  default: /* XOR */
    if (a == b)
      return constant(terms, a, 0);
    if (is_zero(b))
      return a;
    if (is_ones(b))
      return term_apply(terms, OP_NOT, a, NULL, NULL);
    if (is_complement(a, b))
      return constant(terms, a, UINT64_MAX);
  }
  return regroup(terms, node);
}

static const struct term *simplify_shift(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0], *b = node->operands[1];
  if (is_zero(b) || is_zero(a))
    return a;
  if (node->op != OP_ASHR && term_is_constant(b) && b->value >= a->width)
    return constant(terms, a, 0);
  return NULL;
}

static const struct term *simplify_not(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0];
  if (a->kind != TERM_APPLY)
    return NULL;
  switch (a->op) {
  case OP_NOT:
    return a->operands[0];
  case OP_ULT:
    return term_apply(terms, OP_ULE, a->operands[1], a->operands[0], NULL);
  case OP_ULE:
    return term_apply(terms, OP_ULT, a->operands[1], a->operands[0], NULL);
  case OP_SLT:
    return term_apply(terms, OP_SLE, a->operands[1], a->operands[0], NULL);
  case OP_SLE:
    return term_apply(terms, OP_SLT, a->operands[1], a->operands[0], NULL);
  default:
    return NULL;
  }
}

/* a == b where b is a constant: what clang makes of `if (x < y)` is a comparison with 0 of an
 * extended comparison. */
static const struct term *equals_constant(struct terms *terms, const struct term *a,
                                          const struct term *b) {
  if (a->width == 1)
    return b->value ? a : term_apply(terms, OP_NOT, a, NULL, NULL);
  if (a->kind != TERM_APPLY)
    return NULL;
  const struct term *inner = a->operands[0];
  switch (a->op) {
  case OP_ZEXT:
    if (b->value > width_mask(inner->width))
      return boolean(terms, false);
    return term_apply(terms, OP_EQ, inner, constant(terms, inner, b->value), NULL);
  case OP_ADD:
    if (!term_is_constant(a->operands[1]))
      return NULL;
    return term_apply(terms, OP_EQ, inner, constant(terms, b, b->value - a->operands[1]->value),
                      NULL);
  case OP_XOR:
    if (!term_is_constant(a->operands[1]))
      return NULL;
    return term_apply(terms, OP_EQ, inner, constant(terms, b, b->value ^ a->operands[1]->value),
                      NULL);
  default:
    return NULL;
  }
}

static const struct term *simplify_comparison(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0], *b = node->operands[1];
  uint64_t lowest = UINT64_C(1) << (a->width - 1), highest = lowest - 1;
  switch (node->op) {
  case OP_EQ:
    if (a == b)
      return boolean(terms, true);
    if (is_complement(a, b))
      return boolean(terms, false);
    return term_is_constant(b) ? equals_constant(terms, a, b) : NULL;
  case OP_ULT:
    if (a == b || is_zero(b) || is_ones(a))
      return boolean(terms, false);
    return NULL;
  case OP_ULE:
    if (a == b || is_zero(a) || is_ones(b))
      return boolean(terms, true);
    return NULL;
  case OP_SLT:
    if (a == b || (term_is_constant(b) && b->value == lowest) ||
        (term_is_constant(a) && a->value == highest))
      return boolean(terms, false);
    return NULL;
  default: /* SLE */
    if (a == b || (term_is_constant(a) && a->value == lowest) ||
        (term_is_constant(b) && b->value == highest))
      return boolean(terms, true);
    return NULL;
  }
}

static const struct term *simplify_ite(struct terms *terms, const struct term *node) {
  const struct term *condition = node->operands[0], *then = node->operands[1],
                    *otherwise = node->operands[2];
  if (term_is_constant(condition))
    return condition->value ? then : otherwise;
  if (then == otherwise)
    return then;
  if (is_apply(condition, OP_NOT))
    return term_apply(terms, OP_ITE, condition->operands[0], otherwise, then);
  if (is_apply(then, OP_ITE) && then->operands[0] == condition)
    return term_apply(terms, OP_ITE, condition, then->operands[1], otherwise);
  if (is_apply(otherwise, OP_ITE) && otherwise->operands[0] == condition)
    return term_apply(terms, OP_ITE, condition, then, otherwise->operands[2]);
  if (node->width > 1)
    return NULL;
  if (term_is_true(then) || then == condition)
    return term_apply(terms, OP_OR, condition, otherwise, NULL);
  if (term_is_false(otherwise) || otherwise == condition)
    return term_apply(terms, OP_AND, condition, then, NULL);
  if (term_is_false(then))
    return term_apply(terms, OP_AND, term_apply(terms, OP_NOT, condition, NULL, NULL), otherwise,
                      NULL);
  if (term_is_true(otherwise))
    return term_apply(terms, OP_OR, term_apply(terms, OP_NOT, condition, NULL, NULL), then, NULL);
  return NULL;
}

static const struct term *simplify_extension(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0];
  if (is_apply(a, OP_ZEXT)) /* the sign bit of a zero-extended term is 0 */
    return term_convert(terms, OP_ZEXT, node->width, a->operands[0]);
  if (node->op == OP_SEXT && is_apply(a, OP_SEXT))
    return term_convert(terms, OP_SEXT, node->width, a->operands[0]);
  return NULL;
}

static const struct term *extract_of_extension(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0], *inner = a->operands[0];
  unsigned low = node->low, width = node->width;
  if (low + width <= inner->width)
    return term_extract(terms, low, width, inner);
  if (a->op == OP_ZEXT && low >= inner->width)
    return term_constant(terms, width, 0);
  if (low < inner->width) /* the upper part of the operand and some extension */
    return term_convert(terms, (enum operator)a->op, width,
                        term_extract(terms, low, inner->width - low, inner));
  return NULL;
}

static const struct term *simplify_extract(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0];
  unsigned low = node->low, width = node->width;
  if (a->kind != TERM_APPLY)
    return NULL;
  switch (a->op) {
  case OP_EXTRACT:
    return term_extract(terms, low + a->low, width, a->operands[0]);
  case OP_ZEXT:
  case OP_SEXT:
    return extract_of_extension(terms, node);
  case OP_CONCAT:
    if (low >= a->low)
      return term_extract(terms, low - a->low, width, a->operands[0]);
    return low + width <= a->low ? term_extract(terms, low, width, a->operands[1]) : NULL;
  default:
    return NULL;
  }
}

static const struct term *simplify_concat(struct terms *terms, const struct term *node) {
  const struct term *upper = node->operands[0], *lower = node->operands[1];
  if (is_zero(upper))
    return term_convert(terms, OP_ZEXT, node->width, lower);
  if (is_apply(upper, OP_EXTRACT) && is_apply(lower, OP_EXTRACT) &&
      upper->operands[0] == lower->operands[0] && upper->low == lower->low + lower->width)
    return term_extract(terms, lower->low, node->width, lower->operands[0]);
  return NULL;
}

static const struct term *simplify_overflow(struct terms *terms, const struct term *node) {
  const struct term *a = node->operands[0], *b = node->operands[1];
  bool never = false;
  switch (node->op) {
  case OP_SADD_OVERFLOWS:
  case OP_UADD_OVERFLOWS:
    never = is_zero(b);
    break;
  case OP_SSUB_OVERFLOWS:
  case OP_USUB_OVERFLOWS:
    never = is_zero(b) || a == b;
    break;
  default: /* SMUL, UMUL; at width 1 the constant 1 is -1, and -1 * -1 overflows */
    never = is_zero(b) || (is_one(b) && (node->op == OP_UMUL_OVERFLOWS || b->width > 1));
  }
  return never ? boolean(terms, false) : NULL;
}

/* Is it a choice between a few constants? */
static bool is_choice(const struct term *term, unsigned *budget) {
  if (term_is_constant(term))
    return true;
  if (!is_apply(term, OP_ITE) || *budget == 0)
    return false;
  --*budget;
  return is_choice(term->operands[1], budget) && is_choice(term->operands[2], budget);
}

/* An operator applied to constants and one choice between a few of them is a choice of results. */
static const struct term *distribute(struct terms *terms, const struct term *node) {
  const struct term *choice = NULL;
  unsigned at = 0, budget = 8;
  for (unsigned i = 0; i < node->arity; i++) {
    if (term_is_constant(node->operands[i]))
      continue;
    if (choice || !is_apply(node->operands[i], OP_ITE))
      return NULL;
    choice = node->operands[i];
    at = i;
  }
  if (!choice || !is_choice(choice, &budget))
    return NULL;
  const struct term *results[2];
  for (unsigned i = 0; i < 2; i++) {
    const struct term *operands[3] = {node->operands[0], node->operands[1], node->operands[2]};
    operands[at] = choice->operands[i + 1];
    results[i] = term_rebuild(terms, node, operands);
  }
  return term_apply(terms, OP_ITE, choice->operands[0], results[0], results[1]);
}

/* A simpler term with the value of a node that is not interned, or NULL. Not all operands are
 * constants, and those of commutative operators are in order, constants last. */
static const struct term *simplify(struct terms *terms, const struct term *node) {
  enum operator op =(enum operator) node->op;
  const struct term *distributed = op == OP_ITE ? NULL : distribute(terms, node);
  if (distributed)
    return distributed;
  if (op <= OP_SREM)
    return simplify_arithmetic(terms, node);
  if (op <= OP_XOR)
    return simplify_bitwise(terms, node);
  if (op <= OP_ASHR)
    return simplify_shift(terms, node);
  if (op == OP_NOT)
    return simplify_not(terms, node);
  if (op <= OP_SLE)
    return simplify_comparison(terms, node);
  if (op == OP_ITE)
    return simplify_ite(terms, node);
  if (op <= OP_SEXT)
    return simplify_extension(terms, node);
  if (op == OP_EXTRACT)
    return simplify_extract(terms, node);
  if (op == OP_CONCAT)
    return simplify_concat(terms, node);
  return op <= OP_UMUL_OVERFLOWS ? simplify_overflow(terms, node) : NULL;
}

uint64_t term_apply_to_bits(const struct term *node, const uint64_t operands[3]) {
  return operator_apply(
      &(struct operation_on_bits){.op = (enum operator)node->op,
                                  .width = node->width,
                                  .operand_width = node->operands[node->op == OP_ITE]->width,
                                  .low = node->low,
                                  .a = operands[0],
                                  .b = operands[1],
                                  .c = operands[2]});
}

static uint64_t fold(const struct term *node) {
  uint64_t operands[3] = {0, 0, 0};
  for (unsigned i = 0; i < node->arity; i++)
    operands[i] = node->operands[i]->value;
  return term_apply_to_bits(node, operands);
}

static bool all_constant(const struct term *node) {
  for (unsigned i = 0; i < node->arity; i++)
    if (!term_is_constant(node->operands[i]))
      return false;
  return true;
}

/* Only where the operands' order cannot show: two NaNs make an addition of floats depend on it. */
static bool is_commutative(unsigned op) {
  return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR ||
         op == OP_EQ || op == OP_SADD_OVERFLOWS || op == OP_SMUL_OVERFLOWS ||
         op == OP_UADD_OVERFLOWS || op == OP_UMUL_OVERFLOWS || op == OP_FEQ || op == OP_FUNORDERED;
}

/* Constants to the right, then by age. */
static void sort_operands(struct term *node) {
  const struct term *a = node->operands[0], *b = node->operands[1];
  assert(b);
  bool swap = term_is_constant(a) != term_is_constant(b) ? term_is_constant(a) : a->id > b->id;
  if (swap) {
    node->operands[0] = b;
    node->operands[1] = a;
  }
}

static const struct term *make(struct terms *terms, struct term *node) {
  if (all_constant(node))
    return term_constant(terms, node->width, fold(node));
  if (is_commutative(node->op))
    sort_operands(node);
  const struct term *simpler = simplify(terms, node);
  return simpler ? simpler : term_intern(terms, node);
}

const struct term *term_apply(struct terms *terms, enum operator op, const struct term *a,
                              const struct term *b, const struct term *c) {
  unsigned arity = operator_arity(op), width = a->width;
  assert(arity <= 3 && (arity < 2) == !b && (arity < 3) == !c);
  struct term node = {.kind = TERM_APPLY, .op = (uint8_t)op, .arity = (uint8_t)arity};
  if (op == OP_CONCAT) {
    assert(b);
    width = (unsigned)a->width + b->width;
    node.low = b->width;
  } else if (op == OP_ITE) {
    assert(b && c && a->width == 1 && b->width == c->width);
    width = b->width;
  } else {
    assert(op != OP_ZEXT && op != OP_SEXT && op != OP_EXTRACT && op < OP_FCONVERT);
    assert(!b || a->width == b->width);
    if (operator_is_comparison(op))
      width = 1;
  }
  assert(width <= 64);
  node.width = (uint8_t)width;
  node.operands[0] = a;
  node.operands[1] = b;
  node.operands[2] = c;
  return make(terms, &node);
}

const struct term *term_convert(struct terms *terms, enum operator op, unsigned width,
                                const struct term *a) {
  assert(op == OP_ZEXT || op == OP_SEXT || op >= OP_FCONVERT);
  assert(width >= 1 && width <= 64);
  assert((op != OP_ZEXT && op != OP_SEXT) || width >= a->width);
  if (width == a->width && (op == OP_ZEXT || op == OP_SEXT || op == OP_FCONVERT))
    return a;
  struct term node = {.kind = TERM_APPLY, .op = (uint8_t)op, .width = (uint8_t)width, .arity = 1};
  node.operands[0] = a;
  return make(terms, &node);
}

const struct term *term_extract(struct terms *terms, unsigned low, unsigned width,
                                const struct term *a) {
  assert(width >= 1 && low + width <= a->width);
  if (width == a->width)
    return a;
  struct term node = {.kind = TERM_APPLY,
                      .op = OP_EXTRACT,
                      .width = (uint8_t)width,
                      .low = (uint8_t)low,
                      .arity = 1};
  node.operands[0] = a;
  return make(terms, &node);
}

const struct term *term_rebuild(struct terms *terms, const struct term *node,
                                const struct term *const operands[3]) {
  if (node->op == OP_EXTRACT)
    return term_extract(terms, node->low, node->width, operands[0]);
  if (node->op == OP_ZEXT || node->op == OP_SEXT || node->op >= OP_FCONVERT)
    return term_convert(terms, (enum operator)node->op, node->width, operands[0]);
  return term_apply(terms, (enum operator)node->op, operands[0],
                    node->arity > 1 ? operands[1] : NULL, node->arity > 2 ? operands[2] : NULL);
}

const struct term *term_resize(struct terms *terms, unsigned width, const struct term *a) {
  return width < a->width ? term_extract(terms, 0, width, a)
                          : term_convert(terms, OP_ZEXT, width, a);
}
