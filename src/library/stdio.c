/* SPDX-License-Identifier: Apache-2.0 */
/* Output. It is really formatted and shown where somebody reads it (`heddle run`). Elsewhere it
 * only reads what it would print, which can be wrong or a race, and how many bytes it says it wrote
 * is arbitrary; a call whose result is not used goes to the __heddle_discarded_ variant, which
 * leaves no values to try. Functions that format into memory do so always: see format.c.
 *
 * Output to a file is never shown. Output never fails, and one call's output is one step, as the
 * lock of a stream makes it. */
#include "any.h"
#include "errors.h"
#include "format.h"
#include "heddle.h"
#include "stream.h"
#include "text.h"

static struct stream standard[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
struct stream *stdin = &standard[0];
struct stream *stdout = &standard[1];
struct stream *stderr = &standard[2];

int __library_check_output(struct stream *stream) {
  int is_file = __library_is_file(stream);
  if (is_file)
    __library_check_file(stream);
  else if (stream == NULL)
    __heddle_error("memory", "output to a null pointer instead of a stream");
  else if (stream != &standard[1] && stream != &standard[2])
    __heddle_unsupported("output to a stream that is neither stdout nor stderr");
  __library_await_stream(stream);
  return !is_file;
}

static void check_stdout(void) { __library_await_stream(&standard[1]); }

void __library_check_input(struct stream *stream) {
  if (__library_is_file(stream))
    __library_check_file(stream);
  else if (stream == NULL)
    __heddle_error("memory", "input from a null pointer instead of a stream");
  else if (stream != &standard[0])
    __heddle_unsupported("input from a stream that is not stdin");
  __library_await_stream(stream);
}

void __library_check_stream(struct stream *stream) {
  if (stream != &standard[0])
    __library_check_output(stream);
}

void __library_write(const char *bytes, size_t size) { __heddle_print(bytes, size); }

/* Formats and prints if anybody reads it; false if not. */
static int print(int is_shown, const char *format, va_list arguments, int *length) {
  if (!is_shown || !__heddle_printing()) {
    __heddle_atomic_begin();
    __library_format_read(format, arguments);
    __heddle_atomic_end();
    return 0;
  }
  char buffer[256];
  struct sink sink = {buffer, sizeof buffer, 0, 1, 0};
  __heddle_atomic_begin();
  __library_format(&sink, format, arguments);
  __heddle_print(buffer, sink.used);
  __heddle_atomic_end();
  *length = sink.total;
  return 1;
}

static int print_counted(int is_shown, const char *format, va_list arguments) {
  int length;
  if (print(is_shown, format, arguments, &length))
    return length;
  return (int)(__heddle_nondet_u32() & __INT_MAX__);
}

static void print_uncounted(int is_shown, const char *format, va_list arguments) {
  int length;
  print(is_shown, format, arguments, &length);
}

int vprintf(const char *format, va_list arguments) {
  check_stdout();
  return print_counted(1, format, arguments);
}

void __heddle_discarded_vprintf(const char *format, va_list arguments) {
  check_stdout();
  print_uncounted(1, format, arguments);
}

int printf(const char *format, ...) {
  va_list arguments;
  check_stdout();
  va_start(arguments, format);
  int length = print_counted(1, format, arguments);
  va_end(arguments);
  return length;
}

void __heddle_discarded_printf(const char *format, ...) {
  va_list arguments;
  check_stdout();
  va_start(arguments, format);
  print_uncounted(1, format, arguments);
  va_end(arguments);
}

/* What is known of the descriptor is what its number says. */
int vdprintf(int descriptor, const char *format, va_list arguments) {
  return print_counted(descriptor == 1 || descriptor == 2, format, arguments);
}

void __heddle_discarded_vdprintf(int descriptor, const char *format, va_list arguments) {
  print_uncounted(descriptor == 1 || descriptor == 2, format, arguments);
}

void __heddle_discarded_dprintf(int descriptor, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  __heddle_discarded_vdprintf(descriptor, format, arguments);
  va_end(arguments);
}

int dprintf(int descriptor, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vdprintf(descriptor, format, arguments);
  va_end(arguments);
  return length;
}

int vfprintf(struct stream *stream, const char *format, va_list arguments) {
  return print_counted(__library_check_output(stream), format, arguments);
}

void __heddle_discarded_vfprintf(struct stream *stream, const char *format, va_list arguments) {
  print_uncounted(__library_check_output(stream), format, arguments);
}

int fprintf(struct stream *stream, const char *format, ...) {
  va_list arguments;
  int is_shown = __library_check_output(stream);
  va_start(arguments, format);
  int length = print_counted(is_shown, format, arguments);
  va_end(arguments);
  return length;
}

void __heddle_discarded_fprintf(struct stream *stream, const char *format, ...) {
  va_list arguments;
  int is_shown = __library_check_output(stream);
  va_start(arguments, format);
  print_uncounted(is_shown, format, arguments);
  va_end(arguments);
}

/* In an atomic section. */
static void print_text(int is_shown, const char *text) {
  size_t length = __library_string_length(text);
  if (is_shown && __heddle_printing())
    __heddle_print(text, length);
}

static void print_character(char c) {
  if (__heddle_printing())
    __heddle_print(&c, 1);
}

int puts(const char *text) {
  check_stdout();
  __heddle_atomic_begin();
  print_text(1, text);
  print_character('\n');
  __heddle_atomic_end();
  return 1;
}

int fputs(const char *text, struct stream *stream) {
  int is_shown = __library_check_output(stream);
  __heddle_atomic_begin();
  print_text(is_shown, text);
  __heddle_atomic_end();
  return 1;
}

int putchar(int c) {
  check_stdout();
  print_character((char)c);
  return (unsigned char)c;
}

int putchar_unlocked(int c) { return putchar(c); }

int fputc(int c, struct stream *stream) {
  if (__library_check_output(stream))
    print_character((char)c);
  return (unsigned char)c;
}

int putc(int c, struct stream *stream) { return fputc(c, stream); }

int _IO_putc(int c, struct stream *stream) { return fputc(c, stream); }

int fputc_unlocked(int c, struct stream *stream) { return fputc(c, stream); }

int putc_unlocked(int c, struct stream *stream) { return fputc(c, stream); }

int fputs_unlocked(const char *text, struct stream *stream) { return fputs(text, stream); }

size_t fwrite(const void *bytes, size_t size, size_t count, struct stream *stream) {
  int is_shown = __library_check_output(stream);
  if (size == 0)
    return 0;
  if (is_shown)
    __library_write(bytes, size * count);
  else
    __library_look_at(bytes, size * count);
  return count;
}

size_t fwrite_unlocked(const void *bytes, size_t size, size_t count, struct stream *stream) {
  return fwrite(bytes, size, count, stream);
}

void perror(const char *start) {
  const char *text = __library_error_text(*__errno_location());
  if (start != NULL && *start != '\0')
    __heddle_discarded_printf("%s: ", start);
  __heddle_discarded_printf("%s\n", text != NULL ? text : "Unknown error");
}

/* Nothing is ever held back, so there is nothing to flush, and buffers make no difference: but where
 * descriptor 1 is closed, it is here that the program is told. */
int fflush(struct stream *stream) {
  if (stream != NULL)
    __library_check_stream(stream);
  if ((stream != NULL && stream != &standard[1]) || !is_closed_stream(1))
    return 0;
  *__errno_location() = ERROR_BADF;
  return -1;
}

int setvbuf(struct stream *stream, char *buffer, int mode, size_t size) {
  __library_check_stream(stream);
  (void)buffer;
  (void)mode;
  (void)size;
  return 0;
}

void setbuf(struct stream *stream, char *buffer) {
  __library_check_stream(stream);
  (void)buffer;
}

void setlinebuf(struct stream *stream) { __library_check_stream(stream); }

int fileno(struct stream *stream) {
  __library_check_stream(stream);
  return stream->descriptor;
}

int ferror(struct stream *stream) {
  __library_check_stream(stream);
  return __library_is_file(stream) && __heddle_nondet_bool();
}
