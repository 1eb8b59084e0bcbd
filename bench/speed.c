/* SPDX-License-Identifier: Apache-2.0 */
/* How fast heddle is, in the three figures that docs/measurements/speed.md reports. To be run at
 * the root of the repository. */
#include "engine/engine.h"
#include "frontend/frontend.h"
#include "semantics/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS = 15 };

static struct program *load(const char *file, struct frontend_times *times) {
  struct frontend_options options = {.files = &file, .file_count = 1};
  struct program *program;
  if (frontend_load(&options, &program, times) != STATUS_OK)
    exit(1);
  return program;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t count) {
  qsort(values, count, sizeof *values, compare);
  return values[count / 2];
}

static void measure_loading(const char *file) {
  double clang[REPETITIONS], link[REPETITIONS], lower[REPETITIONS], all[REPETITIONS];
  for (size_t i = 0; i < REPETITIONS; i++) {
    struct frontend_times times;
    double start = clock_seconds();
    program_destroy(load(file, &times));
    all[i] = clock_seconds() - start;
    clang[i] = times.clang;
    link[i] = times.link;
    lower[i] = times.lower;
  }
  printf("from %s to a program: %.1f ms (clang %.1f ms, linking %.1f ms, lowering %.1f ms)\n", file,
         median(all, REPETITIONS) * 1e3, median(clang, REPETITIONS) * 1e3,
         median(link, REPETITIONS) * 1e3, median(lower, REPETITIONS) * 1e3);
}

static void measure_interpreter(const char *file) {
  struct program *program = load(file, NULL);
  struct machine machine = {
      .program = program, .domain = &domain_concrete, .properties = property_defaults()};
  struct run_options options = {.limits = {.seconds = 60, .start = clock_seconds()}};
  struct state *state = NULL;
  double start = clock_cpu_seconds();
  enum run_end end = run_program(&machine, &options, &state);
  double seconds = clock_cpu_seconds() - start;
  if (end != RUN_EXITED || machine.exit_code != 0) {
    fprintf(stderr, "%s did not run to its end: %s\n", file, machine.reason);
    exit(1);
  }
  printf("interpreter on %s: %.1f million edges per second (%llu edges in %.2f s)\n", file,
         (double)machine.counts.edges / seconds / 1e6, (unsigned long long)machine.counts.edges,
         seconds);
  state_destroy(state);
  program_destroy(program);
}

static double statistic(const struct result *result, const char *name) {
  for (size_t i = 0; i < result->statistic_count; i++)
    if (strcmp(result->statistics[i].name, name) == 0)
      return result->statistics[i].value;
  fprintf(stderr, "the search does not tell its %s\n", name);
  exit(1);
}

/* Searches again and again for some seconds: one search may be over too soon to be measured. */
static void measure_search(const char *file) {
  struct program *program = load(file, NULL);
  double states = 0, seconds = 0;
  unsigned searches = 0;
  while (seconds < 3) {
    struct task task = {.program = program, .properties = property_defaults()};
    struct result result = {0};
    double start = clock_cpu_seconds();
    engine_find("reference")->run(&task, &result);
    seconds += clock_cpu_seconds() - start;
    if (result.verdict != VERDICT_TRUE) {
      fprintf(stderr, "%s is not TRUE\n", file);
      exit(1);
    }
    states += statistic(&result, "states");
    searches++;
    result_release(&result);
  }
  printf("reference search of %s: %.0f states per second (%.0f states in each of %u searches)\n",
         file, states / seconds, states / searches, searches);
  program_destroy(program);
}

int main(void) {
  measure_loading("bench/programs/hundred_lines.c");
  measure_interpreter("bench/programs/loop.c");
  measure_search("examples/peterson.c");
  return 0;
}
