/* SPDX-License-Identifier: Apache-2.0 */
/* Which files of a build belong to the program: the given ones and, file by file, those that define
 * what is still missing, as a linker takes members of an archive. So a build may hold several
 * programs, and not all of it has to be compiled. */
#ifndef FRONTEND_SELECT_H
#define FRONTEND_SELECT_H

#include "frontend/clang.h"

#include <llvm-c/Types.h>

struct linked;

/* Adds files of options->commands to `whole`, which holds the given files; if none were given, the
 * file that defines the entry comes first. `library` says what needs no file. */
enum status select_files(const struct frontend_options *options, enum clang_mode mode,
                         LLVMContextRef context, LLVMModuleRef library, struct linked *whole,
                         struct frontend_times *times);

#endif
