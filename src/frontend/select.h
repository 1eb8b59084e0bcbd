/* SPDX-License-Identifier: Apache-2.0 */
/* Selects the files of a build that belong to the program: the given ones, and then the files that
 * define missing names, as a linker takes members of an archive. So a build may contain several
 * programs, and not all of it has to be compiled. */
#ifndef FRONTEND_SELECT_H
#define FRONTEND_SELECT_H

#include "frontend/clang.h"

#include <llvm-c/Types.h>

struct linked;
struct symbol_index;

/* Adds files of options->commands to `whole`, which holds the given files; if none were given, the
 * file that defines the entry comes first. `library` says what needs no file. `index` is made when
 * it is needed first, and left to the caller. */
enum status select_files(const struct frontend_options *options, enum clang_mode mode,
                         LLVMContextRef context, LLVMModuleRef library, struct symbol_index **index,
                         struct linked *whole, struct frontend_times *times);

#endif
