/* SPDX-License-Identifier: Apache-2.0 */
/* Growing text over memory_resize. */
#include "base/text.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void reserve(struct text *text, size_t more) {
  size_t needed = text->length + more + 1;
  if (needed <= text->capacity)
    return;
  size_t capacity = text->capacity ? text->capacity * 2 : 64;
  text->capacity = capacity < needed ? needed : capacity;
  text->data = memory_resize(text->data, text->capacity);
}

void text_add_bytes(struct text *text, const char *bytes, size_t length) {
  reserve(text, length);
  if (length)
    memcpy(text->data + text->length, bytes, length);
  text->length += length;
  text->data[text->length] = '\0';
}

void text_add(struct text *text, const char *more) { text_add_bytes(text, more, strlen(more)); }

void text_format(struct text *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  reserve(text, (size_t)length);
  va_start(list, format);
  vsnprintf(text->data + text->length, (size_t)length + 1, format, list);
  va_end(list);
  text->length += (size_t)length;
}

const char *text_get(const struct text *text) { return text->data ? text->data : ""; }

void text_release(struct text *text) {
  memory_release(text->data);
  *text = (struct text){0};
}
