/* SPDX-License-Identifier: Apache-2.0 */
/* What other models need of string.c. Models call these rather than the functions of the same
 * meaning that a program may define for itself. */
#ifndef LIBRARY_TEXT_H
#define LIBRARY_TEXT_H

#include <stddef.h>

size_t __library_string_length(const char *text);
/* Reads all of a text that only the system would look at, such as the name of a file: it could be
 * NULL, freed or without an end. */
void __library_read_text(const char *text);
const char *__library_error_text(int number); /* NULL: no such error */

#endif
