/* SPDX-License-Identifier: Apache-2.0 */
/* A solver session: a sequence of queries, each under its own assumptions.
 *
 * The session owns the solver. It replaces a solver that has grown large by a new one, and passes a
 * query that the back end cannot express to the next back end. So callers use terms, never
 * literals. */
#ifndef SOLVER_SESSION_H
#define SOLVER_SESSION_H

#include "base/vector.h"
#include "solver/solver.h"

struct terms;

/* Values in ascending order. */
struct value_list {
  uint64_t *items;
  size_t count, capacity;
};

struct session {
  const char *backend;
  const struct limits *limits;
  uint64_t most_variables; /* a solver with more is replaced before the next question */
  struct solver *solver;   /* NULL: none yet */
  VECTOR(const struct term *) assumed;
  VECTOR(const struct term *) negated; /* one of these is false; empty: nothing is said */
  int guard;                           /* of clauses that hold for this question only; 0: none */
  uint64_t checks;
  double seconds; /* in solvers that were replaced */
};

/* `backend`: NULL for the first one. `limits` is not copied; NULL: none. */
void session_init(struct session *session, const char *backend, const struct limits *limits,
                  uint64_t most_variables);
void session_release(struct session *session);
/* Drops the solver. To be called before the terms it knows are destroyed. */
void session_forget(struct session *session);

/* Begins a question: nothing is assumed. */
void session_ask(struct session *session);
void session_assume(struct session *session, const struct term *const *terms, size_t count);
/* At least one of the terms is false; at most once per question. */
void session_assume_some_false(struct session *session, const struct term *const *terms,
                               size_t count);
/* Can the assumptions hold together? Any status but STATUS_OK is explained by session_reason. */
enum status session_check(struct session *session, bool *satisfiable);
const char *session_reason(const struct session *session);
/* The value of a term in the model, after a satisfiable check. */
uint64_t session_value(struct session *session, const struct term *term);
/* Is the assumed term part of the core, after an unsatisfiable check? */
bool session_core_has(struct session *session, const struct term *term);

/* Fills in the values that `term` can have under the assumptions. If there are more than `most`,
 * some `most` of them are given and *is_complete is false. */
enum status session_enumerate(struct session *session, struct terms *terms, const struct term *term,
                              size_t most, struct value_list *values, bool *is_complete);

double session_seconds(const struct session *session);

#endif
