/* SPDX-License-Identifier: Apache-2.0 */
/* SV-COMP task definitions (.yml) and property files (.prp). */
#ifndef INPUT_TASK_FILE_H
#define INPUT_TASK_FILE_H

#include "base/status.h"
#include "program/program.h"

enum expectation { EXPECT_UNKNOWN, EXPECT_TRUE, EXPECT_FALSE };

struct task_property {
  const char *file; /* path of the .prp */
  enum expectation expected;
  const char *subproperty; /* false: the part of the property that is violated; "": not said */
};

struct task_file {
  struct arena *arena;
  const char *const *files; /* paths, relative ones made relative to the .yml's folder */
  size_t file_count;
  const struct task_property *properties;
  size_t property_count;
  enum data_model data_model; /* ILP32 if the file does not say */
};

/* STATUS_BAD_INPUT: unreadable or malformed; the message with file and line went to `problem`, or
 * to stderr if that is NULL, and there is nothing to release. */
enum status task_file_read(const char *path, struct task_file *task, struct text *problem);
void task_file_release(struct task_file *task);

/* Adds the properties a .prp file asks for. STATUS_BAD_INPUT: a message went to stderr.
 * STATUS_UNSUPPORTED: a property heddle does not check (termination) is left in `unsupported`. */
enum status task_file_read_properties(const char *path, property_set *properties,
                                      struct text *unsupported);

/* The lines of a property file that asks for these, without a newline at the end; nothing for
 * properties that SV-COMP does not have. */
void task_file_print_specification(struct text *out, property_set properties);

#endif
