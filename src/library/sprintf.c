/* SPDX-License-Identifier: Apache-2.0 */
/* Formatting into memory. Others may read the result, so it is always computed. */
#include "format.h"
#include "heddle.h"
#include "reused.h"

int vsprintf(char *buffer, const char *format, va_list arguments) {
  return __library_format_list_to_buffer(buffer, (size_t)-1, format, arguments);
}

int vsnprintf(char *buffer, size_t size, const char *format, va_list arguments) {
  return __library_format_list_to_buffer(buffer, size, format, arguments);
}

int sprintf(char *buffer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __library_format_list_to_buffer(buffer, (size_t)-1, format, arguments);
  va_end(arguments);
  return length;
}

int snprintf(char *buffer, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __library_format_list_to_buffer(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}

int vasprintf(char **result, const char *format, va_list arguments) {
  if (__heddle_fault("an allocation"))
    return -1;
  int length = __library_format_list_to_buffer(NULL, 0, format, arguments);
  *result = allocate_block((size_t)length + 1, 16, 0);
  return __library_format_list_to_buffer(*result, (size_t)length + 1, format, arguments);
}

int asprintf(char **result, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vasprintf(result, format, arguments);
  va_end(arguments);
  return length;
}
