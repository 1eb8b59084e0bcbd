/* SPDX-License-Identifier: Apache-2.0 */
/* What the front end is asked to do. */
#ifndef FRONTEND_OPTIONS_H
#define FRONTEND_OPTIONS_H

#include "base/status.h"
#include "program/program.h"

struct limits;

/* How a build compiles one of its files. */
struct compile_command {
  const char *file;      /* as heddle opens it */
  const char *directory; /* where the compiler is run */
  const char *const *flags;
  size_t flag_count;
};

/* What an undefined function does. */
enum undefined_mode {
  UNDEFINED_ENVIRONMENT, /* anything with what it is given */
  UNDEFINED_PURE,        /* nothing; its result is arbitrary */
  UNDEFINED_STOP,        /* an execution that calls it is not decided */
};

struct frontend_options {
  const char *const *files; /* .c, .i, .bc, .ll */
  size_t file_count;
  const char *const *clang_flags; /* the user's, after `--` */
  size_t clang_flag_count;
  enum data_model data_model;
  const char *entry; /* the function to start in; NULL: main */
  bool faults;       /* calls of the library may fail for want of resources */
  bool repeats;      /* the functions to start in are called any number of times */
  enum undefined_mode undefined;
  /* Functions without definition that have no effect, whatever pointers they get: names separated
   * by commas, or "all"; NULL: none. */
  const char *assume_pure;
  bool quiet; /* no warnings */
  /* Names, separated by commas, of functions whose call violates reach; NULL: none. */
  const char *error_functions;
  /* main's arguments after the program's name; NULL: none. Or any ones. */
  const char *const *arguments;
  size_t argument_count;
  bool any_arguments;
  /* Variables of the environment at the start, "NAME=VALUE" each; NULL: none. */
  const char *const *variables;
  size_t variable_count;
  const char *input; /* what is read from standard input; NULL: anything */
  size_t input_size;
  bool volatile_atomic; /* volatile accesses to scalars are relaxed atomic ones */
  /* Those of a build. `files` that are among them are compiled like this; the others are linked if
   * they define something that is needed. */
  const struct compile_command *commands;
  size_t command_count;
  unsigned processes;                        /* that may read and compile these at a time */
  const struct specification *specification; /* automata that observe the program; NULL: none */
  const struct limits *limits;               /* that clang has to keep, too; NULL: none */
};

struct frontend_times {
  double clang, link, lower; /* seconds */
};

#endif
