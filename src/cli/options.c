/* SPDX-License-Identifier: Apache-2.0 */
/* The table of commands and options, and its parser. help.c reads the table too. */
#include "cli/options.h"

#include "cli/option_table.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
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
        {"show", "program|cfa|arg FILE... [-- CLANG-FLAG...]",
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

/* An option of `check` is one of `bench`, too, which passes it on. */
#define CHECK (CHECK_ONLY | BENCH | OPTION_PASSED_ON)
#define CHECK_ONLY (1u << COMMAND_CHECK)
#define BENCH (1u << COMMAND_BENCH)
#define RUN (1u << COMMAND_RUN)
#define REPLAY (1u << COMMAND_REPLAY)
#define SHOW (1u << COMMAND_SHOW)
#define HARNESS (1u << COMMAND_HARNESS)
#define SEQUENTIALIZE (1u << COMMAND_SEQUENTIALIZE)
#define ORDERS (1u << COMMAND_ORDERS)
#define ALL (HARNESS | CHECK_ONLY | RUN | REPLAY | SHOW | SEQUENTIALIZE | ORDERS | BENCH)
#define FIELD(name) offsetof(struct options, name)

static const struct option_row option_table[] = {
    {"property", 0, OPTION_TEXT, "LIST", CHECK | RUN | SEQUENTIALIZE | ORDERS, FIELD(property),
     NULL, 0, 0, "properties to check, separated by commas (see below)"},
    {"prp", 0, OPTION_FILE, "FILE", CHECK_ONLY | BENCH | RUN | SEQUENTIALIZE | ORDERS,
     FIELD(property_file), NULL, 0, 0, "take the properties from an SV-COMP property file"},
    {"all", 0, OPTION_FLAG, NULL, CHECK_ONLY, FIELD(all), NULL, 0, 0,
     "continue after the first violation and list every violation with its own source location"},
    {"suppress", 0, OPTION_FILE, "FILE", CHECK, FIELD(suppress), NULL, 0, 0,
     "ignore the violations listed in a ThreadSanitizer suppression file: race:PATTERN, ..."},
    {"spec", 0, OPTION_TEXT, "FILE", CHECK | SHOW, FIELD(specification), NULL, 0, 0,
     "check specification automata; FILE:NAME=VALUE,... sets their parameters"},
    {"engine", 0, OPTION_ENGINE, "NAME", CHECK, FIELD(engine), "auto", 0, 0,
     "the search to use (see below)"},
    {"engine", 0, OPTION_ENGINE, "NAME", ORDERS, FIELD(engine), "graph", 0, 0,
     "the search for executions that violate a property; graph leaves to order what it cannot "
     "decide"},
    {"patch", 0, OPTION_FILE, "FILE", ORDERS, FIELD(patch), NULL, 0, 0,
     "write the result as a unified diff, for patch -p1 or git apply"},
    {"attempt-time", 0, OPTION_SECONDS, "SEC", ORDERS, FIELD(attempt_time), "60", 0, 1000000000,
     "time limit of a single attempt in seconds; 0: none"},
    {"threads", 0, OPTION_NUMBER, "N", CHECK, FIELD(threads), "0", 0, 4096,
     "auto: engines that run at a time; graph: processes; 0: one per processor"},
    {"solver", 0, OPTION_CHOICE, "sat|z3", CHECK, FIELD(solver), "sat", 0, 0, "order: the solver"},
    {"por", 0, OPTION_CHOICE, "none|local|persistent|sleep|full", CHECK, FIELD(por), "full", 0, 0,
     "explicit, impact, lazy, schedule, widen: partial-order reduction"},
    {"contexts", 0, OPTION_TEXT, "N", CHECK, FIELD(contexts), "any", 0, 0,
     "lazy, schedule, widen: maximal number of context switches; any: increase it step by step"},
    {"unwind", 0, OPTION_NUMBER, "N", CHECK, FIELD(unwind), "0", 0, 1u << 20,
     "order, lazy, schedule, widen: maximal iterations of a loop; 0: increase it step by step"},
    {"seed", 0, OPTION_NUMBER, "N", RUN, FIELD(seed), "0", 0, UINT64_MAX,
     "seed of the random schedule and values"},
    {"schedule", 0, OPTION_FILE, "FILE.json", RUN, FIELD(schedule), NULL, 0, 0,
     "follow a recorded execution"},
    {"trace", 0, OPTION_FILE, "FILE.json", CHECK_ONLY | RUN, FIELD(trace), NULL, 0, 0,
     "write the execution, for replay and run --schedule"},
    {"html", 0, OPTION_FILE, "FILE.html", CHECK_ONLY | RUN | REPLAY, FIELD(html), NULL, 0, 0,
     "write the execution as a page to step through in a browser"},
    {"witness", 0, OPTION_FILE, "FILE", CHECK_ONLY, FIELD(witness), NULL, 0, 0,
     "write an SV-COMP witness: .graphml (1.0) or .yml (2.2)"},
    {"json", 0, OPTION_FILE, "FILE|-", CHECK_ONLY, FIELD(json), NULL, 0, 0,
     "also write the results as JSON; -: to stdout, with the text on stderr"},
    {"sarif", 0, OPTION_FILE, "FILE|-", CHECK_ONLY, FIELD(sarif), NULL, 0, 0,
     "also write the violations as SARIF 2.1.0, for code-scanning services and editors"},
    {"format", 0, OPTION_CHOICE, "text|gcc|github", CHECK_ONLY, FIELD(format), "text", 0, 0,
     "print violations as stories, as gcc prints warnings, or as GitHub workflow commands"},
    {"trace", 0, OPTION_FILE, "FILE.json", SEQUENTIALIZE, FIELD(trace), NULL, 0, 0,
     "write only the recorded execution, which always fails"},
    {"program", 0, OPTION_FILE, "FILE.c", CHECK_ONLY | REPLAY, FIELD(program), NULL, 0, 0,
     "write the execution as a C program that fails in the same way"},
    {"time", 0, OPTION_SECONDS, "SEC", CHECK_ONLY | RUN | REPLAY | ORDERS, FIELD(time), "0", 0,
     1000000000, "time limit in seconds; 0: none"},
    {"memory", 0, OPTION_NUMBER, "MB", CHECK_ONLY | RUN | REPLAY | ORDERS, FIELD(memory), "0", 0,
     1u << 30, "memory limit in MB; 0: three quarters of the machine's memory"},
    {"time", 0, OPTION_SECONDS, "SEC", BENCH, FIELD(time), "60", 0, 1000000000,
     "time limit of each task in seconds of wall time; 0: none"},
    {"memory", 0, OPTION_NUMBER, "MB", BENCH, FIELD(memory), "0", 0, 1u << 30,
     "memory limit of each task in MB; 0: three quarters of the machine's, shared by the jobs"},
    {"jobs", 'j', OPTION_NUMBER, "N", BENCH, FIELD(jobs), "1", 1, 4096,
     "number of tasks to run at a time"},
    {"csv", 0, OPTION_FILE, "FILE", BENCH, FIELD(csv), NULL, 0, 0,
     "file for the results; an interrupted run continues from it (default: bench.csv)"},
    {"plot", 0, OPTION_FILE, "FILE.svg", BENCH, FIELD(plot), NULL, 0, 0,
     "draw a quantile plot of the results and of the CSV files given"},
    {"output", 'o', OPTION_FILE, "DIR", BENCH, FIELD(output), NULL, 0, 0,
     "write bench.csv, bench.svg and the table (bench.txt) to this folder"},
    {"fresh", 0, OPTION_FLAG, NULL, BENCH, FIELD(fresh), NULL, 0, 0,
     "discard existing results and start again"},
    {"tool", 0, OPTION_TEXT, "CMD", BENCH, FIELD(tool), NULL, 0, 0,
     "run another tool instead of heddle check (see below)"},
    {"says-true", 0, OPTION_TEXT, "REGEX", BENCH, FIELD(says_true), NULL, 0, 0,
     "a line of the tool's output that means TRUE"},
    {"says-false", 0, OPTION_TEXT, "REGEX", BENCH, FIELD(says_false), NULL, 0, 0,
     "a line that means FALSE; a group in the pattern is the property"},
    {"says-unknown", 0, OPTION_TEXT, "REGEX", BENCH, FIELD(says_unknown), NULL, 0, 0,
     "a line that means UNKNOWN; a group in the pattern is the reason"},
    {"data-model", 0, OPTION_CHOICE, "lp64|ilp32",
     CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS | HARNESS, FIELD(data_model), "lp64", 0, 0,
     "sizes of the C types; a .yml task sets its own"},
    {"memory-model", 0, OPTION_CHOICE, "sc|tso|pso|rc11", CHECK, FIELD(memory_model), NULL, 0, 0,
     "memory model: sequential consistency, store buffers of processors (tso, pso), or C11 "
     "(default: rc11 for C files with fences or orders weaker than seq_cst, else sc)"},
    {"memory-model", 0, OPTION_CHOICE, "sc|tso|pso|rc11", RUN, FIELD(memory_model), "sc", 0, 0,
     "memory model: sequential consistency or store buffers (tso, pso); rc11 runs like sc"},
    {"memory-model", 0, OPTION_CHOICE, "tso|pso|rc11", ORDERS, FIELD(memory_model), "rc11", 0, 0,
     "rc11: the orders that C11 requires; tso, pso: the fences that such a processor needs"},
    {"volatile", 0, OPTION_CHOICE, "plain|atomic", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(volatile_accesses), "plain", 0, 0,
     "treat accesses to volatile scalars as plain, or as atomic (no races)"},
    {"address-reuse", 0, OPTION_CHOICE, "on|off", CHECK | RUN | ORDERS, FIELD(address_reuse), NULL,
     0, 0,
     "whether a new object may get the address of a freed one (default: on; off for .yml tasks)"},
    {"entry", 0, OPTION_TEXT, "NAME,...", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS | HARNESS,
     FIELD(entry), "main", 0, 0,
     "function to start in, or several to run concurrently; their parameters are inputs"},
    {"repeat", 0, OPTION_FLAG, NULL, CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS | HARNESS,
     FIELD(repeat), NULL, 0, 0, "call each function of --entry any number of times"},
    {"faults", 0, OPTION_CHOICE, "on|off", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(faults), "off", 0, 0,
     "whether library calls may fail for lack of memory, descriptors, threads and the like"},
    {"args", 0, OPTION_TEXT, "WORDS|any", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(arguments), NULL, 0, 0,
     "arguments of main, quoted as in a shell; any: up to 4 arbitrary ones of up to 8 characters"},
    {"stdin", 0, OPTION_FILE, "FILE", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS, FIELD(input),
     NULL, 0, 0, "standard input of the program (default: any input)"},
    {"error-function", 0, OPTION_TEXT, "LIST", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(error_functions), NULL, 0, 0,
     "functions whose call violates reach; exit: only with a failure status"},
    {"compdb", 0, OPTION_FILE, "FILE.json", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS | HARNESS,
     FIELD(compdb), NULL, 0, 0,
     "compilation database: use its flags, and those of its files that the program needs"},
    {"undefined", 0, OPTION_CHOICE, "environment|pure|stop",
     CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS, FIELD(undefined), NULL, 0, 0,
     "undefined functions: use what they can reach in any way, have no effect, or end in UNKNOWN "
     "(default: environment; pure for .yml tasks)"},
    {"assume-pure", 0, OPTION_TEXT, "NAME,...|all", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(assume_pure), NULL, 0, 0,
     "undefined functions without side effects; overrides --undefined"},
    {"output", 'o', OPTION_FILE, "FILE", SHOW | HARNESS | SEQUENTIALIZE, FIELD(output), NULL, 0, 0,
     "output file (default: standard output)"},
    {"max-threads", 0, OPTION_NUMBER, "N", SEQUENTIALIZE, FIELD(max_threads), "8", 1, 1024,
     "maximal number of threads per function if heddle cannot tell how many there are"},
    {"max-depth", 0, OPTION_NUMBER, "N", SEQUENTIALIZE, FIELD(max_depth), "16", 1, 1024,
     "maximal recursion depth per thread in functions that other threads can interrupt"},
    {"reduction", 0, OPTION_TEXT, "LIST", SEQUENTIALIZE, FIELD(reduction), "local,conflict,forget",
     0, 0,
     "reductions to apply: local, conflict and order omit context switches, forget resets dead "
     "values; or none"},
    {"no-por", 0, OPTION_FLAG, NULL, SEQUENTIALIZE, FIELD(no_por), NULL, 0, 0,
     "the same as --reduction none: threads interleave at every memory access"},
    {"check-states", 0, OPTION_FLAG, NULL, SEQUENTIALIZE, FIELD(check_states), NULL, 0, 0,
     "add checks for impossible program counters"},
    {"stats", 0, OPTION_FLAG, NULL, CHECK_ONLY, FIELD(stats), NULL, 0, 0, "print statistics"},
    {"verbose", 'v', OPTION_FLAG, NULL, ALL, FIELD(verbose), NULL, 0, 0,
     "print more; show: also library functions; bench: a line for each task"},
    {"quiet", 'q', OPTION_FLAG, NULL, CHECK_ONLY | RUN | REPLAY | ORDERS | BENCH, FIELD(quiet),
     NULL, 0, 0, "print only the verdict, or the output of the program; bench: no progress"},
};
enum { OWN_ROWS = sizeof option_table / sizeof *option_table };

/* The index-th option of any engine; false: there are fewer. */
static bool find_engine_option(size_t index, struct option_row *found) {
  for (size_t i = 0; engines[i]; i++)
    for (const struct engine_option *row = engines[i]->options; row && row->name; row++) {
      if (index--)
        continue;
      bool is_number = strcmp(row->argument, "N") == 0;
      *found = (struct option_row){.name = row->name,
                                   .kind = is_number ? OPTION_NUMBER : OPTION_CHOICE,
                                   .argument = row->argument,
                                   .commands = CHECK | OPTION_OF_ENGINE,
                                   .standard = row->standard,
                                   .least = row->least,
                                   .most = row->most,
                                   .help = row->help};
      return true;
    }
  return false;
}

size_t option_count(void) {
  size_t count = OWN_ROWS;
  struct option_row row;
  while (find_engine_option(count - OWN_ROWS, &row))
    count++;
  return count;
}

const char *option_engine(const struct option_row *row) {
  for (size_t i = 0; engines[i]; i++)
    for (const struct engine_option *of = engines[i]->options; of && of->name; of++)
      if (row->commands & OPTION_OF_ENGINE && strcmp(of->name, row->name) == 0)
        return engines[i]->name;
  return NULL;
}

struct option_row option_at(size_t index) {
  struct option_row row = {0};
  if (index < OWN_ROWS)
    return option_table[index];
  find_engine_option(index - OWN_ROWS, &row);
  return row;
}

const char *options_version(void) { return HEDDLE_VERSION; }

bool options_find_format(const struct options *options, enum diagnostics_format *format) {
  bool is_gcc = options->format && strcmp(options->format, "gcc") == 0;
  bool is_github = options->format && strcmp(options->format, "github") == 0;
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

/* The row named by the first `length` characters of `name`, or by a letter; false: the command has
 * none. */
static bool find_row(enum command command, const char *name, size_t length, char letter,
                     struct option_row *row) {
  for (size_t i = 0, count = option_count(); i < count; i++) {
    *row = option_at(i);
    if (!(row->commands >> command & 1))
      continue;
    if (name ? strlen(row->name) == length && strncmp(row->name, name, length) == 0
             : row->letter == letter)
      return true;
  }
  return false;
}

static bool is_among(const char *value, const char *choices) {
  size_t length = strlen(value);
  for (const char *at = choices; *at; at += strcspn(at, "|"), at += *at == '|')
    if (strcspn(at, "|") == length && strncmp(at, value, length) == 0)
      return true;
  return false;
}

static bool parse_number(const struct option_row *row, const char *value, uint64_t *number) {
  char *end = NULL;
  errno = 0;
  *number = strtoull(value, &end, 10);
  return *value >= '0' && *value <= '9' && !*end && !errno && *number >= row->least &&
         *number <= row->most;
}

static bool set_engine_value(struct options *options, const struct option_row *row,
                             const char *value) {
  uint64_t number;
  struct option_value given = {row->name, value};
  vector_push(&options->engine_values, given);
  return row->kind == OPTION_NUMBER ? parse_number(row, value, &number)
                                    : is_among(value, row->argument);
}

/* Stores the value; false if it is not one of the kind. */
static bool set_value(struct options *options, const struct option_row *row, const char *value) {
  void *field = (char *)options + row->offset;
  char *end = NULL;
  if (row->commands & OPTION_OF_ENGINE)
    return set_engine_value(options, row, value);
  switch (row->kind) {
  case OPTION_FLAG:
    *(bool *)field = true;
    return true;
  case OPTION_NUMBER:
    return parse_number(row, value, field);
  case OPTION_SECONDS: {
    double number = strtod(value, &end);
    *(double *)field = number;
    return end != value && !*end && number >= (double)row->least && number <= (double)row->most;
  }
  case OPTION_CHOICE:
    *(const char **)field = value;
    return is_among(value, row->argument);
  case OPTION_TEXT:
  case OPTION_FILE:
  case OPTION_ENGINE:
    *(const char **)field = value;
    return *value != '\0';
  }
  return false;
}

/* Of the rows that belong to one of these commands. A choice without default is none, even if it
 * has one for other commands. */
static void set_defaults(struct options *options, unsigned commands) {
  for (size_t i = 0; i < OWN_ROWS; i++) {
    const struct option_row *row = &option_table[i];
    if (!(row->commands & commands))
      continue;
    if (row->standard)
      set_value(options, row, row->standard);
    else if (row->kind == OPTION_CHOICE)
      *(const char **)(void *)((char *)options + row->offset) = NULL;
  }
}

/* Handles the option at arguments[*at], with its value if that is the next argument. */
static bool parse_option(struct options *options, int count, char **arguments, int *at) {
  const char *argument = arguments[*at];
  struct option_row row;
  const char *value = NULL;
  bool is_known;
  if (argument[1] == '-') {
    size_t length = strcspn(argument + 2, "=");
    is_known = find_row(options->command, argument + 2, length, 0, &row);
    if (argument[2 + length] == '=')
      value = argument + 2 + length + 1;
  } else {
    is_known = find_row(options->command, NULL, 0, argument[1], &row);
    if (argument[2] != '\0')
      value = argument + 2;
  }
  if (!is_known || (row.kind == OPTION_FLAG && value)) {
    options_complain(options, is_known ? "option '%s' takes no value" : "unknown option '%s'",
                     argument);
    return false;
  }
  if (row.kind != OPTION_FLAG && !value) {
    if (*at + 1 >= count || strcmp(arguments[*at + 1], "--") == 0) {
      options_complain(options, "option '%s' needs a value (%s)", argument, row.argument);
      return false;
    }
    value = arguments[++*at];
  }
  if (set_value(options, &row, value ? value : ""))
    return true;
  options_complain(options, "'%s' is not a value of --%s (%s)", value, row.name, row.argument);
  return false;
}

static bool find_command(const char *name, enum command *command) {
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(command_table[i].name, name) == 0) {
      *command = (enum command)i;
      return true;
    }
  return false;
}

/* --version, --help and the like, which need no command. */
static bool parse_global(const char *argument) {
  if (strcmp(argument, "--version") == 0)
    printf("heddle %s\n", HEDDLE_VERSION);
  else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
    options_print_help(stdout, NULL);
  else if (strcmp(argument, "--completion") == 0)
    options_print_completion(stdout);
  else
    return false;
  return true;
}

enum parsed options_parse(struct options *options, int count, char **arguments) {
  *options = (struct options){0};
  set_defaults(options, UINT_MAX);
  if (count < 2) {
    options_print_help(stderr, NULL);
    return PARSED_WRONG;
  }
  if (parse_global(arguments[1]))
    return PARSED_DONE;
  int at = 1;
  if (find_command(arguments[1], &options->command))
    at++;
  set_defaults(options, 1u << options->command);
  int kept = 0; /* operands gather at the front, where everything has been read already */
  for (; at < count; at++) {
    const char *argument = arguments[at];
    if (strcmp(argument, "--") == 0) {
      options->clang_flags = (const char *const *)arguments + at + 1;
      options->clang_flag_count = (size_t)(count - at - 1);
      break;
    }
    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
      options_print_help(stdout, &options->command);
      return PARSED_DONE;
    }
    if (argument[0] != '-' || argument[1] == '\0')
      arguments[kept++] = arguments[at];
    else if (!parse_option(options, count, arguments, &at))
      return PARSED_WRONG;
  }
  options->operands = (const char *const *)arguments;
  options->operand_count = (size_t)kept;
  return PARSED_OK;
}

void options_release(struct options *options) { vector_release(&options->engine_values); }
