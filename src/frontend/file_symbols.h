/* SPDX-License-Identifier: Apache-2.0 */
/* Which names a C file defines, read from its preprocessed text: a guess that rather names too many
 * than too few. clang tells which of them it really defines. */
#ifndef FRONTEND_FILE_SYMBOLS_H
#define FRONTEND_FILE_SYMBOLS_H

#include <stddef.h>

struct symbol_listener {
  void (*define)(struct symbol_listener *listener, const char *name, size_t length);
  /* A line marker names this file. */
  void (*depend)(struct symbol_listener *listener, const char *file, size_t length);
};

/* A name may be told several times. */
void file_symbols_find(const char *text, struct symbol_listener *listener);

#endif
