/* SPDX-License-Identifier: Apache-2.0 */
/* Debug information: positions, names and types of the source. The C interface of LLVM shows most
 * of a node only as operands; the numbers below are their indices, which LLVM has kept stable for
 * years. */
#ifndef FRONTEND_DEBUG_H
#define FRONTEND_DEBUG_H

#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"
#include "program/program.h"

#include <llvm-c/Core.h>

struct frontend_options;

/* Of one module. Texts and types are in the arena. */
struct debug_info {
  LLVMContextRef context;
  struct arena *arena;
  const struct frontend_options *options;
  const char *directory; /* the current one */
  struct map types;      /* debug type: struct type * */
  struct map files;      /* debug file: index */
  VECTOR(const char *) file_list;
};
void debug_release(struct debug_info *debug);

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

LLVMMetadataRef debug_operand(struct debug_info *debug, LLVMMetadataRef node,
                              unsigned at); /* or NULL */
unsigned debug_operand_count(struct debug_info *debug, LLVMMetadataRef node);
const char *debug_operand_text(struct debug_info *debug, LLVMMetadataRef node, unsigned at);

struct position debug_position_of_location(struct debug_info *debug, LLVMMetadataRef location);
struct position debug_position_of_function(struct debug_info *debug, LLVMValueRef function);
/* The name in the source: linking renames a static function if another one has its name. */
const char *debug_name_of_function(struct debug_info *debug, LLVMValueRef function);
/* Position, type and, if it is a source variable, name. */
void debug_describe_global(struct debug_info *debug, LLVMValueRef variable, struct object *object);
LLVMMetadataRef debug_type_of_global(struct debug_info *debug, LLVMValueRef variable); /* or NULL */

const struct type *debug_type(struct debug_info *debug, LLVMMetadataRef node);
/* The type without names and qualifiers; NULL: void. */
LLVMMetadataRef debug_strip(struct debug_info *debug, LLVMMetadataRef type);
bool debug_is_const(struct debug_info *debug, LLVMMetadataRef type);
/* The source type of a parameter, or NULL if it is not known. */
LLVMMetadataRef debug_parameter_type(struct debug_info *debug, LLVMValueRef function,
                                     unsigned number);
/* That of its result, or NULL. */
LLVMMetadataRef debug_result_type(struct debug_info *debug, LLVMValueRef function);

#endif
