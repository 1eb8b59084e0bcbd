/* SPDX-License-Identifier: Apache-2.0 */
/* The operators of heddle's terms and what they mean on concrete bits. This is the only place that
 * says what `add` or `fdiv` computes: the interpreter, constant folding and the solvers' tests all
 * refer to operator_apply. Every operator is total; where C has undefined behaviour the front end
 * puts a check before it. Floats are the bit patterns of IEEE binary32 and binary64. An operator
 * that computes a NaN gives its first operand that is a NaN, made quiet, or else the NaN with the
 * sign and the highest bit of the fraction set (what x86-64 does). */
#ifndef TERM_OPERATOR_H
#define TERM_OPERATOR_H

#include <stdbool.h>
#include <stdint.h>

/* FUNCTION(name, function, arity): those of <math.h> that no solver knows. They are computed by the
 * host's library, whose results are the ones a program gets that is linked to it. */
#define FUNCTIONS                                                                                  \
  FUNCTION(SIN, sin, 1)                                                                            \
  FUNCTION(COS, cos, 1)                                                                            \
  FUNCTION(TAN, tan, 1)                                                                            \
  FUNCTION(ASIN, asin, 1)                                                                          \
  FUNCTION(ACOS, acos, 1)                                                                          \
  FUNCTION(ATAN, atan, 1)                                                                          \
  FUNCTION(ATAN2, atan2, 2)                                                                        \
  FUNCTION(SINH, sinh, 1)                                                                          \
  FUNCTION(COSH, cosh, 1)                                                                          \
  FUNCTION(TANH, tanh, 1)                                                                          \
  FUNCTION(ASINH, asinh, 1)                                                                        \
  FUNCTION(ACOSH, acosh, 1)                                                                        \
  FUNCTION(ATANH, atanh, 1)                                                                        \
  FUNCTION(EXP, exp, 1)                                                                            \
  FUNCTION(EXP2, exp2, 1)                                                                          \
  FUNCTION(EXPM1, expm1, 1)                                                                        \
  FUNCTION(LOG, log, 1)                                                                            \
  FUNCTION(LOG2, log2, 1)                                                                          \
  FUNCTION(LOG10, log10, 1)                                                                        \
  FUNCTION(LOG1P, log1p, 1)                                                                        \
  FUNCTION(POW, pow, 2)                                                                            \
  FUNCTION(CBRT, cbrt, 1)                                                                          \
  FUNCTION(HYPOT, hypot, 2)                                                                        \
  FUNCTION(ERF, erf, 1)                                                                            \
  FUNCTION(ERFC, erfc, 1)                                                                          \
  FUNCTION(TGAMMA, tgamma, 1)

/* OPERATOR(name, text, arity, result): result SAME is the width of the operands, BOOL is one bit,
 * GIVEN is stated by the code that builds the term. */
