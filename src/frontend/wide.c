/* SPDX-License-Identifier: Apache-2.0 */
/* Integers of more than 64 bits: __int128, and the bit fields of packed structs that clang accesses
 * as one number. Such a value has one leaf per 64 bits, the lowest first, and the last with the
 * remaining bits. Computations are lowered here; moving values needs nothing else. */
#include "frontend/lower.h"

#include <assert.h>
#include <string.h>

enum { WORD = 64 };

/* A value in computation: every word has 64 bits, the last one is extended. */
struct wide_words {
  unsigned count, width;
  const struct term *list[WIDE_MAX_WORDS];
};

static struct terms *terms_of(struct builder *b) { return b->lowering->terms; }

static const struct term *word(struct builder *b, uint64_t bits) {
  return values_integer(b, WORD, bits);
}

static unsigned width_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

bool wide_is(LLVMTypeRef type) { return width_of(type) > WORD; }

/* A narrow or wide operand; the last word is extended by sign or by zeros. */
static struct wide_words words_of(struct builder *b, LLVMValueRef value, bool is_signed) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(value));
  const struct term *const *terms = values_leaves(b, value);
  struct wide_words words = {.count = leaves->count, .width = width_of(LLVMTypeOf(value))};
  for (uint32_t i = 0; i < leaves->count; i++) {
    const struct term *term = values_defined(b, terms[i], &leaves->list[i]);
    words.list[i] = term_convert(terms_of(b), is_signed ? OP_SEXT : OP_ZEXT, WORD, term);
  }
  return words;
}

static void set_words(struct builder *b, LLVMValueRef instruction, const struct wide_words *words) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(instruction));
  const struct term *terms[WIDE_MAX_WORDS];
  for (uint32_t i = 0; i < leaves->count; i++)
    terms[i] = term_resize(terms_of(b), leaves->list[i].width, words->list[i]);
  values_set(b, instruction, terms);
}

static const struct term *sign_word(struct builder *b, const struct term *top) {
  return values_apply(b, OP_ASHR, top, word(b, WORD - 1));
}

static struct wide_words bitwise(struct builder *b, enum operator op, const struct wide_words *x,
                                 const struct wide_words *y) {
  struct wide_words result = *x;
  for (unsigned i = 0; i < x->count; i++)
    result.list[i] = values_apply(b, op, x->list[i], y->list[i]);
  return result;
}

/* x + y, or x - y as x + ~y + 1. */
static struct wide_words add_words(struct builder *b, bool subtract, const struct wide_words *x,
                                   const struct wide_words *y) {
  struct wide_words result = *x;
  const struct term *carry = word(b, subtract);
  for (unsigned i = 0; i < x->count; i++) {
    const struct term *left = values_keep(b, x->list[i]);
    const struct term *right = subtract ? values_not(b, y->list[i]) : y->list[i];
    const struct term *partial = values_keep(b, values_apply(b, OP_ADD, left, right));
    const struct term *sum = values_keep(b, values_apply(b, OP_ADD, partial, carry));
    const struct term *overflows = values_apply(b, OP_OR, values_apply(b, OP_ULT, partial, left),
                                                values_apply(b, OP_ULT, sum, partial));
    carry = values_keep(b, term_convert(terms_of(b), OP_ZEXT, WORD, overflows));
    result.list[i] = sum;
  }
  return result;
}

/* The upper 64 bits of a product, from products of halves. */
static const struct term *multiply_high(struct builder *b, const struct term *x,
                                        const struct term *y) {
  const struct term *half = word(b, WORD / 2), *mask = word(b, UINT32_MAX);
  const struct term *x0 = values_apply(b, OP_AND, x, mask), *x1 = values_apply(b, OP_LSHR, x, half);
  const struct term *y0 = values_apply(b, OP_AND, y, mask), *y1 = values_apply(b, OP_LSHR, y, half);
  const struct term *low = values_apply(b, OP_MUL, x0, y0);
  const struct term *cross = values_keep(b, values_apply(b, OP_ADD, values_apply(b, OP_MUL, x1, y0),
                                                         values_apply(b, OP_LSHR, low, half)));
  const struct term *middle = values_apply(b, OP_ADD, values_apply(b, OP_MUL, x0, y1),
                                           values_apply(b, OP_AND, cross, mask));
  const struct term *high = values_apply(b, OP_ADD, values_apply(b, OP_MUL, x1, y1),
                                         values_apply(b, OP_LSHR, cross, half));
  return values_apply(b, OP_ADD, high, values_apply(b, OP_LSHR, middle, half));
}

