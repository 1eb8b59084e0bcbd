/* SPDX-License-Identifier: Apache-2.0 */
/* Promotes local variables to registers. */
#ifndef FRONTEND_PREPARE_H
#define FRONTEND_PREPARE_H

#include <llvm-c/Types.h>

/* Afterwards debug information is in calls of llvm.dbg.value and llvm.dbg.declare. */
void prepare_module(LLVMModuleRef module);

#endif
