/* SPDX-License-Identifier: Apache-2.0 */
/* Which functions and variables of a module come from the library models. */
#ifndef FRONTEND_ORIGIN_H
#define FRONTEND_ORIGIN_H

#include "program/program.h"

#include <llvm-c/Types.h>

/* A function or variable, or everything that a module defines, counts as the library's. */
void origin_mark(LLVMValueRef global);
void origin_mark_all(LLVMModuleRef module);
bool origin_is_library(LLVMValueRef global);
/* Is it one of the library whose results tell which thread is which? */
bool origin_tells_threads_apart(LLVMValueRef function);
/* Is it one of the library whose results number the variables of the program? */
bool origin_names_variable(LLVMValueRef function);
/* What it says of itself, if it is one of the library. */
enum library_effect origin_effect(LLVMValueRef function);

#endif
