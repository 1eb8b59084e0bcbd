/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of more than 64 bits. Such a value has the leaves of its elements. LLVM's scalarizer
 * turns computations into operations on elements (prepare.c), so only extraction and insertion of
 * elements are lowered here; moving values needs nothing else. Smaller vectors are one register:
 * see instructions.c. */
#include "frontend/lower.h"

#include <string.h>

enum { REGISTER_BITS = 64 };

bool vectors_is_wide(struct lowering *in, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMSizeOfTypeInBits(in->layout, type) > REGISTER_BITS;
}

static bool only_moves(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMLoad:
  case LLVMStore:
  case LLVMPHI:
  case LLVMFreeze:
  case LLVMRet:
  case LLVMExtractValue:
  case LLVMInsertValue:
    return true;
  case LLVMSelect:
    return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(instruction, 0))) == LLVMIntegerTypeKind;
  case LLVMCall: {
    size_t length;
    return strncmp(LLVMGetValueName2(LLVMGetCalledValue(instruction), &length), "llvm.", 5) != 0;
  }
  default:
    return false;
  }
}

bool vectors_concern(struct builder *b, LLVMValueRef instruction) {
  bool found = vectors_is_wide(b->lowering, LLVMTypeOf(instruction));
  unsigned count = (unsigned)LLVMGetNumOperands(instruction);
  for (unsigned i = 0; i < count && !found; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    found = !LLVMValueIsBasicBlock(operand) && vectors_is_wide(b->lowering, LLVMTypeOf(operand));
  }
  return found && !only_moves(instruction);
}

/* _mm_movemask_epi8 and its like: the sign of each element, a bit each. */
static bool lower_signs(struct builder *b, LLVMValueRef call) {
  static const char *const names[] = {"llvm.x86.sse2.pmovmskb.128", "llvm.x86.sse.movmsk.ps",
                                      "llvm.x86.sse2.movmsk.pd"};
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  bool is_one = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    is_one |= strcmp(name, names[i]) == 0;
  if (!is_one)
    return false;
  struct terms *terms = b->lowering->terms;
  LLVMValueRef vector = LLVMGetOperand(call, 0);
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(vector));
  const struct term *const *elements = values_leaves(b, vector);
  const struct term *mask = values_integer(b, 32, 0);
  for (uint32_t i = 0; i < leaves->count; i++) {
    const struct term *element = values_defined(b, elements[i], &leaves->list[i]);
    const struct term *sign = term_extract(terms, leaves->list[i].width - 1u, 1, element);
    const struct term *bit =
        values_apply(b, OP_SHL, term_convert(terms, OP_ZEXT, 32, sign), values_integer(b, 32, i));
    mask = values_apply(b, OP_OR, mask, bit);
  }
  values_set_term(b, call, mask);
  return true;
}

bool vectors_lower(struct builder *b, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (opcode == LLVMCall)
    return lower_signs(b, instruction);
  bool extracts = opcode == LLVMExtractElement;
  if (!extracts && opcode != LLVMInsertElement)
    return false;
  LLVMValueRef vector = LLVMGetOperand(instruction, 0);
  LLVMValueRef index = LLVMGetOperand(instruction, extracts ? 1 : 2);
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(vector));
  uint32_t size = types_leaves(b->lowering, element)->count;
  uint32_t all = types_leaves(b->lowering, LLVMTypeOf(vector))->count;
  uint64_t place = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) * size : all;
  if (place >= all)
    return false;
  const struct term *const *old = values_leaves(b, vector);
  if (extracts) {
    values_set(b, instruction, old + place);
    return true;
  }
  const struct term *const *fresh = values_leaves(b, LLVMGetOperand(instruction, 1));
  const struct term **result = arena_allocate(b->scratch, all * sizeof *result);
  for (uint32_t i = 0; i < all; i++)
    result[i] = i >= place && i < place + size ? fresh[i - place] : old[i];
  values_set(b, instruction, result);
  return true;
}
