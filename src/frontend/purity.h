/* SPDX-License-Identifier: Apache-2.0 */
/* The possible effects of an undefined function through its arguments: writing through a pointer,
 * or calling a function that it finds there. */
#ifndef FRONTEND_PURITY_H
#define FRONTEND_PURITY_H

#include "frontend/lower.h"

enum handing {
  HANDS_NOTHING,
  HANDS_IF_KNOWN, /* something, unless it is NULL or memory of an undefined function itself */
  HANDS_MEMORY,
};

/* Does the user say that it has no effect? */
bool purity_is_assumed(const struct frontend_options *options, const char *name);
/* Does the list contain its name, and not only "all"? */
bool purity_is_assumed_by_name(const struct frontend_options *options, const char *name);

/* The variable into which an address is computed to point, or where the address comes from. */
LLVMValueRef purity_origin(LLVMValueRef address);
bool purity_is_number_of_pointer(LLVMValueRef value);
/* Does it call a function that the program does not define, other than an intrinsic? */
bool purity_is_undefined_call(LLVMValueRef call);
/* Can there be a second thread, of the program or of the environment? */
bool purity_has_threads(struct lowering *in);

/* Argument `number` of a call. */
enum handing purity_of_argument(struct lowering *in, LLVMValueRef call, LLVMValueRef callee,
                                unsigned number);
/* A parameter of a function that is called through a pointer. */
enum handing purity_of_parameter(struct lowering *in, LLVMValueRef function, unsigned number);

#endif
