/* SPDX-License-Identifier: Apache-2.0 */
/* Builds one LLVM module that is ready to be lowered: user files and library models linked, local
 * variables in registers. */
#ifndef FRONTEND_MODULE_H
#define FRONTEND_MODULE_H

#include "frontend/options.h"

#include <llvm-c/Types.h>

/* The caller disposes of module and context. */
enum status module_load(const struct frontend_options *options, LLVMContextRef context,
                        LLVMModuleRef *module, struct frontend_times *times);

#endif
