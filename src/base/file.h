/* SPDX-License-Identifier: Apache-2.0 */
/* Reads whole files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>

struct text;

/* Appends all of the file. False: it cannot be read, as errno says. */
bool file_read(const char *path, struct text *contents);

#endif
