/* SPDX-License-Identifier: Apache-2.0 */
/* errno and the texts of its values. */
#include "errors.h"
#include "format.h"

#include <stddef.h>

static _Thread_local int error_number;

int *__errno_location(void) { return &error_number; }

/* glibc's texts of Linux's numbers 0 to 40; the few above that small programs meet are below. */
static const char *const texts[] = {
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
};

const char *__library_error_text(int number) {
  if (number >= 0 && (size_t)number < sizeof texts / sizeof *texts)
    return texts[number];
  switch (number) {
  case ERROR_OVERFLOW:
    return "Value too large for defined data type";
  case ERROR_TIMEDOUT:
    return "Connection timed out";
  default:
    return NULL;
  }
}

char *strerror(int number) {
  static _Thread_local char unknown[32];
  const char *text = __library_error_text(number);
  if (text != NULL)
    return (char *)text;
  __library_format_to_buffer(unknown, sizeof unknown, "Unknown error %d", number);
  return unknown;
}

int __xpg_strerror_r(int number, char *buffer, size_t size) {
  const char *text = __library_error_text(number);
  int length = text != NULL ? __library_format_to_buffer(buffer, size, "%s", text)
                            : __library_format_to_buffer(buffer, size, "Unknown error %d", number);
  if (text == NULL)
    return ERROR_INVAL;
  return (size_t)length < size ? 0 : ERROR_RANGE;
}

/* The GNU variant: the result need not be in the buffer. */
char *strerror_r(int number, char *buffer, size_t size) {
  const char *text = __library_error_text(number);
  if (text != NULL)
    return (char *)text;
  __library_format_to_buffer(buffer, size, "Unknown error %d", number);
  return buffer;
}
