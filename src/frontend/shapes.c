/* SPDX-License-Identifier: Apache-2.0 */
/* The parts in which memory of a known type is copied and filled: its scalars, as the rest of the
 * program accesses them, and the padding between them.
 *
 * clang turns the assignment of a struct into a copy of bytes, which says nothing about fields. The
 * type is that of the variable, field or element whose address is taken, or what the debug
 * information says a pointer points to, or what another address computation takes it for. If both
 * sides of a copy are known and differ, a part begins where it does on either side. A wrong guess
 * only changes in which steps the bytes move.
 *
 * Only programs with atomic accesses need this: under weak memory models, accesses of different
 * sizes that overlap have no meaning. For others, moving words takes fewer steps. */
#include "frontend/shapes.h"

#include "frontend/debug.h"
#include "frontend/origin.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static bool is_atomic(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence:
    return true;
  case LLVMLoad:
  case LLVMStore:
    return LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
  default:
    return false;
  }
}

bool shapes_matter(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || origin_is_library(f))
      continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_atomic(i))
          return true;
  }
  return false;
}

/* Bytes that are padding in one member of a union become words, as other members may use them. */
static void mark_words(struct shape *shape, uint64_t offset, uint64_t size) {
  for (uint64_t at = offset; at < offset + size; at++)
    if (shape->bytes[at] == BYTE_PADDING)
      shape->bytes[at] =
          at % 4 && at > offset && shape->bytes[at - 1] != BYTE_PADDING ? BYTE_INSIDE : BYTE_FIRST;
}

static bool is_union(LLVMTypeRef type) {
  const char *name = LLVMGetStructName(type);
  return name && !strncmp(name, "union.", 6);
}

bool shapes_have_fields(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind && !is_union(type);
}

/* Marks the scalars of a type that begins at an offset; false: it has none, or too many bytes. */
static bool mark(struct lowering *in, struct shape *shape, LLVMTypeRef type, uint64_t offset) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMFunctionTypeKind || (kind == LLVMStructTypeKind && LLVMIsOpaqueStruct(type)))
    return false;
  uint64_t size = types_size(in, type);
  if (offset + size > SHAPE_BYTES)
    return false;
  if (kind == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (!mark(in, shape, LLVMStructGetTypeAtIndex(type, i),
                offset + LLVMOffsetOfElement(in->layout, type, i)))
        return false;
    if (is_union(type))
      mark_words(shape, offset, size);
    return true;
  }
  if (kind == LLVMArrayTypeKind) {
    LLVMTypeRef element = LLVMGetElementType(type);
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type); i++)
      if (!mark(in, shape, element, offset + i * types_size(in, element)))
        return false;
    return true;
  }
  uint64_t stored = LLVMStoreSizeOfType(in->layout, type);
  uint64_t word = kind == LLVMIntegerTypeKind ? in->pointer_size : 8; /* memory.c: is_split */
  for (uint64_t i = 0; i < stored; i++)
    shape->bytes[offset + i] = i % word ? BYTE_INSIDE : BYTE_FIRST;
  return true;
}

static LLVMTypeRef integer_type(struct lowering *in, uint64_t bytes) {
  return LLVMIntTypeInContext(LLVMGetModuleContext(in->module), (unsigned)bytes * 8);
}

/* The type of what an address computation leads to, or NULL. */
static LLVMTypeRef indexed_type(LLVMValueRef address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  for (unsigned i = 2; type && i < (unsigned)LLVMGetNumOperands(address); i++) {
    LLVMValueRef index = LLVMGetOperand(address, i);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
      type = LLVMGetElementType(type);
    else if (kind == LLVMStructTypeKind && LLVMIsAConstantInt(index))
      type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
    else
      type = NULL;
  }
  return type;
}

static bool is_index(LLVMValueRef value) {
  return LLVMIsAGetElementPtrInst(value) ||
         (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

/* The target of a pointer type of the debug information, or NULL. */
static LLVMMetadataRef pointee(struct lowering *in, LLVMMetadataRef node) {
  while (node && LLVMGetDINodeTag(node) != TAG_POINTER)
    node = debug_operand(&in->debug, node, TYPE_BASE);
  return node ? debug_operand(&in->debug, node, TYPE_BASE) : NULL;
}

/* The LLVM type with the name that debug information gives to the target of a pointer, or NULL. */
static LLVMTypeRef described_type(struct lowering *in, LLVMMetadataRef node) {
  const char *alias = NULL;
  size_t alias_length = 0;
  for (bool is_found = false; node && !is_found;) {
    switch (LLVMGetDINodeTag(node)) {
    case TAG_TYPEDEF:
      alias = LLVMDITypeGetName(node, &alias_length);
      node = debug_operand(&in->debug, node, TYPE_BASE);
      break;
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_ATOMIC:
    case TAG_ARRAY:
      node = debug_operand(&in->debug, node, TYPE_BASE);
      break;
    default:
      is_found = true;
    }
  }
  unsigned tag = node ? LLVMGetDINodeTag(node) : 0;
  uint64_t size = node ? LLVMDITypeGetSizeInBits(node) / 8 : 0;
  if (tag == TAG_BASE || tag == TAG_ENUMERATION || tag == TAG_POINTER)
    return size && size <= 8 ? integer_type(in, size) : NULL;
  if (tag != TAG_STRUCTURE && tag != TAG_UNION)
    return NULL;
  size_t length = 0;
  const char *name = LLVMDITypeGetName(node, &length);
  if (!length) {
    name = alias;
    length = alias_length;
  }
  const char *full = arena_format(in->scratch, "%s.%.*s", tag == TAG_UNION ? "union" : "struct",
                                  (int)length, length ? name : "");
  LLVMTypeRef type = LLVMGetTypeByName2(LLVMGetModuleContext(in->module), full);
  return type && !LLVMIsOpaqueStruct(type) && types_size(in, type) == size ? type : NULL;
}

/* The struct of this size that an address computation takes the pointer's target for, or NULL. */
static LLVMTypeRef used_type(struct lowering *in, LLVMValueRef pointer, uint64_t size) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAGetElementPtrInst(user) || LLVMGetOperand(user, 0) != pointer)
      continue;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(user);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind && types_size(in, type) == size)
      return type;
  }
  return NULL;
}

