/* SPDX-License-Identifier: Apache-2.0 */
/* A program from C text, through the front end, for tests of what comes behind it. */
#ifndef TESTS_UNIT_LOAD_H
#define TESTS_UNIT_LOAD_H

#include "frontend/frontend.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline struct program *load_text(const char *source, enum data_model model) {
  char path[] = "/tmp/heddle-test-XXXXXX.c";
  int descriptor = mkstemps(path, 2);
  assert(descriptor >= 0);
  FILE *file = fdopen(descriptor, "w");
  fputs(source, file);
  fclose(file);
  const char *files[] = {path};
  struct frontend_options options = {.files = files, .file_count = 1, .data_model = model};
  struct program *program = NULL;
  enum status status = frontend_load(&options, &program, NULL);
  unlink(path);
  assert(status == STATUS_OK);
  (void)status;
  return program;
}

#endif
