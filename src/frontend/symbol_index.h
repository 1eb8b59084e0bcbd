/* SPDX-License-Identifier: Apache-2.0 */
/* Which files of a build may define a name. The files are preprocessed, several at a time, and what
 * was found is kept in the user's cache directory until a file, one of its headers or its flags
 * change: $XDG_CACHE_HOME/heddle, or ~/.cache/heddle. */
#ifndef FRONTEND_SYMBOL_INDEX_H
#define FRONTEND_SYMBOL_INDEX_H

#include "frontend/options.h"

struct symbol_index;

/* STATUS_OK or the limit that was reached. */
enum status symbol_index_create(const struct frontend_options *options,
                                struct symbol_index **created);
void symbol_index_destroy(struct symbol_index *index);

/* May the file of options->commands[command] define the name? */
bool symbol_index_may_define(const struct symbol_index *index, size_t command, const char *name);
/* Is that not known, because it is in C++ or cannot be preprocessed? */
bool symbol_index_is_unclear(const struct symbol_index *index, size_t command);

#endif
