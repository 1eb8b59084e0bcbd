/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes of the debug information. The C interface of LLVM shows most of a node only as operands;
 * the numbers below are their indices, which LLVM has kept stable for years. */
#ifndef FRONTEND_DEBUG_NODES_H
#define FRONTEND_DEBUG_NODES_H

#include "frontend/lower.h"

enum {
  VARIABLE_NAME = 1,
  FUNCTION_NAME = 2,
  VARIABLE_TYPE = 3,
  TYPE_BASE = 3, /* of a function's type: the list of the result's type and those of parameters */
  TYPE_ELEMENTS = 4,
  FUNCTION_TYPE = 4,
};
enum {
  TAG_ARRAY = 0x01,
  TAG_CLASS = 0x02,
  TAG_ENUMERATION = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_REFERENCE = 0x10,
  TAG_STRUCTURE = 0x13,
  TAG_SUBROUTINE = 0x15,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_INHERITANCE = 0x1c,
  TAG_BASE = 0x24,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_RVALUE_REFERENCE = 0x42,
  TAG_ATOMIC = 0x47,
};

LLVMMetadataRef debug_operand(struct lowering *in, LLVMMetadataRef node, unsigned at); /* or NULL */
const struct type *debug_type(struct lowering *in, LLVMMetadataRef node);
unsigned debug_operand_count(struct lowering *in, LLVMMetadataRef node);

#endif
