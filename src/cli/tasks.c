/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle check` on several task definitions: one after the other, each in its own process and with
 * its own limits, so that one task cannot affect another. */
#include "cli/tasks.h"

#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool tasks_are_several(const struct options *options) {
  if (options->operand_count < 2)
    return false;
  for (size_t i = 0; i < options->operand_count; i++)
    if (!input_is_task_definition(options->operands[i]))
      return false;
  return true;
}

/* In a process of its own; its exit code. */
static int check_one(const struct options *options, size_t number, check_task check) {
  fflush(stdout);
  fflush(stderr);
  pid_t child = fork();
  if (child < 0) {
    fprintf(stderr, "heddle: no process for %s: %s\n", options->operands[number], strerror(errno));
    return EXIT_INTERNAL;
  }
  if (child == 0) {
    struct options one = *options;
    one.operands += number;
    one.operand_count = 1;
    interrupt_start_clock();
    int code = check(&one);
    fflush(stdout);
    _exit(code);
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return EXIT_INTERNAL;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_INTERNAL;
}

static const char *name_of(int code) {
  return code == EXIT_TRUE      ? "TRUE"
         : code == EXIT_FALSE   ? "FALSE"
         : code == EXIT_UNKNOWN ? "UNKNOWN"
                                : "ERROR";
}

/* The one of two exit codes that is more of a reason to look at the output. */
static int graver(int a, int b) {
  static const int order[] = {EXIT_TRUE,  EXIT_UNKNOWN,   EXIT_FALSE,
                              EXIT_USAGE, EXIT_BAD_INPUT, EXIT_INTERNAL};
  for (size_t i = sizeof order / sizeof *order; i-- > 0;)
    if (a == order[i] || b == order[i])
      return order[i];
  return EXIT_INTERNAL;
}

int tasks_check(const struct options *options, check_task check) {
  if (options->files.trace || options->files.html || options->files.witness ||
      options->files.json || options->files.sarif) {
    options_complain(options,
                     "--trace, --html, --witness, --json and --sarif are for one task, not for %zu",
                     options->operand_count);
    return EXIT_USAGE;
  }
  VECTOR(int) codes = {0};
  int gravest = EXIT_TRUE;
  for (size_t i = 0; i < options->operand_count && !interrupt_happened(); i++) {
    if (!options->quiet)
      printf("%s%s:\n", i ? "\n" : "", options->operands[i]);
    int code = check_one(options, i, check);
    vector_push(&codes, code);
    gravest = graver(gravest, code);
  }
  if (!options->quiet) {
    putchar('\n');
    for (size_t i = 0; i < codes.count; i++)
      printf("%-8s %s\n", name_of(codes.items[i]), options->operands[i]);
  }
  if (codes.count < options->operand_count) {
    printf("interrupted: %zu of %zu tasks not checked\n", options->operand_count - codes.count,
           options->operand_count);
    gravest = graver(gravest, EXIT_UNKNOWN);
  }
  vector_release(&codes);
  return gravest;
}
