/* SPDX-License-Identifier: Apache-2.0 */
/* Which accesses rest on what an undefined function returned. Such a function returns any number,
 * or NULL, or memory that is not known; the real one does not. If such an access is invalid, that
 * says nothing about the program. */
#ifndef FRONTEND_DOUBT_H
#define FRONTEND_DOUBT_H

#include <llvm-c/Core.h>

/* The name of an undefined function whose result the instruction's address, or one of the arguments
 * of a call, is computed from, within its function or by way of a variable; NULL: none was found.
 */
const char *doubt_of_instruction(LLVMValueRef instruction);

#endif
