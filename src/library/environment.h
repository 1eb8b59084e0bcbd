/* SPDX-License-Identifier: Apache-2.0 */
/* The front end's description of a call of an undefined function (`--undefined environment`): the
 * memory that the arguments lead to, by the types of the debug information.
 * frontend/environment_types.c builds the tables as constants; all their members are words. */
#ifndef LIBRARY_ENVIRONMENT_H
#define LIBRARY_ENVIRONMENT_H

#include "heddle.h"

enum {
  FIELD_BYTES,    /* numbers */
  FIELD_ATOMIC,   /* a number that is accessed atomically */
  FIELD_POINTER,  /* to objects of `type` that may be written */
  FIELD_CONSTANT, /* to objects of `type` that are only read */
  FIELD_FUNCTION, /* to a function; the fields of `type` are its parameters */
  FIELD_HANDLE,   /* to something whose type is not known: it is only passed on */
  FIELD_STRANGE,  /* to something that is not modelled, unless it is NULL */
  FIELD_LOCK,     /* an object of a library: it is left alone, and zero in new memory */
};

struct environment_type;

struct environment_field {
  heddle_word offset, size, count; /* `count` times `size` bytes */
  heddle_word kind;                /* FIELD_* */
  const struct environment_type *type;
};

struct environment_object;

struct environment_type {
  heddle_word size, field_count;
  const struct environment_field *fields;
  struct environment_object **made; /* objects of the type that the environment made */
  heddle_word characters; /* new objects are texts of at most so many; 0: no texts */
  heddle_word is_strange; /* something in it is not modelled */
  heddle_word has_pointers;
};

struct environment_call {
  heddle_word argument_count;
  /* `count`: elements from the pointer on; 0: as many as there are. `size` is not 0 if what it leads
   * to was never written. */
  const struct environment_field *arguments;
  struct environment_field result; /* a pointer; FIELD_BYTES: none */
  heddle_word opaque, opaque_size; /* memory of the environment itself */
  heddle_word repeats;             /* can other threads observe intermediate states of the call? */
};

#endif
