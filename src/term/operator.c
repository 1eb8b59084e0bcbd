/* SPDX-License-Identifier: Apache-2.0 */
/* What every operator computes on concrete bits. In the interpreter's hot path: one switch, the
 * frequent integer cases first. Floats are computed by the host in their own precision, one
 * operation per case, so that no excess precision or contraction can creep in. */
#include "term/operator.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static_assert(sizeof(float) == 4 && sizeof(double) == 8, "binary32 and binary64");

const char *operator_text(enum operator op) {
  static const char *const texts[] = {
#define OPERATOR(name, text, arity, result) text,
      OPERATORS
#undef OPERATOR
  };
  return texts[op];
}

unsigned operator_arity(enum operator op) {
  static const unsigned char arities[] = {
#define OPERATOR(name, text, arity, result) arity,
      OPERATORS
#undef OPERATOR
  };
  return arities[op];
}

bool operator_is_comparison(enum operator op) {
  static const bool comparisons[] = {
#define SAME false
#define GIVEN false
#define BOOL true
#define OPERATOR(name, text, arity, result) result,
      OPERATORS
#undef OPERATOR
#undef SAME
#undef GIVEN
#undef BOOL
  };
  return comparisons[op];
}

bool operator_is_float(enum operator op) { return op >= OP_FADD; }

/* Z3 takes minutes for fmod, and its models did not hold. */
bool operator_is_computed(enum operator op) { return op >= OP_FREM && op <= OP_FLGAMMA; }

static float float_of(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float value;
  memcpy(&value, &low, sizeof value);
  return value;
}

static double double_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t bits_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t bits_of_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t divide_signed(uint64_t a, uint64_t b, unsigned width) {
  int64_t x = width_signed(a, width), y = width_signed(b, width);
  if (y == 0)
    return x < 0 ? 1 : UINT64_MAX;
  if (y == -1)
    return 0 - (uint64_t)x;
  return (uint64_t)(x / y);
}

static uint64_t remainder_signed(uint64_t a, uint64_t b, unsigned width) {
  int64_t x = width_signed(a, width), y = width_signed(b, width);
  if (y == 0)
    return a;
  return y == -1 ? 0 : (uint64_t)(x % y);
}

static bool fits_signed(int64_t value, unsigned width) {
  return value == width_signed((uint64_t)value, width);
}

static bool overflows(const struct operation_on_bits *on) {
  unsigned width = on->operand_width;
  int64_t x = width_signed(on->a, width), y = width_signed(on->b, width), result;
  uint64_t product;
  if (on->op == OP_SADD_OVERFLOWS)
    return __builtin_add_overflow(x, y, &result) || !fits_signed(result, width);
  if (on->op == OP_SSUB_OVERFLOWS)
    return __builtin_sub_overflow(x, y, &result) || !fits_signed(result, width);
  if (on->op == OP_SMUL_OVERFLOWS)
    return __builtin_mul_overflow(x, y, &result) || !fits_signed(result, width);
  if (on->op == OP_UADD_OVERFLOWS)
    return on->b > width_mask(width) - on->a;
  if (on->op == OP_USUB_OVERFLOWS)
    return on->a < on->b;
  return __builtin_mul_overflow(on->a, on->b, &product) || product > width_mask(width);
}

/* The instructions cvttsd2si with a 32-bit and with a 64-bit target. */
static uint64_t truncate_to_32(double value) {
  return value > -2147483649.0 && value < 2147483648.0 ? (uint64_t)(int64_t)value : 0x80000000u;
}

static uint64_t truncate_to_64(double value) {
  return value >= -9223372036854775808.0 && value < 9223372036854775808.0 ? (uint64_t)(int64_t)value
                                                                          : UINT64_C(1) << 63;
}

/* The instruction sequences clang emits on x86-64. A binary32 is converted to binary64 first, which
 * is exact. Narrow results are truncated from 32 bits. */
static uint64_t float_to_integer(const struct operation_on_bits *on) {
  double value = on->operand_width == 32 ? (double)float_of(on->a) : double_of(on->a);
  bool is_unsigned = on->op == OP_FLOAT_TO_UINT;
  if (on->width < 32 || (on->width == 32 && !is_unsigned))
    return truncate_to_32(value);
  uint64_t bits = truncate_to_64(value);
  if (is_unsigned && on->width > 32 && bits >> 63)
    bits |= truncate_to_64(value - 0x1p63);
  return bits;
}

/* lgamma would write the variable `signgam`. */
static double log_gamma(double a) {
  int sign;
  return lgamma_r(a, &sign);
}

static float log_gamma_f(float a) {
  int sign;
  return lgammaf_r(a, &sign);
}

