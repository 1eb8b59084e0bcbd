/* SPDX-License-Identifier: Apache-2.0 */
/* Progress of a run: one line that is updated on a terminal, or a line from time to time
 * elsewhere. */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include "bench/score.h"

struct progress {
  size_t total;   /* tasks of this run and of those before it */
  size_t earlier; /* of them, done before */
  double start;   /* clock_seconds() */
  double shown;   /* when the last line was printed */
  bool is_terminal, is_visible;
};

void progress_start(struct progress *progress, size_t total, size_t earlier);
/* To be called often; prints only when it is time to, on stderr. */
void progress_show(struct progress *progress, const struct tally *tally, size_t running);
/* Removes the line from a terminal, before something else is printed. */
void progress_clear(struct progress *progress);

#endif
