/* SPDX-License-Identifier: Apache-2.0 */
/* Specification automata: rules about a program besides its own assertions, read from a text file
 * (docs/specifications.md). Events of the program move an automaton from state to state: calls and
 * returns of functions, source lines, ends of threads. An error state violates the property `spec`.
 * An execution that reaches an assumption state is not explored further.
 *
 * These are the automata as written. frontend/ makes them part of the program. */
#ifndef PROGRAM_SPECIFICATION_H
#define PROGRAM_SPECIFICATION_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

struct text;

enum automaton_scope {
  SCOPE_PROGRAM, /* one state for the whole program */
  SCOPE_THREAD,  /* one for each thread */
  SCOPE_KEY,     /* one for each value of a name that events bind */
};

enum automaton_state_kind { STATE_PLAIN, STATE_ERROR, STATE_ASSUMPTION };

struct automaton_state {
  const char *name;
  enum automaton_state_kind kind;
  const char *message; /* of an error state */
  unsigned line;
};

enum pattern_kind {
  PATTERN_ANY,
  PATTERN_NUMBER,  /* text: the number as C has it */
  PATTERN_ADDRESS, /* text: the path of a variable, or a function */
  PATTERN_NAME,    /* text: the name that is bound */
};

struct event_pattern {
  enum pattern_kind kind;
  const char *text;
};

enum event_kind_of_automaton {
  ON_CALL,
  ON_RETURN,
  ON_FUNCTION, /* execution comes to the beginning of a function … */
  ON_LINE,     /* … or to a line */
  ON_THREAD_END,
  ON_EXIT,
  ON_DEADLOCK,
};

struct automaton_event {
  enum event_kind_of_automaton kind;
  const char *function, *file;
  unsigned line; /* of the program */
  VECTOR(struct event_pattern) arguments;
  bool is_exact; /* there are no more arguments than these */
  struct event_pattern result;
};

#define ANY_STATE UINT32_MAX

struct transition {
  uint32_t from, to; /* states; from ANY_STATE: all that are no error and no assumption */
  struct automaton_event event;
  const char *condition; /* an expression of C, or NULL: it always holds */
  unsigned line;
  const char *target; /* the name of `to`, … */
  unsigned column;    /* … and where it is in the line */
};

struct automaton {
  const char *name;
  enum automaton_scope scope;
  const char *key; /* the name, of SCOPE_KEY */
  unsigned line;
  VECTOR(struct automaton_state) states; /* the first one is the initial state */
  VECTOR(struct transition) transitions; /* the first one that applies is taken */
};

struct specification {
  struct arena *arena;
  const char *path;
  VECTOR(struct automaton) automata;
  bool wants_deadlock; /* some automaton takes deadlocks for errors: the property deadlock */
};

/* Reads "FILE" or "FILE:NAME=TEXT,NAME=TEXT", which gives values to the file's parameters. NULL:
 * the message with file, line and column went to stderr. */
struct specification *specification_read(const char *argument);
void specification_destroy(struct specification *specification); /* may be NULL */

/* "FILE:LINE:COLUMN: MESSAGE" to stderr; without a column if it is 0. */
void specification_complain(const struct specification *specification, unsigned line,
                            unsigned column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