static struct wide_words multiply(struct builder *b, const struct wide_words *x,
                                  const struct wide_words *y) {
  struct wide_words result = *x;
  const struct term *x0 = values_keep(b, x->list[0]), *y0 = values_keep(b, y->list[0]);
  const struct term *cross = values_apply(b, OP_ADD, values_apply(b, OP_MUL, x0, y->list[1]),
                                          values_apply(b, OP_MUL, x->list[1], y0));
  result.list[0] = values_apply(b, OP_MUL, x0, y0);
  result.list[1] = values_apply(b, OP_ADD, multiply_high(b, x0, y0), cross);
  return result;
}

/* The library computes the quotient or remainder, one word in each call. */
static struct wide_words divide(struct builder *b, LLVMOpcode opcode, const struct wide_words *x,
                                const struct wide_words *y) {
  bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
  bool wants_rest = opcode == LLVMURem || opcode == LLVMSRem;
  struct wide_words result = *x;
  const struct term *zero = word(b, 0);
  const struct term *is_zero =
      values_apply(b, OP_EQ, values_apply(b, OP_OR, y->list[0], y->list[1]), zero);
  builder_add_check(b, values_not(b, is_zero), PROPERTY_DIVISION, true, "division by zero");
  if (is_signed) {
    const struct term *ones = values_apply(b, OP_AND, y->list[0], y->list[1]);
    const struct term *least = word(b, UINT64_C(1) << ((x->width - 1) % WORD));
    const struct term *bad =
        values_apply(b, OP_AND, values_apply(b, OP_EQ, ones, word(b, UINT64_MAX)),
                     values_apply(b, OP_AND, values_apply(b, OP_EQ, x->list[0], zero),
                                  values_apply(b, OP_EQ, x->list[1], least)));
    builder_add_check(b, values_not(b, bad), PROPERTY_DIVISION, true, "division overflows");
  }
  for (unsigned i = 0; i < 2; i++) {
    const struct term *arguments[] = {
        x->list[0], x->list[1], y->list[0], y->list[1],
        values_integer(b, 32, (uint64_t)is_signed << 2 | (uint64_t)wants_rest << 1 | i)};
    uint32_t target = builder_add_temporary(b, WORD, "");
    calls_add(b, "__library_divide_wide", arguments, 5, target);
    result.list[i] = builder_register_term(b, target);
  }
  return result;
}

/* Word i of x shifted by whole words and `bits`; words outside x are `outside`. The second shift
 * has two steps because a shift by 64 would give zero. */
static const struct term *shifted_word(struct builder *b, bool left, const struct wide_words *x,
                                       unsigned i, unsigned skipped, const struct term *bits,
                                       const struct term *outside) {
  const struct term *near = outside, *far = outside;
  const struct term *rest = values_apply(b, OP_SUB, word(b, WORD - 1), bits);
  if (left) {
    near = i >= skipped ? x->list[i - skipped] : outside;
    far = i > skipped ? x->list[i - skipped - 1] : outside;
    far = values_apply(b, OP_LSHR, values_apply(b, OP_LSHR, far, word(b, 1)), rest);
    return values_apply(b, OP_OR, values_apply(b, OP_SHL, near, bits), far);
  }
  near = i + skipped < x->count ? x->list[i + skipped] : outside;
  far = i + skipped + 1 < x->count ? x->list[i + skipped + 1] : outside;
  far = values_apply(b, OP_SHL, values_apply(b, OP_SHL, far, word(b, 1)), rest);
  return values_apply(b, OP_OR, values_apply(b, OP_LSHR, near, bits), far);
}

static struct wide_words shift(struct builder *b, LLVMOpcode opcode, struct wide_words *x,
                               const struct wide_words *amount) {
  struct wide_words result = *x;
  const struct term *by = values_keep(b, amount->list[0]);
  const struct term *fits = values_apply(b, OP_ULT, by, word(b, x->width));
  for (unsigned i = 1; i < amount->count; i++)
    fits = values_apply(b, OP_AND, fits, values_apply(b, OP_EQ, amount->list[i], word(b, 0)));
  builder_add_check(b, fits, PROPERTY_DIVISION, false, "shift by the width of the type or more");
  for (unsigned i = 0; i < x->count; i++)
    x->list[i] = values_keep(b, x->list[i]);
  const struct term *outside =
      opcode == LLVMAShr ? sign_word(b, x->list[x->count - 1]) : word(b, 0);
  const struct term *bits = values_apply(b, OP_AND, by, word(b, WORD - 1));
  const struct term *skipped = values_apply(b, OP_LSHR, by, word(b, 6));
  for (unsigned i = 0; i < x->count; i++) {
    const struct term *value = outside;
    for (unsigned k = x->count; k-- > 0;)
      value = values_choose(b, values_apply(b, OP_EQ, skipped, word(b, k)),
                            shifted_word(b, opcode == LLVMShl, x, i, k, bits, outside), value);
    result.list[i] = value;
  }
  return result;
}

