/* SPDX-License-Identifier: Apache-2.0 */
/* The commands, and the options of the command line. Every option is one row of a table
 * (option_table.c). */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/vector.h"
#include "engine/engine.h"
#include "report/diagnostics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* The options by who reads them. `bool`, `uint64_t` (NUMBER), `double` (SECONDS) or text, as the
 * kind of the row says. */

/* How the program is made from the files. */
struct source_options {
  const char *data_model, *compdb, *entry, *arguments, *variables, *input, *specification;
  const char *undefined, *assume_pure, *error_functions, *faults, *volatile_accesses, *without;
  bool repeat;
};

/* What is asked about it. */
struct question_options {
  const char *property, *property_file, *suppress, *accept, *memory_model, *address_reuse;
  bool svcomp;
};

struct search_options {
  const char *engine, *solver, *por, *contexts;
  uint64_t unwind, threads;
  VECTOR(struct option_value) engine_values;
};

struct limit_options {
  double time;         /* seconds; 0: no limit */
  double cpu_time;     /* likewise, of all processes together */
  double attempt_time; /* likewise */
  double shorten;      /* seconds of work; 0: none */
  uint64_t work;       /* 0: any */
  uint64_t memory;     /* MB; 0: by the machine */
};

/* Where results go, and the recorded execution to follow. */
struct file_options {
  const char *accept, *trace, *html, *witness, *program, *json, *sarif, *format, *output, *patch,
      *schedule;
};

struct bench_options {
  const char *csv, *plot, *tool, *says_true, *says_false, *says_unknown;
  uint64_t jobs;
  bool fresh;
};

struct sequential_options {
  const char *reduction;
  uint64_t max_threads, max_depth;
  bool no_por, check_states;
};

struct options {
  enum command command;
  struct source_options source;
  struct question_options question;
  struct search_options search;
  struct limit_options limits;
  struct file_options files;
  struct bench_options bench;
  struct sequential_options sequential;
  const char *after; /* a pass */
  uint64_t seed;
  bool all, stats, verbose, quiet;
  VECTOR(const char *) given;  /* names of the options on the command line */
  const char *const *operands; /* what is not an option */
  size_t operand_count;
  const char *const *clang_flags; /* after `--` */
  size_t clang_flag_count;
};

void options_release(struct options *options);

const char *options_command_name(enum command command);
struct command_row {
  const char *name, *operands, *summary;
};
extern const struct command_row command_table[COMMAND_COUNT];

/* A usage error: "heddle check: MESSAGE", and where to find help. */
void options_complain(const struct options *options, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *options_version(void);
bool options_is_given(const struct options *options, const char *name);
/* How many processes may run at a time: --threads, or as many as there are processors. */
unsigned options_processes(const struct options *options);
/* What --format asks for. False: stories. */
bool options_find_format(const struct options *options, enum diagnostics_format *format);

#endif
