/* SPDX-License-Identifier: Apache-2.0 */
/* The library models as LLVM modules, and linking those that a program needs. */
#ifndef FRONTEND_LIBRARY_H
#define FRONTEND_LIBRARY_H

#include "frontend/options.h"

#include <llvm-c/Types.h>

/* Opens the library for the program `module`; bodies are read when they are linked. It is the
 * smaller library if that is enough, and the whole one for NULL. */
LLVMModuleRef library_open(const struct frontend_options *options, LLVMModuleRef module,
                           LLVMContextRef context);
/* Does it define a function for programs? */
bool library_defines(LLVMModuleRef library, const char *name);
/* Takes `library`. `is_open`: the model of undefined functions and several entries may be needed.
 */
enum status library_link(const struct frontend_options *options, LLVMModuleRef module,
                         LLVMModuleRef library, bool is_open);

#endif
