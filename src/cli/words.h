/* SPDX-License-Identifier: Apache-2.0 */
/* Splits a text into words as a shell does. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Words are separated by blanks; 'so' and "so", and a backslash, keep what is special as it is.
 * False: a quotation does not end. The list, in the arena, ends with NULL. */
bool words_split(struct arena *arena, const char *text, const char *const **words, size_t *count);

#endif
