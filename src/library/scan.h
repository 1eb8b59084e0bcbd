/* SPDX-License-Identifier: Apache-2.0 */
/* The language of scanf's format strings, for sscanf (scan.c) and scanf (stdin.c). */
#ifndef LIBRARY_SCAN_H
#define LIBRARY_SCAN_H

#include <stdarg.h>
#include <stddef.h>

/* %[*][width][length]type */
struct scan_conversion {
  int suppressed;
  int width;   /* 0: none given */
  size_t size; /* of the number to store */
  char type;
};

struct scan_arguments {
  va_list list;
};

/* Reads the conversion after a '%'; the caller reads the brackets of a set. */
struct scan_conversion __library_scan_parse(const char **format);
void __library_scan_store_integer(const struct scan_conversion *conversion, void *to,
                                  unsigned long long value);
/* As vsscanf; `end` receives where it stopped. */
int __library_scan(const char *text, const char *format, va_list list, const char **end);
/* stdin.c: as vfscanf. */
struct stream;
int __library_scan_input(struct stream *stream, const char *format, va_list list);

#endif
