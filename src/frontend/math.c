/* SPDX-License-Identifier: Apache-2.0 */
/* LLVM intrinsics that compute, and functions of <math.h> that are operators, as terms. */
#include "frontend/lower.h"

#include <string.h>

/* Kept in a register: most of what follows uses its operands several times. */
static const struct term *argument(struct builder *b, LLVMValueRef call, unsigned i) {
  return values_keep(b, values_term(b, LLVMGetOperand(call, i)));
}

static const struct term *integer_like(struct builder *b, const struct term *x, uint64_t bits) {
  return values_integer(b, x->width, bits);
}

static const struct term *shift_right(struct builder *b, const struct term *x, unsigned amount) {
  return values_apply(b, OP_LSHR, x, integer_like(b, x, amount));
}

/* The number of set bits by adding neighbours. */
static const struct term *count_ones(struct builder *b, const struct term *x) {
  static const uint64_t masks[] = {UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
                                   UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x00ff00ff00ff00ff),
                                   UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};
  for (unsigned step = 0; 1u << step < x->width; step++) {
    const struct term *mask = integer_like(b, x, masks[step]);
    x = values_apply(b, OP_ADD, values_apply(b, OP_AND, x, mask),
                     values_apply(b, OP_AND, shift_right(b, x, 1u << step), mask));
    x = values_keep(b, x);
  }
  return x;
}

static const struct term *count_leading_zeros(struct builder *b, const struct term *x) {
  for (unsigned step = 1; step < x->width; step *= 2)
    x = values_keep(b, values_apply(b, OP_OR, x, shift_right(b, x, step)));
  return count_ones(b, values_keep(b, values_not(b, x)));
}

static const struct term *count_trailing_zeros(struct builder *b, const struct term *x) {
  const struct term *below = values_apply(b, OP_SUB, x, integer_like(b, x, 1));
  return count_ones(b, values_keep(b, values_apply(b, OP_AND, values_not(b, x), below)));
}

/* The parts of `size` bits in the opposite order. */
static const struct term *reverse(struct builder *b, const struct term *x, unsigned size) {
  const struct term *result = NULL;
  for (unsigned low = 0; low < x->width; low += size) {
    const struct term *part = term_extract(b->lowering->terms, low, size, x);
    result = result ? values_apply(b, OP_CONCAT, result, part) : part;
  }
  return result;
}

static const struct term *swap_bytes(struct builder *b, const struct term *x) {
  return reverse(b, x, 8);
}

static const struct term *reverse_bits(struct builder *b, const struct term *x) {
  return reverse(b, x, 1);
}

static const struct term *sign_bit(struct builder *b, unsigned width) {
  return values_integer(b, width, UINT64_C(1) << (width - 1));
}

static const struct term *absolute(struct builder *b, const struct term *x) {
  const struct term *zero = integer_like(b, x, 0);
  return values_choose(b, values_apply(b, OP_SLT, x, zero), values_apply(b, OP_SUB, zero, x), x);
}

/* fshl and fshr: the upper, or the lower, word of x:y shifted by z modulo the width. */
static const struct term *funnel(struct builder *b, bool left, const struct term *x,
                                 const struct term *y, const struct term *z) {
  const struct term *width = integer_like(b, z, z->width);
  const struct term *amount = values_apply(b, OP_UREM, z, width);
  const struct term *rest = values_apply(b, OP_SUB, width, amount);
  if (!left) {
    const struct term *swap = amount;
    amount = rest;
    rest = swap;
  }
  return values_apply(b, OP_OR, values_apply(b, OP_SHL, x, amount),
                      values_apply(b, OP_LSHR, y, rest));
}

static const struct term *saturate(struct builder *b, enum operator op, enum operator overflows,
                                   bool is_signed, const struct term *x, const struct term *y) {
  const struct term *limit = integer_like(b, x, op == OP_ADD ? UINT64_MAX : 0);
  if (is_signed) /* towards the sign of x */
    limit = values_choose(b, values_apply(b, OP_SLT, x, integer_like(b, x, 0)),
                          sign_bit(b, x->width), values_not(b, sign_bit(b, x->width)));
  return values_choose(b, values_apply(b, overflows, x, y), limit, values_apply(b, op, x, y));
}

