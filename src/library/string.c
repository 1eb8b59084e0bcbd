/* SPDX-License-Identifier: Apache-2.0 */
/* Strings: measuring, copying, joining, comparing. Searching and splitting are in search.c. */
#include "errors.h"
#include "heddle.h"
#include "reused.h"
#include "text.h"

#include <stddef.h>

size_t __library_string_length(const char *text) {
  size_t length = 0;
  while (text[length] != '\0')
    length++;
  return length;
}

void __library_read_text(const char *text) {
  __heddle_atomic_begin();
  __library_string_length(text);
  __heddle_atomic_end();
}

static size_t bounded_length(const char *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != '\0')
    length++;
  return length;
}

size_t strlen(const char *text) { return __library_string_length(text); }

size_t strnlen(const char *text, size_t limit) { return bounded_length(text, limit); }

/* Copies with the terminating zero; where that went. */
static char *copy_string(char *to, const char *from) {
  while ((*to = *from) != '\0') {
    to++;
    from++;
  }
  return to;
}

/* Copies at most `limit` bytes without terminating; the end. */
static char *copy_bounded(char *to, const char *from, size_t limit) {
  for (size_t i = 0; i < limit && from[i] != '\0'; i++)
    *to++ = from[i];
  return to;
}

char *strcpy(char *to, const char *from) {
  copy_string(to, from);
  return to;
}

char *stpcpy(char *to, const char *from) { return copy_string(to, from); }

char *__stpcpy(char *to, const char *from) { return copy_string(to, from); }

char *stpncpy(char *to, const char *from, size_t size) {
  char *end = copy_bounded(to, from, size);
  for (char *rest = end; rest < to + size; rest++)
    *rest = '\0';
  return end;
}

char *strncpy(char *to, const char *from, size_t size) {
  char *end = copy_bounded(to, from, size);
  for (; end < to + size; end++)
    *end = '\0';
  return to;
}

char *strcat(char *to, const char *from) {
  copy_string(to + __library_string_length(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t limit) {
  *copy_bounded(to + __library_string_length(to), from, limit) = '\0';
  return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
  if (size > 0)
    *copy_bounded(to, from, size - 1) = '\0';
  return __library_string_length(from);
}

size_t strlcat(char *to, const char *from, size_t size) {
  size_t length = bounded_length(to, size);
  if (length < size)
    *copy_bounded(to + length, from, size - length - 1) = '\0';
  return length + __library_string_length(from);
}

/* With `--faults on`. */
static int lacks_memory(void) {
  if (!__heddle_fault("an allocation"))
    return 0;
  *__errno_location() = ERROR_NOMEM;
  return 1;
}

char *strdup(const char *text) {
  if (lacks_memory())
    return NULL;
  size_t size = __library_string_length(text) + 1;
  char *fresh = allocate_block(size, 16, 0);
  copy_string(fresh, text);
  return fresh;
}

char *__strdup(const char *text) { return strdup(text); }

char *strndup(const char *text, size_t limit) {
  if (lacks_memory())
    return NULL;
  size_t length = bounded_length(text, limit);
  char *fresh = allocate_block(length + 1, 16, 0);
  *copy_bounded(fresh, text, length) = '\0';
  return fresh;
}

static int lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

static int compare(const char *a, const char *b, size_t limit) {
  for (size_t i = 0; i < limit; i++) {
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (x != y)
      return x < y ? -1 : 1;
    if (x == '\0')
      return 0;
  }
  return 0;
}

static int compare_without_case(const char *a, const char *b, size_t limit) {
  for (size_t i = 0; i < limit; i++) {
    int x = lower((unsigned char)a[i]), y = lower((unsigned char)b[i]);
    if (x != y)
      return x - y;
    if (x == '\0')
      return 0;
  }
  return 0;
}

int strcmp(const char *a, const char *b) { return compare(a, b, (size_t)-1); }

int strncmp(const char *a, const char *b, size_t limit) { return compare(a, b, limit); }

int strcasecmp(const char *a, const char *b) { return compare_without_case(a, b, (size_t)-1); }

int strncasecmp(const char *a, const char *b, size_t limit) {
  return compare_without_case(a, b, limit);
}

/* The locale is always "C". */
int strcoll(const char *a, const char *b) { return compare(a, b, (size_t)-1); }

size_t strxfrm(char *to, const char *from, size_t size) {
  size_t length = __library_string_length(from);
  if (length < size)
    copy_string(to, from);
  return length;
}
