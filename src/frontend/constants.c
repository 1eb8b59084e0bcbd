/* SPDX-License-Identifier: Apache-2.0 */
/* Constants and constant expressions as bits. The addresses of functions and variables are known:
 * they are assigned when first needed. */
#include "frontend/lower.h"

#include "program/address.h"
#include "term/operator.h"

#include <string.h>

static bool scalar_bits(struct lowering *in, LLVMValueRef constant, uint64_t *bits,
                        const char **why);

static unsigned width_of(struct lowering *in, LLVMTypeRef type) {
  const struct leaves *leaves = types_leaves(in, type);
  return leaves->count == 1 ? leaves->list[0].width : 0;
}

static bool fail_because(const char **why, const char *what) {
  *why = what;
  return false;
}

static bool float_bits(LLVMValueRef constant, uint64_t *bits) {
  LLVMBool inexact;
  double value = LLVMConstRealGetDouble(constant, &inexact);
  if (LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMFloatTypeKind) {
    float narrow = (float)value;
    uint32_t pattern;
    memcpy(&pattern, &narrow, sizeof pattern);
    *bits = pattern;
  } else {
    memcpy(bits, &value, sizeof value);
  }
  return true;
}

static bool element_address(struct lowering *in, LLVMValueRef constant, uint64_t *bits,
                            const char **why) {
  if (!scalar_bits(in, LLVMGetOperand(constant, 0), bits, why))
    return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(constant);
  unsigned count = (unsigned)LLVMGetNumOperands(constant);
  for (unsigned i = 1; i < count; i++) {
    LLVMValueRef operand = LLVMGetOperand(constant, i);
    uint64_t index;
    if (!scalar_bits(in, operand, &index, why))
      return false;
    index = (uint64_t)width_signed(index, width_of(in, LLVMTypeOf(operand)));
    if (i == 1) {
      *bits += index * types_size(in, type);
    } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      *bits += LLVMOffsetOfElement(in->layout, type, (unsigned)index);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
    } else {
      type = LLVMGetElementType(type);
      *bits += index * types_size(in, type);
    }
  }
  return true;
}

static bool binary_bits(struct lowering *in, LLVMValueRef constant, enum operator op,
                        uint64_t *bits, const char **why) {
  struct operation_on_bits on = {.op = op, .width = width_of(in, LLVMTypeOf(constant))};
  on.operand_width = on.width;
  if (!scalar_bits(in, LLVMGetOperand(constant, 0), &on.a, why) ||
      !scalar_bits(in, LLVMGetOperand(constant, 1), &on.b, why))
    return false;
  *bits = operator_apply(&on);
  return true;
}

/* An element of a vector. */
static bool element_bits(struct lowering *in, LLVMValueRef constant, uint64_t *bits,
                         const char **why) {
  enum { MOST_BYTES = 512 };
  unsigned char bytes[MOST_BYTES] = {0};
  LLVMValueRef vector = LLVMGetOperand(constant, 0);
  uint64_t all = types_size(in, LLVMTypeOf(vector)), size = types_size(in, LLVMTypeOf(constant));
  uint64_t place;
  if (all > MOST_BYTES || size > sizeof *bits)
    return fail_because(why, "an element of a large vector");
  if (!constants_bytes(in, vector, bytes, why) ||
      !scalar_bits(in, LLVMGetOperand(constant, 1), &place, why))
    return false;
  if (place >= all / size)
    return fail_because(why, "an element behind the end of a vector");
  memcpy(bits, bytes + place * size, size);
  return true;
}

static bool expression_bits(struct lowering *in, LLVMValueRef constant, uint64_t *bits,
                            const char **why) {
  switch (LLVMGetConstOpcode(constant)) {
  case LLVMGetElementPtr:
    return element_address(in, constant, bits, why);
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
  case LLVMTrunc:
    return scalar_bits(in, LLVMGetOperand(constant, 0), bits, why);
  case LLVMExtractElement:
    return element_bits(in, constant, bits, why);
  case LLVMAdd:
    return binary_bits(in, constant, OP_ADD, bits, why);
  case LLVMSub:
    return binary_bits(in, constant, OP_SUB, bits, why);
  case LLVMMul:
    return binary_bits(in, constant, OP_MUL, bits, why);
  case LLVMXor:
    return binary_bits(in, constant, OP_XOR, bits, why);
  case LLVMShl:
    return binary_bits(in, constant, OP_SHL, bits, why);
  default:
    return fail_because(why, "a constant expression");
  }
}

