/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments and the standard input that the user gives the program. The library models declare
 * them as variables, which are defined here. */
#ifndef FRONTEND_GIVEN_H
#define FRONTEND_GIVEN_H

#include "frontend/options.h"

#include <llvm-c/Types.h>

/* The function of the library that every execution begins with. */
const char *given_start(const struct frontend_options *options);
/* Defines the variables in a module that the library is part of. */
void given_define(const struct frontend_options *options, LLVMModuleRef module);

#endif
