/* SPDX-License-Identifier: Apache-2.0 */
/* The user's files: compiling and reading one, and linking it with the others. */
#ifndef FRONTEND_USER_FILE_H
#define FRONTEND_USER_FILE_H

#include "frontend/clang.h"

#include <llvm-c/Types.h>

/* The files as far as they are linked. */
struct linked {
  LLVMModuleRef module;          /* NULL: none yet */
  const char *main, *other_main; /* files that define main, if it is not the entry */
  const char *main_caller;       /* a file that uses a main that it does not define */
};

/* One of the user's files as a module of its own, and adding it to the others, which takes it. */
enum status user_file_load(const struct frontend_options *options, const char *file,
                           enum clang_mode mode, LLVMContextRef context, LLVMModuleRef *module,
                           struct frontend_times *times);
enum status user_file_link(const struct frontend_options *options, const char *file,
                           LLVMModuleRef part, struct linked *whole);
/* The same from bitcode that clang_compile made of the file, which it takes. */
enum status user_file_parse(const struct frontend_options *options, const char *file,
                            LLVMMemoryBufferRef bitcode, LLVMContextRef context,
                            LLVMModuleRef *module);
/* Does the program call a main that several files define? */
enum status user_file_check_main(const struct linked *whole);
/* Does it start in another function than main? */
bool user_file_starts_elsewhere(const struct frontend_options *options);

#endif
