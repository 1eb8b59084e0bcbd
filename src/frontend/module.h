/* From files to one LLVM module that is ready to be lowered: user files and the library models
 * linked, locals in registers. */
#ifndef FRONTEND_MODULE_H
#define FRONTEND_MODULE_H

#include "frontend/frontend.h"

#include <llvm-c/Types.h>

/* The caller disposes of module and context. */
enum status module_load(const struct frontend_options *options, LLVMContextRef context,
                        LLVMModuleRef *module, struct frontend_times *times);
/* Does a function or variable come from the library models? */
bool module_is_library(LLVMValueRef global);

#endif
