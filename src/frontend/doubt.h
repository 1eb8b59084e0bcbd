/* SPDX-License-Identifier: Apache-2.0 */
/* Finds accesses whose address comes from the result of an undefined function (a taint analysis).
 * heddle assumes that such a function returns any number, or memory of unknown size; the real
 * function does not. So an invalid access at such an address says nothing about the program. */
#ifndef FRONTEND_DOUBT_H
#define FRONTEND_DOUBT_H

#include <llvm-c/Core.h>

struct lowering;

/* The name of an undefined function whose result the instruction's address, or one of the arguments
 * of a call, is computed from, within its function or by way of a variable; NULL: none was found.
 */
const char *doubt_of_instruction(struct lowering *in, LLVMValueRef instruction);

#endif