static const struct term *pick_integer(struct builder *b, enum operator less, bool smaller,
                                       const struct term *x, const struct term *y) {
  const struct term *is_less = values_apply(b, less, x, y);
  return smaller ? values_choose(b, is_less, x, y) : values_choose(b, is_less, y, x);
}

static const struct term *without_sign(struct builder *b, const struct term *x) {
  return values_apply(b, OP_AND, x, values_not(b, sign_bit(b, x->width)));
}

static const struct term *copy_sign(struct builder *b, const struct term *x,
                                    const struct term *sign) {
  return values_apply(b, OP_OR, without_sign(b, x),
                      values_apply(b, OP_AND, sign, sign_bit(b, x->width)));
}

static const struct term *float_constant(struct builder *b, unsigned width, double value) {
  uint64_t bits = 0;
  if (width == 32) {
    float narrow = (float)value;
    memcpy(&bits, &narrow, sizeof narrow);
  } else {
    memcpy(&bits, &value, sizeof value);
  }
  return values_integer(b, width, bits);
}

static const struct term *round_down(struct builder *b, const struct term *x) {
  const struct term *near = values_keep(b, values_apply(b, OP_FRINT, x, NULL));
  const struct term *one = float_constant(b, x->width, 1);
  return values_choose(b, values_apply(b, OP_FLT, x, near), values_apply(b, OP_FSUB, near, one),
                       near);
}

static const struct term *round_up(struct builder *b, const struct term *x) {
  const struct term *near = values_keep(b, values_apply(b, OP_FRINT, x, NULL));
  const struct term *one = float_constant(b, x->width, 1);
  const struct term *result =
      values_choose(b, values_apply(b, OP_FLT, near, x), values_apply(b, OP_FADD, near, one), near);
  return copy_sign(b, result, x); /* -0.5 gives -0 */
}

static const struct term *round_to_zero(struct builder *b, const struct term *x) {
  return copy_sign(b, round_down(b, without_sign(b, x)), x);
}

/* Halves go away from zero. */
static const struct term *round_half_away(struct builder *b, const struct term *x) {
  const struct term *positive = without_sign(b, x),
                    *whole = values_keep(b, round_down(b, positive));
  const struct term *rest = values_apply(b, OP_FSUB, positive, whole);
  const struct term *up = values_apply(b, OP_FADD, whole, float_constant(b, x->width, 1));
  const struct term *half = float_constant(b, x->width, 0.5);
  return copy_sign(b, values_choose(b, values_apply(b, OP_FLE, half, rest), up, whole), x);
}

/* fmin and fmax: the other operand if one is NaN. */
static const struct term *pick_float(struct builder *b, bool smaller, const struct term *x,
                                     const struct term *y) {
  const struct term *first =
      smaller ? values_apply(b, OP_FLT, x, y) : values_apply(b, OP_FLT, y, x);
  const struct term *y_is_nan = values_apply(b, OP_FUNORDERED, y, y);
  return values_choose(b, values_apply(b, OP_OR, first, y_is_nan), x, y);
}

/* llvm.is.fpclass: bits of `tests` ask for NaNs (0, 1), infinities, normals, subnormals and zeros
 * by sign (2 … 9, from -inf to +inf). */
static const struct term *has_class(struct builder *b, const struct term *x, uint64_t tests) {
  uint64_t infinity = x->width == 32 ? 0x7f800000u : UINT64_C(0x7ff0000000000000);
  uint64_t normal = x->width == 32 ? 0x00800000u : UINT64_C(0x0010000000000000);
  uint64_t quiet = x->width == 32 ? 0x00400000u : UINT64_C(0x0008000000000000);
  const struct term *size = values_keep(b, without_sign(b, x));
  const struct term *negative =
      values_not(b, values_apply(b, OP_EQ, values_apply(b, OP_AND, x, sign_bit(b, x->width)),
                                 integer_like(b, x, 0)));
  /* Ranges of the bits without the sign: [from, to]. */
  const uint64_t zero[] = {0, 0}, subnormal[] = {1, normal - 1}, finite[] = {normal, infinity - 1},
                 infinite[] = {infinity, infinity};
  const uint64_t *const ranges[] = {infinite, finite, subnormal, zero};
  const struct term *result = values_integer(b, 1, 0);
  const uint64_t signalling_nan[] = {infinity + 1, (infinity | quiet) - 1};
  const uint64_t quiet_nan[] = {infinity | quiet, width_mask(x->width) >> 1};
  for (unsigned bit = 0; bit < 10; bit++) {
    if (!(tests >> bit & 1))
      continue;
    const uint64_t *range = bit == 0   ? signalling_nan
                            : bit == 1 ? quiet_nan
                                       : ranges[bit < 6 ? bit - 2 : 9 - bit];
    const struct term *inside =
        values_apply(b, OP_AND, values_apply(b, OP_ULE, integer_like(b, x, range[0]), size),
                     values_apply(b, OP_ULE, size, integer_like(b, x, range[1])));
    if (bit >= 2)
      inside = values_apply(b, OP_AND, inside, bit < 6 ? negative : values_not(b, negative));
    result = values_apply(b, OP_OR, result, inside);
  }
  return result;
}

