/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes whole files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>

struct text;

/* Appends all of the file. False: it cannot be read, as errno says. */
bool file_read(const char *path, struct text *contents);

/* Makes the text the contents of the file; NULL: writes it to standard output. False: a message on
 * stderr says why it cannot be written. */
bool file_write(const char *path, const struct text *text);

#endif
