/* SPDX-License-Identifier: Apache-2.0 */
/* The input of a command: files, compiler flags, properties, and the program built from them. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "base/limits.h"
#include "base/text.h"
#include "frontend/frontend.h"
#include "input/compdb.h"
#include "input/task_file.h"
#include "program/known.h"
#include "program/program.h"
#include "report/trace.h"
#include "report/witness.h"
#include "transform/pass.h"

struct options;

struct input {
  struct frontend_options source;
  property_set properties, asked; /* that are checked, and those of the command or the file */
  enum memory_model memory_model;
  bool reuses_addresses; /* new objects may get addresses that the program still remembers … */
  unsigned parts;        /* … also of these kinds (of REUSE_*), parts of which it accesses */
  const struct program *program; /* after the passes */
  struct transform transform;    /* what the passes found */
  struct frontend_times times;
  struct task_file task;     /* arena NULL: the files were named one by one */
  const char *property_file; /* --prp, or NULL */
  bool follows_svcomp;       /* its rules hold where the command line says nothing else */
  bool has_property_list;    /* --property says what is checked */
  const struct trace *trace; /* that it comes from, or NULL */
  const char *compdb;        /* its path, or NULL */
  struct compdb build;       /* --compdb; arena NULL: none */
  struct {
    const char *arguments; /* --args, or NULL */
    const char *variables; /* --env, or NULL */
    const char *path;      /* --stdin, or NULL */
  } given;
  struct text input;    /* what is in it */
  struct arena *arena;  /* of main's arguments and variables; NULL: none are given */
  struct limits limits; /* of the command, which clang keeps, too */
  /* That trace's, what was shown since, and what is suppressed. */
  struct known_violations known;
  struct account *account;        /* for --json and --sarif; NULL: they are not asked for */
  const char *specification_text; /* --spec, or NULL */
  struct specification *specification;
};

/* These return 0, or the exit code to end with; what is to be said about it was said. */

bool input_is_task_definition(const char *path); /* by its name */
/* Can all of them be opened, and is none a folder? */
int input_check_readable(const char *const *files, size_t count);
/* The `account` of an input stays what it is when one of the next two fills the rest.
 *
 * Files, flags, data model and properties of the command line, of which the first `skipped`
 * operands are not files. A task definition brings its own. */
int input_from_options(struct input *input, const struct options *options, size_t skipped);
/* The same from a recorded execution, but for what the command line says. `trace` must live on. */
int input_from_trace(struct input *input, const struct trace *trace, const struct options *options,
                     size_t skipped);
/* Compiles and lowers. Prints a verdict if the user interrupted it. */
int input_load(struct input *input, const struct options *options);
/* Lets addresses of these kinds (of REUSE_*) come back as well, and with FIELDS_DIFFER expects
 * nothing of fields. False: this is so already, or no address may come back. */
bool input_change_passes(struct input *input, unsigned kinds);
void input_release(struct input *input);

/* The trace that names this input, without a schedule. */
struct trace input_describe(const struct input *input);

/* Do the properties come from an SV-COMP property file, one of a task definition perhaps? */
bool input_has_property_file(const struct input *input);
/* What a witness says it is about, with the specification in `specification`: the property files,
 * if the properties come from some, word for word. */
struct witness_task input_witness_task(const struct input *input, struct text *specification);

#endif