/* "ctpop" of "llvm.ctpop.i32". */
static bool is_named(const char *name, const char *stem) {
  size_t length = strlen(stem);
  return !strncmp(name + 5, stem, length) && (name[5 + length] == '.' || !name[5 + length]);
}

static const struct term *round_to_even(struct builder *b, const struct term *x) {
  return values_apply(b, OP_FRINT, x, NULL);
}

static const struct term *square_root(struct builder *b, const struct term *x) {
  return values_apply(b, OP_FSQRT, x, NULL);
}

static const struct term *apply_unary(struct builder *b, const char *name, const struct term *x) {
  static const struct {
    const char *name;
    const struct term *(*apply)(struct builder *b, const struct term *x);
  } functions[] = {
      {"ctpop", count_ones},   {"ctlz", count_leading_zeros}, {"cttz", count_trailing_zeros},
      {"bswap", swap_bytes},   {"bitreverse", reverse_bits},  {"abs", absolute},
      {"fabs", without_sign},  {"sqrt", square_root},         {"floor", round_down},
      {"ceil", round_up},      {"trunc", round_to_zero},      {"round", round_half_away},
      {"rint", round_to_even}, {"nearbyint", round_to_even},  {"roundeven", round_to_even},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (is_named(name, functions[i].name))
      return functions[i].apply(b, x);
  return NULL;
}

static const struct term *apply_binary(struct builder *b, const char *name, const struct term *x,
                                       const struct term *y) {
  static const struct {
    const char *name;
    enum operator op, overflows;
    bool is_signed;
  } saturating[] = {
      {"sadd.sat", OP_ADD, OP_SADD_OVERFLOWS, true},
      {"ssub.sat", OP_SUB, OP_SSUB_OVERFLOWS, true},
      {"uadd.sat", OP_ADD, OP_UADD_OVERFLOWS, false},
      {"usub.sat", OP_SUB, OP_USUB_OVERFLOWS, false},
  };
  for (size_t i = 0; i < sizeof saturating / sizeof *saturating; i++)
    if (is_named(name, saturating[i].name))
      return saturate(b, saturating[i].op, saturating[i].overflows, saturating[i].is_signed, x, y);
  if (is_named(name, "smax") || is_named(name, "smin"))
    return pick_integer(b, OP_SLT, is_named(name, "smin"), x, y);
  if (is_named(name, "umax") || is_named(name, "umin"))
    return pick_integer(b, OP_ULT, is_named(name, "umin"), x, y);
  if (is_named(name, "copysign"))
    return copy_sign(b, x, y);
  if (is_named(name, "minnum") || is_named(name, "maxnum"))
    return pick_float(b, is_named(name, "minnum"), x, y);
  return is_named(name, "ptrmask") ? values_apply(b, OP_AND, x, y) : NULL;
}

struct overflowing {
  const char *name;
  enum operator op, overflows;
};

static bool lower_overflowing(struct builder *b, LLVMValueRef call, const char *name) {
  static const struct overflowing all[] = {
      {"sadd.with.overflow", OP_ADD, OP_SADD_OVERFLOWS},
      {"ssub.with.overflow", OP_SUB, OP_SSUB_OVERFLOWS},
      {"smul.with.overflow", OP_MUL, OP_SMUL_OVERFLOWS},
      {"uadd.with.overflow", OP_ADD, OP_UADD_OVERFLOWS},
      {"usub.with.overflow", OP_SUB, OP_USUB_OVERFLOWS},
      {"umul.with.overflow", OP_MUL, OP_UMUL_OVERFLOWS},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!is_named(name, all[i].name))
      continue;
    const struct term *x = argument(b, call, 0), *y = argument(b, call, 1);
    const struct term *results[] = {values_apply(b, all[i].op, x, y),
                                    values_apply(b, all[i].overflows, x, y)};
    values_set(b, call, results);
    return true;
  }
  return false;
}

