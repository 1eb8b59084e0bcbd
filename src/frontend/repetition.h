/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a function can be called more than once in an execution. */
#ifndef FRONTEND_REPETITION_H
#define FRONTEND_REPETITION_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* True unless the module shows that it cannot: one call, outside of loops, in a function that is
 * itself called at most once. */
bool repetition_is_called_again(LLVMValueRef function);

#endif
