/* SPDX-License-Identifier: Apache-2.0 */
/* The representation of LLVM types: an aggregate is the sequence of its scalars, a vector of at
 * most 64 bits is one register, a wider one is its elements, and a wider integer is several
 * registers. */
#include "frontend/lower.h"

/* clang makes no values of more registers than this. */
enum { MAX_LEAVES = 64 };

struct type_collection {
  struct lowering *in;
  const char *unsupported;
  uint32_t count;
  struct leaf list[MAX_LEAVES];
};

static void collect_leaves(struct type_collection *all, LLVMTypeRef type, uint64_t offset);

static void add_leaf(struct type_collection *all, LLVMTypeRef type, uint64_t offset, unsigned width,
                     bool is_float) {
  if (all->count == MAX_LEAVES) {
    all->unsupported = "a value of more than 64 scalars";
    return;
  }
  uint64_t size = LLVMStoreSizeOfType(all->in->layout, type);
  all->list[all->count++] =
      (struct leaf){.offset = offset,
                    .size = (uint32_t)size,
                    .width = (uint8_t)width,
                    .is_float = is_float,
                    .is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind,
                    .is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind};
}

static void collect_elements(struct type_collection *all, LLVMTypeRef type, uint64_t offset) {
  uint64_t count = LLVMGetArrayLength2(type);
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t size = types_size(all->in, element);
  for (uint64_t i = 0; i < count && !all->unsupported; i++)
    collect_leaves(all, element, offset + i * size);
}

static void collect_fields(struct type_collection *all, LLVMTypeRef type, uint64_t offset) {
  unsigned count = LLVMCountStructElementTypes(type);
  for (unsigned i = 0; i < count && !all->unsupported; i++)
    collect_leaves(all, LLVMStructGetTypeAtIndex(type, i),
                   offset + LLVMOffsetOfElement(all->in->layout, type, i));
}

/* wide.c computes with them. */
static void collect_words(struct type_collection *all, unsigned width, uint64_t offset) {
  if (width > WIDE_MAX_WORDS * 64) {
    all->unsupported = arena_format(all->in->arena, "%u-bit integers", width);
    return;
  }
  for (unsigned start = 0; start < width && all->count < MAX_LEAVES; start += 64) {
    unsigned rest = width - start < 64 ? width - start : 64;
    all->list[all->count++] =
        (struct leaf){.offset = offset + start / 8, .size = (rest + 7) / 8, .width = (uint8_t)rest};
  }
}

static void collect_vector(struct type_collection *all, LLVMTypeRef type, uint64_t offset) {
  LLVMTypeRef element = LLVMGetElementType(type);
  uint64_t bits = LLVMSizeOfTypeInBits(all->in->layout, type);
  uint64_t element_bits = LLVMSizeOfTypeInBits(all->in->layout, element);
  if (element_bits % 8 != 0)
    all->unsupported = "vectors of bits";
  else if (vectors_is_wide(all->in, type))
    for (unsigned i = 0; i < LLVMGetVectorSize(type) && !all->unsupported; i++)
      collect_leaves(all, element, offset + i * element_bits / 8);
  else
    add_leaf(all, type, offset, (unsigned)bits, false);
}

static void collect_leaves(struct type_collection *all, LLVMTypeRef type, uint64_t offset) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: {
    unsigned width = LLVMGetIntTypeWidth(type);
    if (width > 64)
      collect_words(all, width, offset);
    else
      add_leaf(all, type, offset, width, false);
    break;
  }
  case LLVMPointerTypeKind:
    add_leaf(all, type, offset, all->in->pointer_width, false);
    break;
  case LLVMFloatTypeKind:
    add_leaf(all, type, offset, 32, true);
    break;
  case LLVMDoubleTypeKind:
    add_leaf(all, type, offset, 64, true);
    break;
  case LLVMStructTypeKind:
    if (LLVMIsOpaqueStruct(type))
      all->unsupported = "values of an incomplete type";
    else
      collect_fields(all, type, offset);
    break;
  case LLVMArrayTypeKind:
    collect_elements(all, type, offset);
    break;
  case LLVMVectorTypeKind:
    collect_vector(all, type, offset);
    break;
  case LLVMVoidTypeKind:
  case LLVMLabelTypeKind:
  case LLVMMetadataTypeKind:
  case LLVMFunctionTypeKind:
    break;
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    all->unsupported = "16-bit floats";
    break;
  case LLVMX86_FP80TypeKind:
    all->unsupported = "80-bit floats";
    break;
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind:
    all->unsupported = "128-bit floats";
    break;
  default:
    all->unsupported = "values of a target-specific type";
  }
}

const struct leaves *types_leaves(struct lowering *in, LLVMTypeRef type) {
  uint64_t known;
  if (map_get(&in->leaves, (uintptr_t)type, &known))
    return (const struct leaves *)(uintptr_t)known;
  struct type_collection all = {.in = in};
  collect_leaves(&all, type, 0);
  struct leaves *leaves = arena_allocate(in->scratch, sizeof *leaves);
  leaves->unsupported = all.unsupported;
  leaves->count = all.unsupported ? 0 : all.count;
  leaves->list = arena_copy(in->scratch, all.list, leaves->count * sizeof *all.list);
  map_set(&in->leaves, (uintptr_t)type, (uintptr_t)leaves);
  return leaves;
}

uint64_t types_size(struct lowering *in, LLVMTypeRef type) {
  return LLVMABISizeOfType(in->layout, type);
}

bool types_hold_pointers(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
    return true;
  case LLVMArrayTypeKind:
    return types_hold_pointers(LLVMGetElementType(type));
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (types_hold_pointers(LLVMStructGetTypeAtIndex(type, i)))
        return true;
    return false;
  default:
    return false;
  }
}
