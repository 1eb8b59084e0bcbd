/* SPDX-License-Identifier: Apache-2.0 */
/* Runs clang on one source file. */
#ifndef FRONTEND_CLANG_H
#define FRONTEND_CLANG_H

#include "frontend/options.h"

#include <llvm-c/Types.h>

struct text;

enum clang_mode {
  CLANG_PLAIN,
  /* Also the bodies of `inline` functions that have no external definition. Slower to lower, as
   * clang then emits everything headers define. */
  CLANG_WITH_INLINE,
  CLANG_PREPROCESSED, /* the preprocessed source instead of bitcode */
};

/* The bitcode of a .c or .i file. On STATUS_BAD_INPUT clang, or this function, told why on stderr.
 */
enum status clang_compile(const struct frontend_options *options, const char *file,
                          enum clang_mode mode, LLVMMemoryBufferRef *bitcode);

/* Appends the preprocessed source of a file of a build, with line markers, without any message. */
enum status clang_preprocess(const struct frontend_options *options, const char *file,
                             struct text *source);

/* The bitcode of C that heddle wrote itself, under a name for messages. */
enum status clang_compile_text(const struct frontend_options *options, const char *name,
                               const struct text *code, LLVMMemoryBufferRef *bitcode);

#endif
