/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded executions as JSON files, for replay and for other tools: docs/trace-format.md. */
#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include "base/status.h"
#include "semantics/memory_model.h"
#include "semantics/schedule.h"

struct state;
struct story;
struct text;
struct violation;

/* A place of a violation that was known when the execution was found (program/known.h). */
struct known_place {
  size_t site; /* a violation is known if it has all places of one number */
  enum property property;
  const char *file;
  uint32_t line, column;
};

/* How the program is made of files. */
struct trace_source {
  const char *const *files; /* as given on the command line */
  size_t file_count;
  const char *const *clang_flags;
  size_t clang_flag_count;
  enum data_model data_model;
  bool volatile_atomic;        /* as in frontend_options */
  const char *entry;           /* NULL: main */
  bool repeats;                /* entries are called any number of times */
  bool faults;                 /* calls may fail for want of resources */
  const char *undefined;       /* as --undefined has it; NULL: not said */
  const char *assume_pure;     /* as in frontend_options; NULL: none */
  const char *error_functions; /* separated by commas; NULL: none */
  const char *arguments;       /* of main, as --args has them; NULL: none */
  const char *variables;       /* of the environment, as --env has them; NULL: none */
  const char *input;           /* the file that is read as standard input; NULL: none */
  const char *compdb;          /* the build the files belong to; NULL: none */
  const char *specification;   /* as --spec has it; NULL: none */
};

/* What a trace file holds and a replay needs. After trace_read its texts are in `arena`. */
struct trace {
  struct arena *arena;
  struct trace_source source;
  enum memory_model memory_model;
  bool reuses_addresses;  /* of what was freed … */
  unsigned address_parts; /* … also of these kinds (of REUSE_*), see struct result */
  property_set properties;
  struct schedule schedule;
  const char *violated;                   /* name of the property, or NULL: none is violated */
  const struct known_violations *ignored; /* for trace_write: not reported; may be NULL */
  const struct known_place *known;        /* of trace_read: the same, in the order of their sites */
  size_t known_count;
  const char *const *suppressions; /* lines of program/suppress.h */
  size_t suppression_count;
};

/* Everything in `trace`, and for people the steps and the violation; the
 * last three may be NULL. STATUS_BAD_INPUT: the file cannot be written; the message went to stderr.
 */
enum status trace_write(const char *path, const struct trace *trace, struct story *story,
                        const struct state *state, const struct violation *violation);
/* What trace_write writes; the story is finished. */
void trace_print(struct text *out, const struct trace *trace, const struct story *story,
                 const struct state *state, const struct violation *violation);
/* The fields of a document that say what was executed and how, but for the properties. */
void trace_print_settings(struct text *out, const struct trace *trace);
/* STATUS_BAD_INPUT: unreadable or malformed; the message with file and place went to stderr, and
 * there is nothing to release. */
enum status trace_read(const char *path, struct trace *trace);
void trace_release(struct trace *trace);

#endif