static const struct term *apply_ternary(struct builder *b, LLVMValueRef call, const char *name) {
  if (is_named(name, "fmuladd")) /* clang may fuse it; on x86-64 it does not by default */
    return values_apply(b, OP_FADD,
                        values_apply(b, OP_FMUL, argument(b, call, 0), argument(b, call, 1)),
                        argument(b, call, 2));
  if (is_named(name, "fshl") || is_named(name, "fshr"))
    return funnel(b, is_named(name, "fshl"), argument(b, call, 0), argument(b, call, 1),
                  argument(b, call, 2));
  return NULL;
}

/* The operator that is a function of <math.h>, or OP_COUNT. */
static enum operator find_function(const char *name, size_t length) {
  static const struct {
    const char *name;
    enum operator op;
  } functions[] = {
#define FUNCTION(name, function, arity) {#function, OP_F##name},
      FUNCTIONS
#undef FUNCTION
      {"lgamma", OP_FLGAMMA},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strlen(functions[i].name) == length && !strncmp(functions[i].name, name, length))
      return functions[i].op;
  return OP_COUNT;
}

static void apply_function(struct builder *b, LLVMValueRef call, enum operator op) {
  values_set_term(b, call,
                  values_apply(b, op, argument(b, call, 0),
                               operator_arity(op) == 2 ? argument(b, call, 1) : NULL));
}

bool math_lower_function(struct builder *b, LLVMValueRef call, const char *name) {
  size_t length = strlen(name);
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
  if (kind == LLVMFloatTypeKind && length && name[length - 1] == 'f')
    length--;
  else if (kind != LLVMDoubleTypeKind)
    return false;
  enum operator op = find_function(name, length);
  if (op == OP_COUNT || LLVMGetNumArgOperands(call) != operator_arity(op))
    return false;
  for (unsigned i = 0; i < operator_arity(op); i++)
    if (LLVMTypeOf(LLVMGetOperand(call, i)) != LLVMTypeOf(call))
      return false;
  apply_function(b, call, op);
  return true;
}

/* "llvm.sin.f32" is sinf, "llvm.lround.i64.f32" a call of lroundf. */
static bool call_math_function(struct builder *b, LLVMValueRef call, const char *name) {
  static const char *const known[] = {"lround", "llround", "lrint", "llrint"};
  size_t length = strcspn(name + 5, ".");
  enum operator op = find_function(name + 5, length);
  if (op != OP_COUNT) {
    bool is_narrow = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMFloatTypeKind;
    const char *function =
        arena_format(b->scratch, "%.*s%s", (int)length, name + 5, is_narrow ? "f" : "");
    LLVMValueRef own = LLVMGetNamedFunction(b->lowering->module, function);
    if (own && objects_is_defined(own))
      return false;
    apply_function(b, call, op);
    return true;
  }
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (!is_named(name, known[i]))
      continue;
    bool is_narrow = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) == LLVMFloatTypeKind;
    const char *function = arena_format(b->scratch, "%s%s", known[i], is_narrow ? "f" : "");
    const struct term *only = argument(b, call, 0);
    calls_add(b, function, &only, 1, values_add_register(b, call));
    return true;
  }
  return false;
}

bool math_lower(struct builder *b, LLVMValueRef call, const char *name) {
  unsigned count = LLVMGetNumArgOperands(call);
  LLVMTypeRef type = LLVMTypeOf(call);
  if (count == 0 || LLVMGetTypeKind(type) == LLVMVectorTypeKind || strlen(name) < 6)
    return false;
  if (lower_overflowing(b, call, name))
    return true;
  const struct term *result = apply_unary(b, name, argument(b, call, 0));
  if (!result && is_named(name, "is.fpclass"))
    result = has_class(b, argument(b, call, 0), LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)));
  if (!result && count == 2)
    result = apply_binary(b, name, argument(b, call, 0), argument(b, call, 1));
  if (!result && count == 3)
    result = apply_ternary(b, call, name);
  if (result)
    values_set_term(b, call, result);
  return result || call_math_function(b, call, name);
}
