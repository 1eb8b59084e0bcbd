/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers every task of the sets given, and prints how long it took.
 *   lower [-j JOBS] [-q] SET... */
#include "set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct summary {
  bool quiet;
  size_t tasks, lowered;
  double clang, link, lower, slowest;
  VECTOR(double) own; /* seconds of a task without clang's share */
};

static bool lower(const char *path, void *context, FILE *report) {
  (void)context;
  struct task_file task;
  struct program *program;
  struct frontend_times times;
  if (!task_load(path, &task, &program, &times))
    return false;
  program_validate(program);
  fprintf(report, "%.6f %.6f %.6f", times.clang, times.link, times.lower);
  program_destroy(program);
  task_file_release(&task);
  return true;
}

static void conclude(const char *path, void *context, const struct finding *finding) {
  struct summary *summary = context;
  summary->tasks++;
  double clang, link, own;
  if (!finding->finished ||
      sscanf(text_get(&finding->report), "%lf %lf %lf", &clang, &link, &own) != 3) {
    printf("NOT LOWERED %s %s\n", path, text_get(&finding->report));
    return;
  }
  summary->lowered++;
  summary->clang += clang;
  summary->link += link;
  summary->lower += own;
  vector_push(&summary->own, link + own);
  summary->slowest = fmax(summary->slowest, link + own);
  if (!summary->quiet)
    printf("%7.1f %7.1f %7.1f  %s\n", clang * 1e3, link * 1e3, own * 1e3, path);
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **arguments) {
  struct summary summary = {0};
  struct task_set set = {0};
  unsigned jobs = 1;
  for (int option; (option = getopt(count, arguments, "j:q")) != -1;) {
    if (option == '?')
      return 2;
    if (option == 'j')
      jobs = (unsigned)strtoul(optarg, NULL, 10);
    summary.quiet |= option == 'q';
  }
  for (int i = optind; i < count; i++)
    if (!set_read(&set, arguments[i]))
      return 2;
  if (!set.paths.count || !jobs) {
    fprintf(stderr, "usage: lower [-j JOBS] [-q] SET...\n");
    return 2;
  }
  if (!summary.quiet)
    printf("  clang    link   lower  (ms)\n");
  task_set_run(&set, jobs, lower, conclude, &summary);
  if (summary.own.count) {
    qsort(summary.own.items, summary.own.count, sizeof *summary.own.items, compare);
    double n = (double)summary.lowered;
    printf("mean: clang %.1f ms, linking %.1f ms, lowering %.1f ms\n", summary.clang / n * 1e3,
           summary.link / n * 1e3, summary.lower / n * 1e3);
    printf("without clang: median %.1f ms, slowest %.1f ms\n",
           summary.own.items[summary.own.count / 2] * 1e3, summary.slowest * 1e3);
  }
  printf("%zu/%zu lowered\n", summary.lowered, summary.tasks);
  bool fine = summary.lowered == summary.tasks;
  vector_release(&summary.own);
  task_set_release(&set);
  return fine ? 0 : 1;
}
