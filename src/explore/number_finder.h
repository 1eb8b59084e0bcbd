/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the numbers that a term can have under the facts of a state, with one incremental solver
 * and a cache of queries. Facts that share no symbol with the term, directly or through other
 * facts, are left out. */
#ifndef EXPLORE_NUMBER_FINDER_H
#define EXPLORE_NUMBER_FINDER_H

#include "base/limits.h"
#include "semantics/value_domain.h"
#include "solver/session.h"

/* Why it is not known what a value is. */
enum unclear {
  UNCLEAR_NOTHING,
  UNCLEAR_UNKNOWN,  /* an unknown value has to be a number */
  UNCLEAR_TOO_MANY, /* a term can be too many numbers */
  UNCLEAR_SOLVER,   /* the solver gave up */
};

/* The numbers a term can be, ascending. None: the facts contradict each other. */
struct number_set {
  struct value_list numbers;
  enum unclear unclear;
};

struct term_variables {
  bool is_known;
  uint32_t first, count; /* in number_finder.variables */
};

struct number_finder {
  struct value_context *context;
  struct session session;
  size_t most; /* numbers of one term */
  /* Symbols are renamed by where they occur, so that many questions about different symbols are
   * one. NULL: they are not. */
  struct terms *renamed;
  bool tries_some;            /* of too many numbers small ones are given, instead of none */
  struct interner *questions; /* facts and a term; numbers the sets */
  VECTOR(struct number_set) sets;
  VECTOR(uint32_t) relevant; /* the facts of a question */
  VECTOR(uint32_t) variables;
  VECTOR(struct term_variables) variables_by_term; /* by id */
  VECTOR(uint64_t) marks;                          /* by variable: when it was last marked */
  uint64_t mark;
};

/* `most_variables`: of a solver before it is replaced. */
void number_finder_init(struct number_finder *finder, struct value_context *context,
                        const char *backend, const struct limits *limits, unsigned most_variables,
                        size_t most, bool renames);
void number_finder_release(struct number_finder *finder);
/* `all_facts`: also those that have no bearing on the term, as they might contradict each other. */
const struct number_set *number_finder_ask(struct number_finder *finder, const struct state *state,
                                           const struct term *term, bool all_facts);
/* From now on the term is this number. */
void number_finder_assume(struct number_finder *finder, const struct term *term, uint64_t number);

#endif
