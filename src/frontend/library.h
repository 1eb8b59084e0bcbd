/* SPDX-License-Identifier: Apache-2.0 */
/* The library models as LLVM modules, and linking those that a program needs. */
#ifndef FRONTEND_LIBRARY_H
#define FRONTEND_LIBRARY_H

#include "frontend/frontend.h"

#include <llvm-c/Types.h>

/* The library for a program, whose bodies are read when they are linked. Only the part that most
 * programs need, if `module` has all files of the program, starts in main and needs no more; NULL:
 * all of it. */
LLVMModuleRef library_open(const struct frontend_options *options, LLVMModuleRef module,
                           LLVMContextRef context);
/* Does it define a function for programs? */
bool library_defines(LLVMModuleRef library, const char *name);
/* Takes `library`. `is_open`: something may be called or started that only an environment knows. */
enum status library_link(const struct frontend_options *options, LLVMModuleRef module,
                         LLVMModuleRef library, bool is_open);

#endif
