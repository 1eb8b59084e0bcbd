/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the progress to stderr. */
#include "bench/progress.h"

#include "base/limits.h"
#include "base/text.h"

#include <stdio.h>
#include <unistd.h>

static const double terminal_interval = 0.2, line_interval = 30; /* seconds */

void progress_start(struct progress *progress, size_t total, size_t earlier) {
  double now = clock_seconds();
  *progress = (struct progress){
      .total = total,
      .earlier = earlier,
      .start = now,
      .shown = now,
      .is_terminal = isatty(STDERR_FILENO),
  };
}

static void add_duration(struct text *line, double seconds) {
  unsigned long whole = (unsigned long)seconds;
  if (whole >= 3600)
    text_format(line, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
  else
    text_format(line, "%lu:%02lu", whole / 60, whole % 60);
}

static void describe(struct text *line, const struct progress *progress, const struct tally *tally,
                     size_t running, double now) {
  size_t done = tally->tasks - progress->earlier, left = progress->total - tally->tasks;
  text_format(line, "%zu/%zu tasks, %zu running, score %ld", tally->tasks, progress->total, running,
              tally->score);
  text_format(line, ": %zu correct, %zu wrong, %zu unknown",
              tally->correct_true + tally->correct_false, tally_wrong(tally), tally->unknown);
  if (tally->unchecked)
    text_format(line, ", %zu unchecked", tally->unchecked);
  if (tally->errors)
    text_format(line, ", %zu errors", tally->errors);
  text_add(line, "; ");
  add_duration(line, now - progress->start);
  if (done && left) {
    text_add(line, ", about ");
    add_duration(line, (now - progress->start) / (double)done * (double)left);
    text_add(line, " left");
  }
}

void progress_show(struct progress *progress, const struct tally *tally, size_t running) {
  double now = clock_seconds();
  if (now < progress->shown + (progress->is_terminal ? terminal_interval : line_interval))
    return;
  progress->shown = now;
  struct text line = {0};
  describe(&line, progress, tally, running, now);
  if (progress->is_terminal)
    fprintf(stderr, "\r%s\033[K", text_get(&line));
  else
    fprintf(stderr, "%s\n", text_get(&line));
  fflush(stderr);
  progress->is_visible = progress->is_terminal;
  text_release(&line);
}

void progress_clear(struct progress *progress) {
  if (!progress->is_visible)
    return;
  fputs("\r\033[K", stderr);
  progress->is_visible = false;
  progress->shown = 0;
}