/* The variable or function whose address an expression moves by a number, or null. */
static LLVMValueRef find_base(LLVMValueRef constant) {
  while (LLVMIsAConstantExpr(constant)) {
    bool first_is_number = LLVMIsAConstantInt(LLVMGetOperand(constant, 0));
    constant = LLVMGetOperand(constant, first_is_number && LLVMGetNumOperands(constant) > 1);
  }
  return LLVMIsAGlobalVariable(constant) || LLVMIsAFunction(constant) ? constant : NULL;
}

/* The analyses know an initial value for an address by the object that it lies in, or next to. */
static bool is_near_base(struct lowering *in, LLVMValueRef constant, uint64_t bits) {
  LLVMValueRef base = find_base(constant);
  const char *why;
  uint64_t address;
  if (!base || !scalar_bits(in, base, &address, &why) || !address)
    return true;
  uint64_t size = LLVMIsAFunction(base) ? 0 : types_size(in, LLVMGlobalGetValueType(base));
  return bits + ADDRESS_GAP - address <= size + 2 * (uint64_t)ADDRESS_GAP;
}

static bool vector_bits(struct lowering *in, LLVMValueRef constant, uint64_t *bits,
                        const char **why) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  unsigned count = LLVMGetVectorSize(type), width = width_of(in, LLVMGetElementType(type));
  *bits = 0;
  for (unsigned i = 0; i < count; i++) {
    uint64_t lane;
    if (!scalar_bits(in, LLVMGetAggregateElement(constant, i), &lane, why))
      return false;
    *bits |= lane << (i * width);
  }
  return true;
}

/* A weak symbol without definition is null. */
static bool is_absent(LLVMValueRef global) {
  return LLVMIsDeclaration(global) && LLVMGetLinkage(global) == LLVMExternalWeakLinkage;
}

/* An undefined variable whose value code must not use. Another variable may still hold its address.
 */
static bool is_unknown(struct lowering *in, LLVMValueRef variable) {
  return LLVMIsDeclaration(variable) && !is_absent(variable) &&
         !objects_can_be_arbitrary(in, variable);
}

static bool unmasked_bits(struct lowering *in, LLVMValueRef constant, uint64_t *bits,
                          const char **why) {
  *bits = 0;
  switch (LLVMGetValueKind(constant)) {
  case LLVMConstantIntValueKind:
    *bits = LLVMConstIntGetZExtValue(constant);
    return true;
  case LLVMConstantFPValueKind:
    return float_bits(constant, bits);
  case LLVMConstantPointerNullValueKind:
  case LLVMUndefValueValueKind:
  case LLVMPoisonValueValueKind:
  case LLVMConstantAggregateZeroValueKind:
    return true;
  case LLVMFunctionValueKind:
    *bits = is_absent(constant) ? 0 : objects_function(in, constant)->address;
    return true;
  case LLVMGlobalVariableValueKind:
    if (!in->is_initialising && is_unknown(in, constant)) {
      size_t length;
      return fail_because(why, arena_format(in->arena, "the undefined variable %s,",
                                            LLVMGetValueName2(constant, &length)));
    }
    if (LLVMIsThreadLocal(constant))
      return fail_because(why, "the address of a thread-local variable as a constant");
    *bits = is_absent(constant) ? 0 : objects_variable(in, constant);
    return true;
  case LLVMGlobalAliasValueKind:
    return scalar_bits(in, LLVMAliasGetAliasee(constant), bits, why);
  case LLVMBlockAddressValueKind:
    *bits = objects_block_address(in, LLVMGetBlockAddressFunction(constant),
                                  LLVMGetBlockAddressBasicBlock(constant));
    return true;
  case LLVMConstantExprValueKind:
    if (!expression_bits(in, constant, bits, why))
      return false;
    return !in->is_initialising || is_near_base(in, constant, *bits) ||
           fail_because(why, "an initial value that is an address far from its object");
  case LLVMConstantVectorValueKind:
  case LLVMConstantDataVectorValueKind:
    return vector_bits(in, constant, bits, why);
  default:
    return fail_because(why, "a constant of this kind");
  }
}

