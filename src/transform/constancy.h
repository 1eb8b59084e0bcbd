/* SPDX-License-Identifier: Apache-2.0 */
/* Inside transform/: which registers of which functions are constants. A parameter is constant if
 * every call gives it the same constant; a register, if it only ever gets one constant; a result,
 * if every return gives it the same one. Functions that are called otherwise than by name, and
 * those that cannot be reached, are told apart from the others. */
#ifndef TRANSFORM_CONSTANCY_H
#define TRANSFORM_CONSTANCY_H

#include "base/vector.h"
#include "program/program.h"

struct expected;
struct live_registers;
struct liveness;

struct constants {
  struct program *program;
  uint64_t first_address, last_address; /* of functions */
  bool *is_reached, *is_open;    /* per function: it can be called; … otherwise than by name */
  uint32_t *registers, *results; /* per function: where its values begin in … */
  const struct term **values, **returned;
  size_t value_count, result_count;
  struct live_registers
      *unwritten;                /* per function: read before they get a value, at the beginning */
  struct liveness *liveness;     /* of these */
  const struct expected *fields; /* loads are taken to read what these expect; NULL: anything */
  VECTOR(const struct function *) left;
};

/* The values of the registers of one function. */
struct folding {
  struct constants *in;
  const struct function *function;
  const struct term **known; /* per register */
};

void constancy_begin(struct constants *in, struct program *program);
void constancy_release(struct constants *in);
/* Finds the functions that can be reached, and which of these have no callers but the calls and
 * waits by name. */
void constancy_find_functions(struct constants *in);
/* Then: the values of all parameters, registers and results. */
void constancy_find(struct constants *in, const struct expected *fields);
/* Begins again with nothing known of results, which the next search otherwise starts from. */
void constancy_forget_results(struct constants *in);
bool constancy_is_known(const struct term *value); /* is it a constant? */
/* A term with constants in the place of registers; `context` is a struct folding. */
const struct term *constancy_fold(const struct term *term, void *context);

#endif
