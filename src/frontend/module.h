/* From files to one LLVM module that is ready to be lowered: user files and the library models
 * linked, locals in registers. */
#ifndef FRONTEND_MODULE_H
#define FRONTEND_MODULE_H

#include "frontend/clang.h"

#include <llvm-c/Types.h>

/* The caller disposes of module and context. */
enum status module_load(const struct frontend_options *options, LLVMContextRef context,
                        LLVMModuleRef *module, struct frontend_times *times);
/* Inside frontend/: one of the user's files as a module of its own, and adding it to `*whole`,
 * which may be NULL. The latter takes the part. */
enum status module_load_file(const struct frontend_options *options, const char *file,
                             enum clang_mode mode, LLVMContextRef context, LLVMModuleRef *module,
                             struct frontend_times *times);
enum status module_link_file(const struct frontend_options *options, const char *file,
                             LLVMModuleRef part, LLVMModuleRef *whole);
/* Does a function or variable come from the library models? */
bool module_is_library(LLVMValueRef global);

#endif