/* The type of the memory at an address, or NULL. `size`: of the access; 0: not known. */
static LLVMTypeRef find_type(struct builder *b, LLVMValueRef pointer, uint64_t size) {
  struct lowering *in = b->lowering;
  if (LLVMIsAAllocaInst(pointer))
    return LLVMGetAllocatedType(pointer);
  if (LLVMIsAGlobalVariable(pointer))
    return LLVMGlobalGetValueType(pointer);
  if (is_index(pointer))
    return indexed_type(pointer);
  if (LLVMIsAConstant(pointer))
    return NULL;
  const struct variable *variable = variables_find(&b->variables, pointer);
  LLVMTypeRef type = NULL;
  if (variable && variable->type && variable->type->kind == TYPE_POINTER)
    type = described_type(in, pointee(in, variable->node));
  return type ? type : used_type(in, pointer, size);
}

static bool is_byte(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

bool shapes_of_type(struct lowering *in, LLVMTypeRef type, struct shape *shape) {
  memset(shape->bytes, BYTE_PADDING, sizeof shape->bytes);
  if (!mark(in, shape, type, 0))
    return false;
  shape->size = (uint32_t)types_size(in, type);
  return shape->size > 0;
}

bool shapes_find(struct builder *b, LLVMValueRef pointer, uint64_t size, struct shape *shape) {
  struct lowering *in = b->lowering;
  LLVMTypeRef type = in->splits_copies ? find_type(b, pointer, size) : NULL;
  bool is_array = false;
  while (type && LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    type = LLVMGetElementType(type);
    is_array = true;
  }
  /* Pointers to bytes point to anything. */
  if (!type || (is_byte(type) && !(is_array && size && size <= SHAPE_BYTES)))
    return false;
  return shapes_of_type(in, type, shape);
}

bool shapes_find_coerced(struct builder *b, LLVMValueRef pointer, struct shape *shape,
                         uint64_t *start) {
  *start = 0;
  if (is_index(pointer) && LLVMGetNumOperands(pointer) == 3) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    LLVMValueRef first = LLVMGetOperand(pointer, 1), second = LLVMGetOperand(pointer, 2);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind && !LLVMGetStructName(type) &&
        LLVMIsAConstantInt(first) && !LLVMConstIntGetZExtValue(first) &&
        LLVMIsAConstantInt(second)) {
      *start = LLVMOffsetOfElement(b->lowering->layout, type,
                                   (unsigned)LLVMConstIntGetZExtValue(second));
      pointer = LLVMGetOperand(pointer, 0);
    }
  }
  return shapes_find(b, pointer, 0, shape);
}

bool shapes_splits(const struct shape *shape, uint64_t start, uint64_t size) {
  return start + size <= shape->size &&
         (shape->bytes[start] != BYTE_FIRST || shapes_part_at(shape, (uint32_t)start) < size);
}

static enum byte_kind kind_at(const struct shape *shape, uint64_t at) {
  return shape->bytes[at % shape->size];
}

/* Does neither the end of the bytes nor a part of one shape cut a scalar? */
static bool ends_well(const struct shape *shape, uint64_t size) {
  return size % shape->size == 0 || kind_at(shape, size) != BYTE_INSIDE;
}

static void combine(struct shape *whole, const struct shape *more) {
  for (uint32_t at = 0; at < whole->size; at++) {
    enum byte_kind kind = kind_at(more, at);
    if (kind == BYTE_FIRST || whole->bytes[at] == BYTE_PADDING)
      whole->bytes[at] = (unsigned char)kind;
  }
  for (uint32_t at = 1; at < whole->size; at++) /* a scalar continues after padding of the other */
    if (whole->bytes[at] == BYTE_INSIDE && whole->bytes[at - 1] == BYTE_PADDING)
      whole->bytes[at] = BYTE_FIRST;
}

static void repeat(struct shape *shape, uint64_t size) {
  for (uint64_t at = shape->size; at < size; at++)
    shape->bytes[at] = shape->bytes[at % shape->size];
  shape->size = (uint32_t)size;
}

bool shapes_find_both(struct builder *b, LLVMValueRef to, LLVMValueRef from, uint64_t size,
                      struct shape *shape) {
  struct shape other;
  bool knows = shapes_find(b, to, size, shape) && ends_well(shape, size);
  if (from && shapes_find(b, from, size, &other) && ends_well(&other, size)) {
    if (!knows) {
      *shape = other;
    } else if (size && size <= SHAPE_BYTES) {
      repeat(shape, size);
      combine(shape, &other);
    }
    knows = true;
  }
  return knows;
}

uint32_t shapes_part_at(const struct shape *shape, uint32_t at) {
  bool is_padding = shape->bytes[at] == BYTE_PADDING;
  uint32_t end = at + 1;
  while (end < shape->size && shape->bytes[end] == (is_padding ? BYTE_PADDING : BYTE_INSIDE))
    end++;
  return end - at;
}
