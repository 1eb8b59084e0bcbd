/* SPDX-License-Identifier: Apache-2.0 */
/* Separates the blocks in which clang ends the lifetimes of local variables. */
#ifndef FRONTEND_CLEANUPS_H
#define FRONTEND_CLEANUPS_H

#include <llvm-c/Types.h>

void cleanups_thread(LLVMModuleRef module);

#endif
