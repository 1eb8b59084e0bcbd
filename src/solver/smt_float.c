/* SPDX-License-Identifier: Apache-2.0 */
/* Terms are bits, and so are the results here: each operator takes its operands as Z3 floats and
 * returns the bits of the result. Z3 has only one NaN, while operator_apply defines the bits of a
 * NaN; these are composed from the bits of the operands as in term/operator.h. Nothing is left
 * unspecified, so the values of a model agree with evaluation.
 *
 * Z3's conversion to integers is unspecified out of range; the values of x86-64 are written around
 * it. */
#include "solver/smt_float.h"

#include "term/term.h"

#include <assert.h>

enum { FRACTION_32 = 23, FRACTION_64 = 52 };

static Z3_ast nearest(struct smt_pool *pool) {
  return smt_keep(pool, Z3_mk_fpa_round_nearest_ties_to_even(pool->z3));
}

static Z3_ast toward_zero(struct smt_pool *pool) {
  return smt_keep(pool, Z3_mk_fpa_round_toward_zero(pool->z3));
}

static Z3_ast choose(struct smt_pool *pool, Z3_ast condition, Z3_ast then, Z3_ast otherwise) {
  return smt_keep(pool, Z3_mk_ite(pool->z3, condition, then, otherwise));
}

/* A word of 32 or 64 bits as a float. */
static Z3_ast float_of(struct smt_pool *pool, Z3_ast word, unsigned width) {
  return smt_keep(pool, Z3_mk_fpa_to_fp_bv(pool->z3, word, smt_float_sort(pool, width)));
}

static Z3_ast is_nan(struct smt_pool *pool, Z3_ast value) {
  return smt_keep(pool, Z3_mk_fpa_is_nan(pool->z3, value));
}

static Z3_ast both(struct smt_pool *pool, Z3_ast a, Z3_ast b) {
  Z3_ast operands[] = {a, b};
  return smt_keep(pool, Z3_mk_and(pool->z3, 2, operands));
}

static Z3_ast is_less(struct smt_pool *pool, Z3_ast a, Z3_ast b) {
  return smt_keep(pool, Z3_mk_fpa_lt(pool->z3, a, b));
}

static Z3_ast double_constant(struct smt_pool *pool, double value) {
  return smt_keep(pool, Z3_mk_fpa_numeral_double(pool->z3, value, smt_float_sort(pool, 64)));
}

/* The bits of `value`; `nan` if it is one. */
static Z3_ast bits_of(struct smt_pool *pool, Z3_ast value, Z3_ast nan) {
  Z3_ast bits = smt_keep(pool, Z3_mk_fpa_to_ieee_bv(pool->z3, value));
  return choose(pool, is_nan(pool, value), nan, bits);
}

/* The first operand that is a NaN, made quiet, else the default. */
static Z3_ast arithmetic_nan(struct smt_pool *pool, const struct term *term, const Z3_ast *words) {
  unsigned fraction = term->width == 32 ? FRACTION_32 : FRACTION_64;
  uint64_t quiet = UINT64_C(1) << (fraction - 1);
  Z3_ast nan = smt_constant(pool, term->width, width_mask(term->width) & ~width_mask(fraction - 1));
  Z3_ast mask = smt_constant(pool, term->width, quiet);
  for (unsigned i = term->arity; i-- > 0;) {
    Z3_ast quieted = smt_keep(pool, Z3_mk_bvor(pool->z3, words[i], mask));
    nan = choose(pool, is_nan(pool, float_of(pool, words[i], term->width)), quieted, nan);
  }
  return nan;
}

/* Sign and upper part of the fraction stay, and it is made quiet. */
static Z3_ast converted_nan(struct smt_pool *pool, const struct term *term, Z3_ast word) {
  bool widens = term->width == 64;
  unsigned from = term->operands[0]->width;
  unsigned top = (widens ? FRACTION_32 : FRACTION_64) - 2, count = FRACTION_32 - 1;
  unsigned exponent_and_quiet = widens ? 12 : 9;
  Z3_ast sign = smt_keep(pool, Z3_mk_extract(pool->z3, from - 1, from - 1, word));
  Z3_ast rest = smt_keep(pool, Z3_mk_extract(pool->z3, top, top + 1 - count, word));
  Z3_ast ones = smt_constant(pool, exponent_and_quiet, width_mask(exponent_and_quiet));
  Z3_ast nan = smt_keep(pool, Z3_mk_concat(pool->z3, sign, ones));
  nan = smt_keep(pool, Z3_mk_concat(pool->z3, nan, rest));
  if (!widens)
    return nan;
  Z3_ast zeros = smt_constant(pool, FRACTION_64 - FRACTION_32, 0);
  return smt_keep(pool, Z3_mk_concat(pool->z3, nan, zeros));
}

static Z3_ast translate_arithmetic(struct smt_pool *pool, const struct term *term, Z3_ast a,
                                   Z3_ast b) {
  static Z3_ast (*const binary[OP_COUNT])(Z3_context, Z3_ast, Z3_ast, Z3_ast) = {
      [OP_FADD] = Z3_mk_fpa_add,
      [OP_FSUB] = Z3_mk_fpa_sub,
      [OP_FMUL] = Z3_mk_fpa_mul,
      [OP_FDIV] = Z3_mk_fpa_div,
  };
  if (binary[term->op])
    return binary[term->op](pool->z3, nearest(pool), a, b);
  assert(term->op == OP_FSQRT || term->op == OP_FRINT);
  return (term->op == OP_FSQRT ? Z3_mk_fpa_sqrt : Z3_mk_fpa_round_to_integral)(pool->z3,
                                                                               nearest(pool), a);
}

