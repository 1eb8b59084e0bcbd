/* SPDX-License-Identifier: Apache-2.0 */
/* JSON files, and texts of any origin in them. For input/ and report/. */
#ifndef INPUT_JSON_TEXT_H
#define INPUT_JSON_TEXT_H

#include "base/status.h"

#include <jansson.h>

struct text;

/* File names, sources and what a program prints can be any bytes; JSON wants UTF-8. If they are
 * not, every byte beyond ASCII becomes a question mark. */
json_t *json_text(const char *bytes);
/* Says on stderr what is wrong with a file, and returns STATUS_BAD_INPUT. */
enum status json_complain(const char *path, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* All of a file. NULL: unreadable or not JSON, which was said. `flags` as for json_loadf. */
json_t *json_read(const char *path, size_t flags);
/* Appends a value in one line. */
void json_print(struct text *out, const json_t *value);

#endif
