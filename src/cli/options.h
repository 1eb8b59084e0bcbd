/* SPDX-License-Identifier: Apache-2.0 */
/* The command line. Every option is one row of a table (options.c): its name, argument, default,
 * range, commands, and a line of help. The parser, --help and the shell completion are generated
 * from it. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/vector.h"
#include "engine/engine.h"
#include "report/diagnostics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum command {
  COMMAND_CHECK,
  COMMAND_RUN,
  COMMAND_REPLAY,
  COMMAND_SHOW,
  COMMAND_HARNESS,
  COMMAND_SEQUENTIALIZE,
  COMMAND_ORDERS,
  COMMAND_BENCH,
  COMMAND_COUNT
};

struct options {
  enum command command;
  const char *property, *property_file, *engine, *data_model, *memory_model, *entry, *compdb;
  const char *faults;
  const char *assume_pure, *undefined;
  bool repeat;
  const char *error_functions, *arguments, *input;
  const char *volatile_accesses, *suppress, *specification;
  const char *address_reuse;
  const char *solver, *por, *contexts;
  const char *trace, *html, *witness, *program, *schedule, *output;
  const char *json, *sarif, *format;
  const char *patch;
  double time;         /* seconds; 0: no limit */
  double attempt_time; /* likewise */
  uint64_t memory;     /* MB; 0: by the machine */
  uint64_t seed, unwind;
  uint64_t jobs, threads, max_threads, max_depth;
  const char *csv, *plot, *tool, *says_true, *says_false, *says_unknown;
  const char *reduction;
  bool no_por, check_states;
  bool all, stats, verbose, quiet, fresh;
  VECTOR(struct option_value) engine_values;
  const char *const *operands; /* what is not an option */
  size_t operand_count;
  const char *const *clang_flags; /* after `--` */
  size_t clang_flag_count;
};

enum parsed {
  PARSED_OK,
  PARSED_DONE,  /* help, version or completion was printed: nothing else to do */
  PARSED_WRONG, /* the message went to stderr */
};

/* The result points into `arguments`, which is reordered. */
enum parsed options_parse(struct options *options, int count, char **arguments);
void options_release(struct options *options);

const char *options_command_name(enum command command);
/* A usage error: "heddle check: MESSAGE", and where to find help. */
void options_complain(const struct options *options, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The options of this command line that `check` has, too, as arguments for it. */
struct option_arguments {
  VECTOR(const char *) list; /* texts in the arena */
};
void options_pass_on(const struct options *options, struct arena *arena,
                     struct option_arguments *arguments);
const char *options_version(void);
/* What --format asks for. False: stories. */
bool options_find_format(const struct options *options, enum diagnostics_format *format);
void options_print_help(FILE *out, const enum command *command); /* NULL: all commands */
void options_print_completion(FILE *out);

#endif
