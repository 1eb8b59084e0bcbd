/* SPDX-License-Identifier: Apache-2.0 */
/* Looks up lines and words in source files. */
#ifndef REPORT_SOURCE_TEXT_H
#define REPORT_SOURCE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

struct text;

/* The files of a program, each read when it is first asked for. */
struct source_texts;
struct source_texts *source_texts_create(const char *const *files, uint32_t count);
void source_texts_destroy(struct source_texts *texts);

/* All of a file; NULL: it cannot be read. Lives as long as `texts`. */
const char *source_texts_get(struct source_texts *texts, uint32_t file);

/* A line (from 1) without its end; "" if there is none. Without the blanks around it if `trimmed`,
 * and in any case without tabs and other control characters. Goes to `out`. */
void source_texts_add_line(struct source_texts *texts, struct text *out, uint32_t file,
                           uint32_t line, bool trimmed);

/* The closing parenthesis of the call that starts at this line and column (from 1), comments and
 * literals passed over. False: the file cannot be read, or no call of `name` starts there, as when
 * a macro hides it. */
bool source_texts_find_call_end(struct source_texts *texts, uint32_t file, const char *name,
                                uint32_t *line, uint32_t *column);

#endif
