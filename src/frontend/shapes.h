/* SPDX-License-Identifier: Apache-2.0 */
/* The parts in which memory of a known type is copied and filled. */
#ifndef FRONTEND_SHAPES_H
#define FRONTEND_SHAPES_H

#include "frontend/lower.h"

enum { SHAPE_BYTES = 256 };

enum byte_kind {
  BYTE_PADDING,
  BYTE_FIRST,  /* of a scalar */
  BYTE_INSIDE, /* further bytes of a scalar; at most 8 together */
};

/* Of a type, which repeats if there are several of it. */
struct shape {
  uint32_t size;
  unsigned char bytes[SHAPE_BYTES]; /* enum byte_kind */
};

/* Does the module access memory atomically, so that parts matter? */
bool shapes_matter(LLVMModuleRef module);
bool shapes_have_fields(LLVMTypeRef type); /* is it a struct, and not a union? */
/* The shape of a type; false: the type has no bytes, or too many. */
bool shapes_of_type(struct lowering *in, LLVMTypeRef type, struct shape *shape);
/* The shape of the memory at an address; false: not known. `size`: of the access; 0: not known. */
bool shapes_find(struct builder *b, LLVMValueRef pointer, uint64_t size, struct shape *shape);
/* The shape of both sides of a copy, or of the one where it is known; `from` may be NULL. */
bool shapes_find_both(struct builder *b, LLVMValueRef to, LLVMValueRef from, uint64_t size,
                      struct shape *shape);
/* The same for an access by which clang passes a struct as an integer, and where in the struct the
 * access begins. */
bool shapes_find_coerced(struct builder *b, LLVMValueRef pointer, struct shape *shape,
                         uint64_t *start);
/* Does an access of so many bytes there cover more than one scalar? */
bool shapes_splits(const struct shape *shape, uint64_t start, uint64_t size);
/* The size of the scalar, or of the padding, that begins there. */
uint32_t shapes_part_at(const struct shape *shape, uint32_t at);

#endif
