/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers an LLVM module to a program. */
#ifndef FRONTEND_LOWER_MODULE_H
#define FRONTEND_LOWER_MODULE_H

#include "base/status.h"

#include <llvm-c/Types.h>

struct frontend_options;
struct program;

enum status lower_module(const struct frontend_options *options, LLVMModuleRef module,
                         struct program **program);

#endif
