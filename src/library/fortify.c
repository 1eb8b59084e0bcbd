/* SPDX-License-Identifier: Apache-2.0 */
/* What programs preprocessed with _FORTIFY_SOURCE call instead of the plain functions: the same
 * with the room there is at the target, which must suffice. */
#include "format.h"
#include "heddle.h"
#include "text.h"

struct stream;

void *memcpy(void *to, const void *from, size_t size);
void *mempcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
char *strcpy(char *to, const char *from);
char *stpcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t size);
char *stpncpy(char *to, const char *from, size_t size);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t limit);
int vprintf(const char *format, va_list arguments);
int vfprintf(struct stream *stream, const char *format, va_list arguments);
void __heddle_discarded_vprintf(const char *format, va_list arguments);
void __heddle_discarded_vfprintf(struct stream *stream, const char *format, va_list arguments);
char *fgets(char *buffer, int size, struct stream *stream);
char *realpath(const char *path, char *to);

static void need(size_t size, size_t room) {
  if (size > room)
    __heddle_error("memory", "buffer overflow");
}

void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
  need(size, room);
  return memcpy(to, from, size);
}

void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
  need(size, room);
  return mempcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
  need(size, room);
  return memmove(to, from, size);
}

void *__memset_chk(void *to, int byte, size_t size, size_t room) {
  need(size, room);
  return memset(to, byte, size);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
  need(__library_string_length(from) + 1, room);
  return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
  need(__library_string_length(from) + 1, room);
  return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t size, size_t room) {
  need(size, room);
  return strncpy(to, from, size);
}

char *__stpncpy_chk(char *to, const char *from, size_t size, size_t room) {
  need(size, room);
  return stpncpy(to, from, size);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
  need(__library_string_length(to) + __library_string_length(from) + 1, room);
  return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t room) {
  size_t length = 0;
  while (length < limit && from[length] != '\0')
    length++;
  need(__library_string_length(to) + length + 1, room);
  return strncat(to, from, limit);
}

char *__fgets_chk(char *buffer, size_t room, int size, struct stream *stream) {
  need((size_t)size, room);
  return fgets(buffer, size, stream);
}

char *__realpath_chk(const char *path, char *to, size_t room) {
  need(4096, room);
  return realpath(path, to);
}

int __vsprintf_chk(char *buffer, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag;
  int length = __library_format_list_to_buffer(buffer, room, format, arguments);
  need((size_t)length + 1, room);
  return length;
}

int __vsnprintf_chk(char *buffer, size_t size, int flag, size_t room, const char *format,
                    va_list arguments) {
  (void)flag;
  need(size, room);
  return __library_format_list_to_buffer(buffer, size, format, arguments);
}

int __sprintf_chk(char *buffer, int flag, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __vsprintf_chk(buffer, flag, room, format, arguments);
  va_end(arguments);
  return length;
}

int __snprintf_chk(char *buffer, size_t size, int flag, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __vsnprintf_chk(buffer, size, flag, room, format, arguments);
  va_end(arguments);
  return length;
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
  (void)flag;
  return vprintf(format, arguments);
}

int __vfprintf_chk(struct stream *stream, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(stream, format, arguments);
}

int __printf_chk(int flag, const char *format, ...) {
  va_list arguments;
  (void)flag;
  va_start(arguments, format);
  int length = vprintf(format, arguments);
  va_end(arguments);
  return length;
}

void __heddle_discarded___printf_chk(int flag, const char *format, ...) {
  va_list arguments;
  (void)flag;
  va_start(arguments, format);
  __heddle_discarded_vprintf(format, arguments);
  va_end(arguments);
}

int __fprintf_chk(struct stream *stream, int flag, const char *format, ...) {
  va_list arguments;
  (void)flag;
  va_start(arguments, format);
  int length = vfprintf(stream, format, arguments);
  va_end(arguments);
  return length;
}

void __heddle_discarded___fprintf_chk(struct stream *stream, int flag, const char *format, ...) {
  va_list arguments;
  (void)flag;
  va_start(arguments, format);
  __heddle_discarded_vfprintf(stream, format, arguments);
  va_end(arguments);
}

/* In which word of a set of descriptors one is: FD_SET and its relatives. */
long __fdelt_chk(long descriptor) {
  enum { SET = 1024, WORD = 8 * (int)sizeof(long) };
  if (descriptor < 0 || descriptor >= SET)
    __heddle_error("memory", "buffer overflow");
  return descriptor / WORD;
}

long __fdelt_warn(long descriptor) { return __fdelt_chk(descriptor); }
