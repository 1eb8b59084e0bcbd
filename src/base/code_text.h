/* SPDX-License-Identifier: Apache-2.0 */
/* C source as text, read without a compiler: finds words outside comments and literals. */
#ifndef BASE_CODE_TEXT_H
#define BASE_CODE_TEXT_H

#include <stdbool.h>

/* Can the byte be part of a name? */
bool code_text_is_word(char byte);
/* A copy of the text with spaces instead of comments, literals and preprocessor directives, which
 * memory_release frees. Lines stay lines, and every other byte stays in its place. */
char *code_text_mask(const char *text);
/* The same with the directives, but without the backslashes that join their lines. */
char *code_text_mask_literals(const char *text);
/* Does a line begin with the directive whose name begins with this ("include")? */
bool code_text_has_directive(const char *text, const char *name);

#endif
