/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers a C text, for the tests of the front end. */
#ifndef TESTS_UNIT_FRONTEND_LOAD_H
#define TESTS_UNIT_FRONTEND_LOAD_H

#include "frontend/frontend.h"
#include "program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes `text` to a fresh file with the given ending (".c"), whose name goes to `path`. */
static inline void load_write(const char *text, const char *suffix, char path[64]) {
  snprintf(path, 64, "/tmp/heddle-unit-XXXXXX%s", suffix);
  int file = mkstemps(path, (int)strlen(suffix));
  if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
    abort();
  close(file);
}

static inline enum status load_file(const char *path, enum data_model model,
                                    struct program **program) {
  const struct frontend_options options = {.files = &path, .file_count = 1, .data_model = model};
  return frontend_load(&options, program, NULL);
}

/* The validated program of a C text; the caller destroys it. */
static inline struct program *load_text(const char *text, enum data_model model) {
  char path[64];
  struct program *program = NULL;
  load_write(text, ".c", path);
  if (load_file(path, model, &program) != STATUS_OK)
    abort();
  unlink(path);
  program_validate(program);
  return program;
}

static inline const struct function *load_function(const struct program *program,
                                                   const char *name) {
  const struct function *function = program_find_function(program, name);
  if (!function)
    abort();
  return function;
}

/* The nth edge (from 0) of the function with this operation, in the order they are stored, or NULL.
 */
static inline const struct edge *load_find_edge(const struct function *function, enum operation op,
                                                unsigned nth) {
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (function->edges[i].op == op && nth-- == 0)
      return &function->edges[i];
  return NULL;
}

static inline unsigned load_count_edges(const struct function *function, enum operation op) {
  unsigned count = 0;
  while (load_find_edge(function, op, count))
    count++;
  return count;
}

#endif
