/* SPDX-License-Identifier: Apache-2.0 */
/* Which accesses rest on what an undefined function returned. Such a function returns any number,
 * or memory of which nobody knows how large it is; the real one does not. If such an access is
 * invalid, that says nothing about the program. */
#ifndef FRONTEND_DOUBT_H
#define FRONTEND_DOUBT_H

#include <llvm-c/Core.h>

struct lowering;

/* The name of an undefined function whose result the instruction's address, or one of the arguments
 * of a call, is computed from, within its function or by way of a variable; NULL: none was found.
 */
const char *doubt_of_instruction(struct lowering *in, LLVMValueRef instruction);

#endif