/* Overflows if both operands have the sign that the sum does not have. */
static void check_sum(struct builder *b, bool subtract, const struct wide_words *x,
                      const struct wide_words *y, const struct wide_words *sum) {
  unsigned top = x->count - 1;
  const struct term *right = subtract ? values_not(b, y->list[top]) : y->list[top];
  const struct term *wrong =
      values_apply(b, OP_AND, values_apply(b, OP_XOR, x->list[top], sum->list[top]),
                   values_apply(b, OP_XOR, right, sum->list[top]));
  const struct term *sign = term_extract(terms_of(b), (x->width - 1) % WORD, 1, wrong);
  builder_add_check(b, values_not(b, sign), PROPERTY_OVERFLOW, false, "signed operation overflows");
}

static void check_product(struct builder *b, const struct wide_words *x,
                          const struct wide_words *y) {
  const struct term *arguments[] = {x->list[0], x->list[1], y->list[0], y->list[1]};
  uint32_t target = builder_add_temporary(b, 32, "");
  calls_add(b, "__library_product_overflows", arguments, 4, target);
  const struct term *fits =
      values_apply(b, OP_EQ, builder_register_term(b, target), values_integer(b, 32, 0));
  builder_add_check(b, fits, PROPERTY_OVERFLOW, false, "signed operation overflows");
}

static bool lower_binary(struct builder *b, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  bool is_signed = opcode == LLVMAShr || opcode == LLVMSDiv || opcode == LLVMSRem;
  struct wide_words x = words_of(b, LLVMGetOperand(instruction, 0), is_signed);
  struct wide_words y = words_of(b, LLVMGetOperand(instruction, 1), is_signed), result;
  switch (opcode) {
  case LLVMAnd:
    result = bitwise(b, OP_AND, &x, &y);
    break;
  case LLVMOr:
    result = bitwise(b, OP_OR, &x, &y);
    break;
  case LLVMXor:
    result = bitwise(b, OP_XOR, &x, &y);
    break;
  case LLVMAdd:
  case LLVMSub:
    result = add_words(b, opcode == LLVMSub, &x, &y);
    if (LLVMGetNSW(instruction))
      check_sum(b, opcode == LLVMSub, &x, &y, &result);
    break;
  case LLVMMul:
    if (x.count > 2)
      return false;
    if (LLVMGetNSW(instruction))
      check_product(b, &x, &y);
    result = multiply(b, &x, &y);
    break;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    if (x.count > 2)
      return false;
    result = divide(b, opcode, &x, &y);
    break;
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    result = shift(b, opcode, &x, &y);
    break;
  default:
    return false;
  }
  set_words(b, instruction, &result);
  return true;
}

static const struct term *is_equal(struct builder *b, const struct wide_words *x,
                                   const struct wide_words *y) {
  const struct term *result = values_integer(b, 1, 1);
  for (unsigned i = 0; i < x->count; i++)
    result = values_apply(b, OP_AND, result, values_apply(b, OP_EQ, x->list[i], y->list[i]));
  return result;
}

static const struct term *is_less(struct builder *b, bool is_signed, const struct wide_words *x,
                                  const struct wide_words *y) {
  const struct term *result = values_integer(b, 1, 0);
  for (unsigned i = 0; i < x->count; i++) {
    enum operator op = is_signed && i == x->count - 1 ? OP_SLT : OP_ULT;
    const struct term *same = values_apply(b, OP_EQ, x->list[i], y->list[i]);
    result = values_choose(b, same, result, values_apply(b, op, x->list[i], y->list[i]));
  }
  return result;
}

