/* SPDX-License-Identifier: Apache-2.0 */
/* The functions and variables of a module that a program with a given start function may use. */
#ifndef FRONTEND_REACHABLE_H
#define FRONTEND_REACHABLE_H

#include "base/map.h"
#include "base/vector.h"

#include <llvm-c/Types.h>

struct reachable {
  VECTOR(LLVMValueRef) globals; /* declarations too */
  struct map seen;
};

/* From the functions `entry`, separated by commas, if there are any, and from what runs before
 * them. To be released. */
void reachable_find(struct reachable *reachable, LLVMModuleRef module, const char *entry);
void reachable_release(struct reachable *reachable);

#endif