static uint64_t apply_function_32(enum operator op, float a, float b) {
  switch (op) {
#define ARGUMENTS_1 (a)
#define ARGUMENTS_2 (a, b)
#define FUNCTION(name, function, arity)                                                            \
  case OP_F##name:                                                                                 \
    return bits_of_float(function##f ARGUMENTS_##arity);
    FUNCTIONS
#undef FUNCTION
  default:
    assert(op == OP_FLGAMMA && "an operator on binary32");
    return bits_of_float(log_gamma_f(a));
  }
}

static uint64_t apply_function_64(enum operator op, double a, double b) {
  switch (op) {
#define FUNCTION(name, function, arity)                                                            \
  case OP_F##name:                                                                                 \
    return bits_of_double(function ARGUMENTS_##arity);
    FUNCTIONS
#undef FUNCTION
#undef ARGUMENTS_1
#undef ARGUMENTS_2
  default:
    assert(op == OP_FLGAMMA && "an operator on binary64");
    return bits_of_double(log_gamma(a));
  }
}

static uint64_t apply_binary32(const struct operation_on_bits *on) {
  float a = float_of(on->a), b = float_of(on->b);
  switch (on->op) {
  case OP_FADD:
    return bits_of_float(a + b);
  case OP_FSUB:
    return bits_of_float(a - b);
  case OP_FMUL:
    return bits_of_float(a * b);
  case OP_FDIV:
    return bits_of_float(a / b);
  case OP_FREM:
    return bits_of_float(fmodf(a, b));
  case OP_FSQRT:
    return bits_of_float(sqrtf(a));
  case OP_FRINT:
    return bits_of_float(rintf(a));
  case OP_FEQ:
    return a == b;
  case OP_FLT:
    return a < b;
  case OP_FLE:
    return a <= b;
  case OP_FUNORDERED:
    return isnan(a) || isnan(b);
  default:
    return apply_function_32(on->op, a, b);
  }
}

static uint64_t apply_binary64(const struct operation_on_bits *on) {
  double a = double_of(on->a), b = double_of(on->b);
  switch (on->op) {
  case OP_FADD:
    return bits_of_double(a + b);
  case OP_FSUB:
    return bits_of_double(a - b);
  case OP_FMUL:
    return bits_of_double(a * b);
  case OP_FDIV:
    return bits_of_double(a / b);
  case OP_FREM:
    return bits_of_double(fmod(a, b));
  case OP_FSQRT:
    return bits_of_double(sqrt(a));
  case OP_FRINT:
    return bits_of_double(rint(a));
  case OP_FEQ:
    return a == b;
  case OP_FLT:
    return a < b;
  case OP_FLE:
    return a <= b;
  case OP_FUNORDERED:
    return isnan(a) || isnan(b);
  default:
    return apply_function_64(on->op, a, b);
  }
}

/* Which NaN a NaN is. Left to the compiler and the C library it would depend on the order in which
 * they put the operands, and no solver could agree with it. */
static uint64_t settle_nan(const struct operation_on_bits *on, uint64_t result) {
  unsigned fraction = on->operand_width == 32 ? 23 : 52;
  uint64_t infinity = width_mask(on->operand_width - 1) & ~width_mask(fraction);
  uint64_t magnitude = width_mask(on->operand_width - 1), quiet = UINT64_C(1) << (fraction - 1);
  if (operator_is_comparison(on->op) || (result & magnitude) <= infinity)
    return result;
  if ((on->a & magnitude) > infinity)
    return on->a | quiet;
  if (operator_arity(on->op) == 2 && (on->b & magnitude) > infinity)
    return on->b | quiet;
  return width_mask(on->operand_width) & ~width_mask(fraction - 1);
}

static uint64_t apply_float(const struct operation_on_bits *on) {
  switch (on->op) {
  case OP_FCONVERT:
    if (on->operand_width == on->width)
      return on->a;
    return on->width == 32 ? bits_of_float((float)double_of(on->a))
                           : bits_of_double((double)float_of(on->a));
  case OP_FLOAT_FROM_SINT: {
    int64_t value = width_signed(on->a, on->operand_width);
    return on->width == 32 ? bits_of_float((float)value) : bits_of_double((double)value);
  }
  case OP_FLOAT_FROM_UINT:
    return on->width == 32 ? bits_of_float((float)on->a) : bits_of_double((double)on->a);
  case OP_FLOAT_TO_SINT:
  case OP_FLOAT_TO_UINT:
    return float_to_integer(on) & width_mask(on->width);
  default:
    return settle_nan(on, on->operand_width == 32 ? apply_binary32(on) : apply_binary64(on));
  }
}

static uint64_t apply_arithmetic(const struct operation_on_bits *on) {
  uint64_t a = on->a, b = on->b, mask = width_mask(on->width);
  unsigned operand_width = on->operand_width;
  switch (on->op) {
  case OP_ADD:
    return (a + b) & mask;
  case OP_SUB:
    return (a - b) & mask;
  case OP_MUL:
    return (a * b) & mask;
  case OP_UDIV:
    return b ? a / b : mask;
  case OP_SDIV:
    return divide_signed(a, b, operand_width) & mask;
  case OP_UREM:
    return b ? a % b : a;
  case OP_SREM:
    return remainder_signed(a, b, operand_width) & mask;
  case OP_AND:
    return a & b;
  case OP_OR:
    return a | b;
  case OP_XOR:
    return a ^ b;
  case OP_SHL:
    return b < operand_width ? a << b & mask : 0;
  case OP_LSHR:
    return b < operand_width ? a >> b : 0;
  case OP_ASHR:
    return (uint64_t)(width_signed(a, operand_width) >> (b < operand_width ? b : 63)) & mask;
  case OP_NOT:
    return ~a & mask;
  default:
    assert(0 && "an operator on numbers");
    return 0;
  }
}

uint64_t operator_apply(const struct operation_on_bits *on) {
  uint64_t a = on->a, b = on->b, mask = width_mask(on->width);
  unsigned operand_width = on->operand_width;
  if (on->op <= OP_NOT)
    return apply_arithmetic(on);
  if (on->op >= OP_FADD)
    return apply_float(on);
  switch (on->op) {
  case OP_EQ:
    return a == b;
  case OP_ULT:
    return a < b;
  case OP_ULE:
    return a <= b;
  case OP_SLT:
    return width_signed(a, operand_width) < width_signed(b, operand_width);
  case OP_SLE:
    return width_signed(a, operand_width) <= width_signed(b, operand_width);
  case OP_ITE:
    return a ? b : on->c;
  case OP_ZEXT:
    return a;
  case OP_SEXT:
    return (uint64_t)width_signed(a, operand_width) & mask;
  case OP_EXTRACT:
    return a >> on->low & mask;
  case OP_CONCAT:
    return a << on->low | b;
  default:
    return overflows(on);
  }
}
