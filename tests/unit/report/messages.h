/* SPDX-License-Identifier: Apache-2.0 */
/* For tests of readers of files: writes a file, and catches what is said on stderr. */
#ifndef TESTS_UNIT_REPORT_MESSAGES_H
#define TESTS_UNIT_REPORT_MESSAGES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Leaves the name of a new temporary file in `path`, which has room for 64 characters. */
static inline void write_file(char *path, const char *contents) {
  snprintf(path, 64, "/tmp/heddle-unit-XXXXXX");
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  size_t length = strlen(contents);
  assert_int_equal(write(descriptor, contents, length), length);
  close(descriptor);
}

struct caught {
  int saved, pipe[2];
};

static inline struct caught catch_stderr(void) {
  struct caught caught;
  fflush(stderr);
  assert_int_equal(pipe(caught.pipe), 0);
  caught.saved = dup(STDERR_FILENO);
  dup2(caught.pipe[1], STDERR_FILENO);
  return caught;
}

/* What was said since, at most 1023 bytes. */
static inline void release_stderr(struct caught caught, char message[1024]) {
  fflush(stderr);
  dup2(caught.saved, STDERR_FILENO);
  close(caught.saved);
  close(caught.pipe[1]);
  ssize_t length = read(caught.pipe[0], message, 1023);
  message[length > 0 ? length : 0] = '\0';
  close(caught.pipe[0]);
}

#endif
