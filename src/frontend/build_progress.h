/* SPDX-License-Identifier: Apache-2.0 */
/* Tells on stderr how many files of a build are done: on a terminal in one line that changes,
 * elsewhere once if it takes long. */
#ifndef FRONTEND_BUILD_PROGRESS_H
#define FRONTEND_BUILD_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct build_progress {
  const char *what; /* "reading", "compiling" */
  size_t done, all;
  bool is_quiet;
  double start, last; /* when it began, and was shown last */
  bool has_told;
};

void build_progress_begin(struct build_progress *progress, const char *what, size_t all,
                          bool is_quiet);
void build_progress_step(struct build_progress *progress); /* one more file is done */
void build_progress_end(struct build_progress *progress);

#endif
