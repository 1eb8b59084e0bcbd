/* SPDX-License-Identifier: Apache-2.0 */
/* Growing texts. Every module builds strings with them. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stddef.h>

struct text {
  char *data; /* NUL-terminated once anything was added; NULL before */
  size_t length, capacity;
};

void text_add(struct text *text, const char *more);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *text_get(const struct text *text); /* "" when empty */
void text_release(struct text *text);

#endif
