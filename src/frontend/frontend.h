/* From C files to a program: runs clang, links the library models, lowers LLVM IR. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "base/status.h"
#include "program/program.h"

struct frontend_options {
  const char *const *files; /* .c, .i, .bc, .ll */
  size_t file_count;
  const char *const *clang_flags; /* the user's, after `--` */
  size_t clang_flag_count;
  enum data_model data_model;
  const char *entry; /* the function to start in; NULL: main */
};

struct frontend_times {
  double clang, link, lower; /* seconds */
};

/* On STATUS_BAD_INPUT the message (clang's own where it is clang's) went to stderr. `times` may be
 * NULL. The caller destroys the program. */
enum status frontend_load(const struct frontend_options *options, struct program **program,
                          struct frontend_times *times);

#endif
