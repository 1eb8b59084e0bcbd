/* SPDX-License-Identifier: Apache-2.0 */
/* Formatting as printf does it, into memory or to the output. format.c knows the language of format
 * strings, format_float.c the text of floats. */
#ifndef LIBRARY_FORMAT_H
#define LIBRARY_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Where the bytes go: to `buffer` until that is full; then to the output if it `prints`, and nowhere
 * otherwise. */
struct sink {
  char *buffer;
  size_t capacity, used;
  int prints;
  int total; /* bytes so far, those without room included */
};

/* One conversion: %[flags][width][.precision]type */
struct conversion {
  int left, plus, space, alternate, zero;
  int width;
  int precision; /* negative: none given */
  char type;
};

void __library_emit(struct sink *sink, char c);
void __library_emit_times(struct sink *sink, char c, int times);
/* The padding before and the prefix (sign, 0x) of a field whose body has `length` bytes, and the
 * padding after it. Zeros fill up only if `zero_padded`. */
void __library_open_field(struct sink *sink, const struct conversion *conversion,
                          const char *prefix, int length, int zero_padded);
void __library_close_field(struct sink *sink, const struct conversion *conversion,
                           const char *prefix, int length);

/* Types f, e, g, a and their upper-case forms. */
void __library_format_double(struct sink *sink, const struct conversion *conversion, double value);

void __library_format(struct sink *sink, const char *format, va_list arguments);
/* Reads what formatting would read, and makes nothing of it. */
void __library_format_read(const char *format, va_list arguments);
/* As vsnprintf, and as snprintf. */
int __library_format_list_to_buffer(char *buffer, size_t size, const char *format,
                                    va_list arguments);
int __library_format_to_buffer(char *buffer, size_t size, const char *format, ...);

#endif
