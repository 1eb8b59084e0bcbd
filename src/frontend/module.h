/* SPDX-License-Identifier: Apache-2.0 */
/* Builds one LLVM module that is ready to be lowered: user files and library models linked, local
 * variables in registers. */
#ifndef FRONTEND_MODULE_H
#define FRONTEND_MODULE_H

#include "frontend/clang.h"

#include <llvm-c/Types.h>

/* The caller disposes of module and context. */
enum status module_load(const struct frontend_options *options, LLVMContextRef context,
                        LLVMModuleRef *module, struct frontend_times *times);
/* Inside frontend/: the user's files as far as they are linked. */
struct linked {
  LLVMModuleRef module;          /* NULL: none yet */
  const char *main, *other_main; /* files that define main, if it is not the entry */
  const char *main_caller;       /* a file that uses a main that it does not define */
};

/* One of the user's files as a module of its own, and adding it to the others, which takes it. */
enum status module_load_file(const struct frontend_options *options, const char *file,
                             enum clang_mode mode, LLVMContextRef context, LLVMModuleRef *module,
                             struct frontend_times *times);
enum status module_link_file(const struct frontend_options *options, const char *file,
                             LLVMModuleRef part, struct linked *whole);
/* A function or variable, or everything that a module defines, counts as the library's. */
void module_mark_as_library(LLVMValueRef global);
void module_mark_library(LLVMModuleRef module);
/* Does a function or variable come from the library models? */
bool module_is_library(LLVMValueRef global);
/* Is it one of the library whose results tell which thread is which? */
bool module_tells_threads_apart(LLVMValueRef function);
/* What it says of itself, if it is one of the library. */
enum library_effect module_effect_of(LLVMValueRef function);

#endif
