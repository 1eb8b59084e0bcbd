/* SPDX-License-Identifier: Apache-2.0 */
#include "frontend/build_progress.h"

#include "base/limits.h"

#include <stdio.h>
#include <unistd.h>

static const double interval = 0.2; /* on a terminal, in seconds */
static const double patience = 5;   /* elsewhere */

void build_progress_begin(struct build_progress *progress, const char *what, size_t all,
                          bool is_quiet) {
  *progress = (struct build_progress){
      .what = what, .all = all, .is_quiet = is_quiet, .start = clock_seconds()};
}

void build_progress_step(struct build_progress *progress) {
  double now = clock_seconds();
  progress->done++;
  if (progress->is_quiet)
    return;
  bool is_terminal = isatty(STDERR_FILENO) == 1;
  if (is_terminal ? now - progress->last < interval
                  : progress->has_told || now - progress->start < patience)
    return;
  progress->last = now;
  progress->has_told = true;
  fprintf(stderr, "%sheddle: %s %zu of %zu files of the build%s", is_terminal ? "\r\033[K" : "",
          progress->what, progress->done, progress->all, is_terminal ? "" : "\n");
}

void build_progress_end(struct build_progress *progress) {
  if (progress->has_told && isatty(STDERR_FILENO) == 1)
    fputs("\r\033[K", stderr);
}