static void lower_comparison(struct builder *b, LLVMValueRef instruction) {
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(instruction);
  bool is_signed = predicate >= LLVMIntSGT;
  struct wide_words x = words_of(b, LLVMGetOperand(instruction, 0), is_signed);
  struct wide_words y = words_of(b, LLVMGetOperand(instruction, 1), is_signed);
  const struct term *result = NULL;
  switch (predicate) {
  case LLVMIntEQ:
    result = is_equal(b, &x, &y);
    break;
  case LLVMIntNE:
    result = values_not(b, is_equal(b, &x, &y));
    break;
  case LLVMIntULT:
  case LLVMIntSLT:
    result = is_less(b, is_signed, &x, &y);
    break;
  case LLVMIntUGT:
  case LLVMIntSGT:
    result = is_less(b, is_signed, &y, &x);
    break;
  case LLVMIntULE:
  case LLVMIntSLE:
    result = values_not(b, is_less(b, is_signed, &y, &x));
    break;
  case LLVMIntUGE:
  case LLVMIntSGE:
    result = values_not(b, is_less(b, is_signed, &x, &y));
    break;
  }
  values_set_term(b, instruction, result);
}

static void lower_resize(struct builder *b, LLVMValueRef instruction, bool is_signed) {
  struct wide_words words = words_of(b, LLVMGetOperand(instruction, 0), is_signed);
  const struct term *top = words.list[words.count - 1];
  const struct term *outside = is_signed ? sign_word(b, top) : word(b, 0);
  while (words.count < WIDE_MAX_WORDS)
    words.list[words.count++] = outside;
  set_words(b, instruction, &words);
}

/* llvm.{s,u}{add,sub}.with.overflow, which clang uses to add numbers of unlike signs. Signed sums
 * overflow if the operands have one sign and the result has the other; differences likewise. */
static bool lower_overflowing(struct builder *b, LLVMValueRef call) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length) + strlen("llvm.");
  bool is_signed = name[0] == 's', subtract = !strncmp(name + 1, "sub", 3);
  if (strncmp(name + 1, subtract ? "sub.with.overflow" : "add.with.overflow", 17) != 0)
    return false;
  LLVMValueRef left = LLVMGetOperand(call, 0);
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(left));
  struct wide_words x = words_of(b, left, is_signed);
  struct wide_words y = words_of(b, LLVMGetOperand(call, 1), is_signed);
  struct wide_words sum = add_words(b, subtract, &x, &y);
  const struct term *results[WIDE_MAX_WORDS + 1];
  unsigned last = x.count - 1;
  for (unsigned i = 0; i < x.count; i++)
    results[i] = term_resize(terms_of(b), leaves->list[i].width, sum.list[i]);
  assert(x.count > 1);
  if (is_signed) {
    unsigned top = leaves->list[last].width;
    const struct term *operands = values_apply(b, OP_XOR, x.list[last], y.list[last]);
    if (!subtract)
      operands = values_not(b, operands);
    const struct term *changed = values_apply(b, OP_XOR, x.list[last], sum.list[last]);
    results[x.count] =
        term_extract(terms_of(b), top - 1, 1, values_apply(b, OP_AND, operands, changed));
  } else {
    sum.list[last] = term_convert(terms_of(b), OP_ZEXT, WORD, results[last]);
    results[x.count] = subtract ? is_less(b, false, &x, &y) : is_less(b, false, &sum, &x);
  }
  values_set(b, call, results);
  return true;
}

/* Instructions that only move values go the way of all values. */
static bool only_moves(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicCmpXchg:
    return true;
  case LLVMAtomicRMW:
    return LLVMGetAtomicRMWBinOp(instruction) == LLVMAtomicRMWBinOpXchg;
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMRet:
  case LLVMExtractValue:
  case LLVMInsertValue:
    return true;
  case LLVMCall: {
    size_t length;
    return strncmp(LLVMGetValueName2(LLVMGetCalledValue(instruction), &length), "llvm.", 5) != 0;
  }
  default:
    return false;
  }
}

bool wide_concerns(LLVMValueRef instruction) {
  bool found = wide_is(LLVMTypeOf(instruction));
  unsigned count = (unsigned)LLVMGetNumOperands(instruction);
  for (unsigned i = 0; i < count && !found; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    found = !LLVMValueIsBasicBlock(operand) && wide_is(LLVMTypeOf(operand));
  }
  return found && !only_moves(instruction);
}

bool wide_lower(struct builder *b, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  switch (opcode) {
  case LLVMICmp:
    lower_comparison(b, instruction);
    return true;
  case LLVMCall:
    return lower_overflowing(b, instruction);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
    lower_resize(b, instruction, opcode == LLVMSExt);
    return true;
  default:
    return LLVMIsABinaryOperator(instruction) && lower_binary(b, instruction);
  }
}
