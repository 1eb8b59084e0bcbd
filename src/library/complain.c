/* SPDX-License-Identifier: Apache-2.0 */
/* The families of err and warn: a message with the program's name, to standard error. */
#include "errors.h"
#include "format.h"
#include "heddle.h"
#include "text.h"

#include <stddef.h>

_Noreturn void exit(int code);
struct stream;
extern struct stream *stderr;
void __heddle_discarded_vfprintf(struct stream *stream, const char *format, va_list arguments);
void __heddle_discarded_fprintf(struct stream *stream, const char *format, ...);
char *strerror(int number);

static char name[] = "program";
char *program_invocation_name = name, *program_invocation_short_name = name, *__progname = name;
unsigned error_message_count;
int error_one_per_line;

/* `number` is an error whose text follows; -1: none. */
static void complain(int number, const char *format, va_list arguments) {
  __heddle_discarded_fprintf(stderr, "program: ");
  if (format != NULL)
    __heddle_discarded_vfprintf(stderr, format, arguments);
  if (number >= 0)
    __heddle_discarded_fprintf(stderr, format != NULL ? ": %s" : "%s", strerror(number));
  __heddle_discarded_fprintf(stderr, "\n");
}

void vwarn(const char *format, va_list arguments) {
  complain(*__errno_location(), format, arguments);
}

void vwarnx(const char *format, va_list arguments) { complain(-1, format, arguments); }

_Noreturn void verr(int code, const char *format, va_list arguments) {
  complain(*__errno_location(), format, arguments);
  exit(code);
}

_Noreturn void verrx(int code, const char *format, va_list arguments) {
  complain(-1, format, arguments);
  exit(code);
}

void warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vwarn(format, arguments);
  va_end(arguments);
}

void warnx(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vwarnx(format, arguments);
  va_end(arguments);
}

_Noreturn void err(int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verr(code, format, arguments);
}

_Noreturn void errx(int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verrx(code, format, arguments);
}

/* GNU's error and error_at_line end the program unless the code is 0. */
static void count_and_complain(int code, int number, const char *format, va_list arguments) {
  __library_read_text(format);
  complain(number == 0 ? -1 : number, format, arguments);
  __atomic_fetch_add(&error_message_count, 1, __ATOMIC_SEQ_CST);
  if (code != 0)
    exit(code);
}

void error(int code, int number, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  count_and_complain(code, number, format, arguments);
  va_end(arguments);
}

void error_at_line(int code, int number, const char *file, unsigned line, const char *format, ...) {
  va_list arguments;
  __heddle_discarded_fprintf(stderr, "program:%s:%u: ", file, line);
  va_start(arguments, format);
  count_and_complain(code, number, format, arguments);
  va_end(arguments);
}