#define OPERATORS                                                                                  \
  OPERATOR(ADD, "+", 2, SAME)                                                                      \
  OPERATOR(SUB, "-", 2, SAME)                                                                      \
  OPERATOR(MUL, "*", 2, SAME)                                                                      \
  OPERATOR(UDIV, "/u", 2, SAME) /* by zero: all ones */                                            \
  OPERATOR(SDIV, "/s", 2, SAME) /* by zero: 1 if negative else -1; MIN / -1 is MIN */              \
  OPERATOR(UREM, "%u", 2, SAME) /* by zero: the dividend */                                        \
  OPERATOR(SREM, "%s", 2, SAME) /* by zero: the dividend; MIN % -1 is 0 */                         \
  OPERATOR(AND, "&", 2, SAME)                                                                      \
  OPERATOR(OR, "|", 2, SAME)                                                                       \
  OPERATOR(XOR, "^", 2, SAME)                                                                      \
  OPERATOR(SHL, "<<", 2, SAME) /* shifts by the width or more: 0, or the sign for ASHR */          \
  OPERATOR(LSHR, ">>u", 2, SAME)                                                                   \
  OPERATOR(ASHR, ">>s", 2, SAME)                                                                   \
  OPERATOR(NOT, "~", 1, SAME)                                                                      \
  OPERATOR(EQ, "==", 2, BOOL)                                                                      \
  OPERATOR(ULT, "<u", 2, BOOL)                                                                     \
  OPERATOR(ULE, "<=u", 2, BOOL)                                                                    \
  OPERATOR(SLT, "<s", 2, BOOL)                                                                     \
  OPERATOR(SLE, "<=s", 2, BOOL)                                                                    \
  OPERATOR(ITE, "?:", 3, SAME) /* first operand is one bit */                                      \
  OPERATOR(ZEXT, "zext", 1, GIVEN)                                                                 \
  OPERATOR(SEXT, "sext", 1, GIVEN)                                                                 \
  OPERATOR(EXTRACT, "extract", 1, GIVEN) /* bits low .. low + width - 1 */                         \
  OPERATOR(CONCAT, "concat", 2, GIVEN)   /* first operand is the upper part */                     \
  OPERATOR(SADD_OVERFLOWS, "sadd_overflows", 2, BOOL)                                              \
  OPERATOR(SSUB_OVERFLOWS, "ssub_overflows", 2, BOOL)                                              \
  OPERATOR(SMUL_OVERFLOWS, "smul_overflows", 2, BOOL)                                              \
  OPERATOR(UADD_OVERFLOWS, "uadd_overflows", 2, BOOL)                                              \
  OPERATOR(USUB_OVERFLOWS, "usub_overflows", 2, BOOL)                                              \
  OPERATOR(UMUL_OVERFLOWS, "umul_overflows", 2, BOOL)                                              \
  OPERATOR(FADD, "+f", 2, SAME) /* rounding is to nearest, ties to even */                         \
  OPERATOR(FSUB, "-f", 2, SAME)                                                                    \
  OPERATOR(FMUL, "*f", 2, SAME)                                                                    \
  OPERATOR(FDIV, "/f", 2, SAME)                                                                    \
  OPERATOR(FREM, "%f", 2, SAME) /* fmod */                                                         \
  OPERATOR(FSIN, "sin", 1, SAME)                                                                   \
  OPERATOR(FCOS, "cos", 1, SAME)                                                                   \
  OPERATOR(FTAN, "tan", 1, SAME)                                                                   \
  OPERATOR(FASIN, "asin", 1, SAME)                                                                 \
  OPERATOR(FACOS, "acos", 1, SAME)                                                                 \
  OPERATOR(FATAN, "atan", 1, SAME)                                                                 \
  OPERATOR(FATAN2, "atan2", 2, SAME)                                                               \
  OPERATOR(FSINH, "sinh", 1, SAME)                                                                 \
  OPERATOR(FCOSH, "cosh", 1, SAME)                                                                 \
  OPERATOR(FTANH, "tanh", 1, SAME)                                                                 \
  OPERATOR(FASINH, "asinh", 1, SAME)                                                               \
  OPERATOR(FACOSH, "acosh", 1, SAME)                                                               \
  OPERATOR(FATANH, "atanh", 1, SAME)                                                               \
  OPERATOR(FEXP, "exp", 1, SAME)                                                                   \
  OPERATOR(FEXP2, "exp2", 1, SAME)                                                                 \
  OPERATOR(FEXPM1, "expm1", 1, SAME)                                                               \
  OPERATOR(FLOG, "log", 1, SAME)                                                                   \
  OPERATOR(FLOG2, "log2", 1, SAME)                                                                 \
  OPERATOR(FLOG10, "log10", 1, SAME)                                                               \
  OPERATOR(FLOG1P, "log1p", 1, SAME)                                                               \
  OPERATOR(FPOW, "pow", 2, SAME)                                                                   \
  OPERATOR(FCBRT, "cbrt", 1, SAME)                                                                 \
  OPERATOR(FHYPOT, "hypot", 2, SAME)                                                               \
  OPERATOR(FERF, "erf", 1, SAME)                                                                   \
  OPERATOR(FERFC, "erfc", 1, SAME)                                                                 \
  OPERATOR(FTGAMMA, "tgamma", 1, SAME)                                                             \
  OPERATOR(FLGAMMA, "lgamma", 1, SAME)                                                             \
  OPERATOR(FSQRT, "sqrt", 1, SAME)                                                                 \
  OPERATOR(FRINT, "rint", 1, SAME)                                                                 \
  OPERATOR(FEQ, "==f", 2, BOOL) /* the comparisons are false on NaN */                             \
  OPERATOR(FLT, "<f", 2, BOOL)                                                                     \
  OPERATOR(FLE, "<=f", 2, BOOL)                                                                    \
  OPERATOR(FUNORDERED, "unordered", 2, BOOL)                                                       \
  OPERATOR(FCONVERT, "fconvert", 1, GIVEN) /* between binary32 and binary64 */                     \
  OPERATOR(FLOAT_FROM_SINT, "float_s", 1, GIVEN)                                                   \
  OPERATOR(FLOAT_FROM_UINT, "float_u", 1, GIVEN)                                                   \
  OPERATOR(FLOAT_TO_SINT, "int_s", 1, GIVEN) /* out of range or NaN: as x86-64 does it */          \
  OPERATOR(FLOAT_TO_UINT, "int_u", 1, GIVEN)

enum operator{
#define OPERATOR(name, text, arity, result) OP_##name,
  OPERATORS
#undef OPERATOR
      OP_COUNT
};

const char *operator_text(enum operator op);
unsigned operator_arity(enum operator op);
bool operator_is_comparison(enum operator op); /* the result is BOOL */
bool operator_is_float(enum operator op);
/* Can it be computed on numbers only? No solver has it. */
bool operator_is_computed(enum operator op);

/* The low `width` bits set. 1 <= width <= 64. */
static inline uint64_t width_mask(unsigned width) { return UINT64_MAX >> (64 - width); }
/* `bits` of `width`, sign-extended to 64. */
static inline int64_t width_signed(uint64_t bits, unsigned width) {
  return (int64_t)(bits << (64 - width)) >> (64 - width);
}

/* What an operator is applied to. Unused operands may be anything. Operands have no bits set above
 * their width; neither has the result. `operand_width` is that of the first operand, except for ITE
 * (second) ; for CONCAT `low` holds the width of the second operand. */
struct operation_on_bits {
  enum operator op;
  unsigned width, operand_width, low;
  uint64_t a, b, c;
};
uint64_t operator_apply(const struct operation_on_bits *operation);

#endif
