/* SPDX-License-Identifier: Apache-2.0 */
/* What failing assert.h assertions call, in several C libraries. They end the program where reach
 * is not checked. */
#include "heddle.h"
#include "process.h"

_Noreturn void __assert_fail(const char *text, const char *file, unsigned line,
                             const char *function);
_Noreturn void __assert_fail(const char *text, const char *file, unsigned line,
                             const char *function) {
  (void)text, (void)file, (void)line, (void)function;
  __heddle_error("reach", "assertion failed");
  __library_end_quietly();
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line,
                                    const char *function);
_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line,
                                    const char *function) {
  (void)error, (void)file, (void)line, (void)function;
  __heddle_error("reach", "assertion failed: an error number was not 0");
  __library_end_quietly();
}

/* A function of this name is declared, if at all, by programs that do without the header. */
void assert(int condition);
void assert(int condition) {
  if (!condition) {
    __heddle_error("reach", "assertion failed");
    __library_end_quietly();
  }
}

/* Of the C library of other systems. */
_Noreturn void __assert(const char *text, const char *file, int line);
_Noreturn void __assert(const char *text, const char *file, int line) {
  (void)text, (void)file, (void)line;
  __heddle_error("reach", "assertion failed");
  __library_end_quietly();
}

_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *text);
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *text) {
  (void)function, (void)file, (void)line, (void)text;
  __heddle_error("reach", "assertion failed");
  __library_end_quietly();
}

_Noreturn void __assert2(const char *file, int line, const char *function, const char *text);
_Noreturn void __assert2(const char *file, int line, const char *function, const char *text) {
  (void)function, (void)file, (void)line, (void)text;
  __heddle_error("reach", "assertion failed");
  __library_end_quietly();
}
