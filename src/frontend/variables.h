/* SPDX-License-Identifier: Apache-2.0 */
/* The local variables of the source that LLVM values stand for. */
#ifndef FRONTEND_VARIABLES_H
#define FRONTEND_VARIABLES_H

#include "base/map.h"

#include <llvm-c/Types.h>

struct arena;
struct debug_info;

struct variable {
  const char *name;
  const struct type *type;
  LLVMMetadataRef node;  /* the type in the debug information */
  LLVMMetadataRef block; /* the inner block of the function it belongs to, or NULL */
  unsigned line;         /* of its declaration */
};

/* Those of a function: maps LLVM values to struct variable *, which are in the arena. */
void variables_collect(struct debug_info *debug, LLVMValueRef function, struct arena *arena,
                       struct map *variables);
const struct variable *variables_find(const struct map *variables,
                                      LLVMValueRef value); /* or NULL */

#endif