static bool scalar_bits(struct lowering *in, LLVMValueRef constant, uint64_t *bits,
                        const char **why) {
  const struct leaves *leaves = types_leaves(in, LLVMTypeOf(constant));
  if (leaves->unsupported)
    return fail_because(why, leaves->unsupported);
  if (leaves->count != 1)
    return fail_because(why, "a constant of several parts");
  if (!unmasked_bits(in, constant, bits, why))
    return false;
  *bits &= width_mask(leaves->list[0].width);
  return true;
}

bool constants_scalar(struct lowering *in, LLVMValueRef constant, uint64_t *bits,
                      const char **why) {
  return scalar_bits(in, constant, bits, why);
}

static bool array_bytes(struct lowering *in, LLVMValueRef constant, unsigned char *bytes,
                        const char **why) {
  LLVMTypeRef type = LLVMTypeOf(constant), element = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMIsConstantString(constant)) {
    size_t length;
    const char *text = LLVMGetAsString(constant, &length);
    memcpy(bytes, text, length);
    return true;
  }
  bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  uint64_t count = is_vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
  uint64_t size = types_size(in, element);
  for (uint64_t i = 0; i < count; i++)
    if (!constants_bytes(in, LLVMGetAggregateElement(constant, (unsigned)i), bytes + i * size, why))
      return false;
  return true;
}

/* An integer wider than a register. LLVM's C interface shows its upper words by text alone. */
static bool wide_integer_bytes(LLVMValueRef constant, unsigned char *bytes) {
  unsigned size = (LLVMGetIntTypeWidth(LLVMTypeOf(constant)) + 7) / 8;
  char *text = LLVMPrintValueToString(constant); /* "i128 -12" */
  const char *digits = strchr(text, ' ') + 1;
  bool negative = *digits == '-';
  for (digits += negative; *digits; digits++) {
    unsigned carry = (unsigned)(*digits - '0');
    for (unsigned i = 0; i < size; i++) {
      carry += bytes[i] * 10u;
      bytes[i] = (unsigned char)carry;
      carry >>= 8;
    }
  }
  for (unsigned i = 0, carry = 1; negative && i < size; i++) {
    carry += (unsigned char)~bytes[i];
    bytes[i] = (unsigned char)carry;
    carry >>= 8;
  }
  LLVMDisposeMessage(text);
  return true;
}

bool constants_bytes(struct lowering *in, LLVMValueRef constant, unsigned char *bytes,
                     const char **why) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (LLVMIsNull(constant) || LLVMIsUndef(constant))
    return true;
  if (vectors_is_wide(in, type) && LLVMIsAConstantExpr(constant))
    return LLVMGetConstOpcode(constant) == LLVMBitCast
               ? constants_bytes(in, LLVMGetOperand(constant, 0), bytes, why)
               : fail_because(why, "a constant expression");
  if (kind == LLVMArrayTypeKind || vectors_is_wide(in, type))
    return array_bytes(in, constant, bytes, why);
  if (kind == LLVMStructTypeKind) {
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count; i++)
      if (!constants_bytes(in, LLVMGetAggregateElement(constant, i),
                           bytes + LLVMOffsetOfElement(in->layout, type, i), why))
        return false;
    return true;
  }
  if (wide_is(type))
    return LLVMIsAConstantInt(constant) ? wide_integer_bytes(constant, bytes)
                                        : fail_because(why, "a constant of more than 64 bits");
  uint64_t bits;
  if (!scalar_bits(in, constant, &bits, why))
    return false;
  memcpy(bytes, &bits, LLVMStoreSizeOfType(in->layout, type));
  return true;
}

const char *constants_string(struct lowering *in, LLVMValueRef value) {
  LLVMValueRef initial = LLVMIsAGlobalVariable(value) ? LLVMGetInitializer(value) : NULL;
  if (initial && LLVMIsConstantString(initial)) {
    size_t length;
    const char *text = LLVMGetAsString(initial, &length);
    return arena_copy_text(in->arena, text);
  }
  return initial && LLVMIsNull(initial) ? "" : NULL;
}
