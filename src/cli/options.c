/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifndef HEDDLE_VERSION
#error "the build defines HEDDLE_VERSION"
#endif

const struct command_row command_table[COMMAND_COUNT] = {
    [COMMAND_CHECK] = {"check", "FILE... [-- CLANG-FLAG...]",
                       "prove that no execution breaks the program, or show one that does"},
    [COMMAND_RUN] = {"run", "FILE... [-- CLANG-FLAG...]",
                     "execute the program once, at random or along a recorded schedule"},
    [COMMAND_REPLAY] = {"replay", "TRACE.json [FILE...] [-- CLANG-FLAG...]",
                        "execute a recorded counterexample again and show it"},
    [COMMAND_SHOW] =
        {"show", "program|cfa|arg FILE... [-- CLANG-FLAG...] | passes | engines",
         "print the program, or the states of a search, as text or as a Graphviz graph"},
    [COMMAND_HARNESS] = {"harness", "FILE... [-- CLANG-FLAG...]",
                         "write a C program that calls the functions of --entry, for you to edit"},
    [COMMAND_SEQUENTIALIZE] = {"sequentialize", "FILE... [-- CLANG-FLAG...]",
                               "write a sequential C program with the same executions"},
    [COMMAND_ORDERS] = {"orders", "FILE... [-- CLANG-FLAG...]",
                        "find the weakest memory orders that suffice, or the smallest repair"},
    [COMMAND_BENCH] =
        {"bench", "SET.set|TASK.yml|FILE.c|RESULTS.csv... [-- CLANG-FLAG...]",
         "run task sets and compare the verdicts with the expected ones, or compare results"},
};

unsigned options_processes(const struct options *options) {
  cpu_set_t processors;
  if (options->search.threads)
    return (unsigned)options->search.threads;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0)
    return 1;
  return (unsigned)CPU_COUNT(&processors);
}

const char *options_version(void) { return HEDDLE_VERSION; }

bool options_find_format(const struct options *options, enum diagnostics_format *format) {
  bool is_gcc = options->files.format && strcmp(options->files.format, "gcc") == 0;
  bool is_github = options->files.format && strcmp(options->files.format, "github") == 0;
  *format = is_github ? DIAGNOSTICS_GITHUB : DIAGNOSTICS_GCC;
  return is_gcc || is_github;
}

const char *options_command_name(enum command command) { return command_table[command].name; }

void options_complain(const struct options *options, const char *format, ...) {
  const char *name = options_command_name(options->command);
  va_list list;
  va_start(list, format);
  fprintf(stderr, "heddle %s: ", name);
  vfprintf(stderr, format, list);
  va_end(list);
  fprintf(stderr, "\nTry 'heddle %s --help'.\n", name);
}

void options_release(struct options *options) {
  vector_release(&options->search.engine_values);
  vector_release(&options->given);
}

bool options_is_given(const struct options *options, const char *name) {
  for (size_t i = 0; i < options->given.count; i++)
    if (strcmp(options->given.items[i], name) == 0)
      return true;
  return false;
}