static Z3_ast translate_comparison(struct smt_pool *pool, const struct term *term, Z3_ast a,
                                   Z3_ast b) {
  static Z3_ast (*const binary[OP_COUNT])(Z3_context, Z3_ast, Z3_ast) = {
      [OP_FEQ] = Z3_mk_fpa_eq, [OP_FLT] = Z3_mk_fpa_lt, [OP_FLE] = Z3_mk_fpa_leq};
  if (binary[term->op])
    return binary[term->op](pool->z3, a, b);
  assert(term->op == OP_FUNORDERED);
  Z3_ast either[] = {is_nan(pool, a), is_nan(pool, b)};
  return Z3_mk_or(pool->z3, 2, either);
}

static Z3_ast truncate_to_32(struct smt_pool *pool, Z3_ast value) {
  Z3_ast fits = both(pool, is_less(pool, double_constant(pool, -2147483649.0), value),
                     is_less(pool, value, double_constant(pool, 2147483648.0)));
  Z3_ast truncated = smt_keep(pool, Z3_mk_fpa_to_sbv(pool->z3, toward_zero(pool), value, 32));
  return choose(pool, fits, truncated, smt_constant(pool, 32, 0x80000000u));
}

static Z3_ast truncate_to_64(struct smt_pool *pool, Z3_ast value) {
  Z3_ast least = double_constant(pool, -0x1p63);
  Z3_ast fits = both(pool, smt_keep(pool, Z3_mk_fpa_leq(pool->z3, least, value)),
                     is_less(pool, value, double_constant(pool, 0x1p63)));
  Z3_ast truncated = smt_keep(pool, Z3_mk_fpa_to_sbv(pool->z3, toward_zero(pool), value, 64));
  return choose(pool, fits, truncated, smt_constant(pool, 64, UINT64_C(1) << 63));
}

/* Step for step what operator_apply does. */
static Z3_ast translate_to_integer(struct smt_pool *pool, const struct term *term, Z3_ast value) {
  bool is_unsigned = term->op == OP_FLOAT_TO_UINT;
  unsigned width = term->width;
  if (term->operands[0]->width == 32)
    value = smt_keep(
        pool, Z3_mk_fpa_to_fp_float(pool->z3, nearest(pool), value, smt_float_sort(pool, 64)));
  Z3_ast bits;
  if (width < 32 || (width == 32 && !is_unsigned)) {
    bits = truncate_to_32(pool, value);
  } else {
    bits = truncate_to_64(pool, value);
    if (is_unsigned && width > 32) {
      Z3_ast lower = smt_keep(
          pool, Z3_mk_fpa_sub(pool->z3, nearest(pool), value, double_constant(pool, 0x1p63)));
      Z3_ast merged = smt_keep(pool, Z3_mk_bvor(pool->z3, bits, truncate_to_64(pool, lower)));
      Z3_ast zero = smt_constant(pool, 64, 0);
      Z3_ast is_large = smt_keep(pool, Z3_mk_bvslt(pool->z3, bits, zero));
      bits = choose(pool, is_large, merged, bits);
    }
  }
  return smt_keep(pool, Z3_mk_extract(pool->z3, width - 1, 0, bits));
}

static Z3_ast translate_conversion(struct smt_pool *pool, const struct term *term, Z3_ast word) {
  unsigned from = term->operands[0]->width;
  if (term->op == OP_FLOAT_TO_SINT || term->op == OP_FLOAT_TO_UINT) {
    Z3_ast bits = translate_to_integer(pool, term, float_of(pool, word, from));
    return term->width > 1 ? bits : Z3_mk_eq(pool->z3, bits, smt_constant(pool, 1, 1));
  }
  Z3_sort sort = smt_float_sort(pool, term->width);
  Z3_ast rounding = nearest(pool), value;
  if (term->op == OP_FLOAT_FROM_SINT)
    value = Z3_mk_fpa_to_fp_signed(pool->z3, rounding, word, sort);
  else if (term->op == OP_FLOAT_FROM_UINT)
    value = Z3_mk_fpa_to_fp_unsigned(pool->z3, rounding, word, sort);
  else
    value = Z3_mk_fpa_to_fp_float(pool->z3, rounding, float_of(pool, word, from), sort);
  smt_keep(pool, value);
  if (term->op != OP_FCONVERT)
    return Z3_mk_fpa_to_ieee_bv(pool->z3, value);
  return bits_of(pool, value, converted_nan(pool, term, word));
}

Z3_ast smt_translate_float(struct smt_pool *pool, const struct term *term, const Z3_ast *words) {
  if (term->op >= OP_FCONVERT)
    return translate_conversion(pool, term, words[0]);
  unsigned width = term->operands[0]->width;
  Z3_ast a = float_of(pool, words[0], width);
  Z3_ast b = term->arity > 1 ? float_of(pool, words[1], width) : NULL;
  if (operator_is_comparison((enum operator)term->op))
    return translate_comparison(pool, term, a, b);
  Z3_ast value = smt_keep(pool, translate_arithmetic(pool, term, a, b));
  return bits_of(pool, value, arithmetic_nan(pool, term, words));
}
