/* SPDX-License-Identifier: Apache-2.0 */
/* Is there an assignment of the variables that makes these terms true? One interface over the back
 * ends `sat` (terms as and-inverter graphs, CaDiCaL; no floats) and `z3` (bit-vectors and floats).
 *
 * Everything is incremental: terms and clauses may be added after a check and stay for ever; what
 * should hold for one check only is assumed. The unit of exchange is the literal, an int other than
 * 0 for a one-bit term or a fresh Boolean; -l is the negation of l. A caller that refines in a loop
 * gets the literals once and then adds clauses and reads values without touching terms.
 *
 * All terms given to one solver come from one `struct terms`. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "base/status.h"
#include "solver/statistics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct limits;
struct solver;
struct term;

/* `backend` is one of the names in solver_backends; NULL is returned for any other. */
extern const char *const solver_backends[]; /* ended by NULL */
struct solver *solver_create(const char *backend);
void solver_destroy(struct solver *solver);

/* From now on checks end with STATUS_LIMIT or STATUS_CANCELLED when the limits say so. `limits` is
 * not copied; NULL: none. */
void solver_set_limits(struct solver *solver, const struct limits *limits);
/* Before anything is added: have every model checked against all that was added, by evaluating
 * the terms with operator_apply; a wrong one is an assertion failure. On in builds without
 * optimisation. */
void solver_verify_models(struct solver *solver);

/* A literal that is true exactly if the one-bit `term` is; the same term gives the same literal. If
 * the back end cannot express the term, the literal means nothing and every later check ends with
 * STATUS_UNSUPPORTED, so a caller need not ask each time. */
int solver_literal(struct solver *solver, const struct term *term);
int solver_fresh_literal(struct solver *solver);
/* One of the literals must be true. With none of them, nothing is satisfiable any more. */
void solver_add_clause(struct solver *solver, const int *literals, size_t count);
/* The one-bit `term` must be true. */
void solver_assert(struct solver *solver, const struct term *term);

/* Under the assumption that these literals are true. With STATUS_OK *satisfiable is the answer; any
 * other status is explained by solver_reason. */
enum status solver_check(struct solver *solver, const int *assumptions, size_t count,
                         bool *satisfiable);
/* STATUS_UNSUPPORTED once a term was not expressible, otherwise how the last check ended. */
enum status solver_status(const struct solver *solver);
const char *solver_reason(const struct solver *solver); /* "" with STATUS_OK */
/* The back end to ask instead if this one cannot express a term (floats are for `z3`); else NULL.
 */
const char *solver_fallback(const struct solver *solver);

/* After a satisfiable check and until the next one, whatever is added meanwhile: the model. A
 * literal that did not exist at the check has no value; a term always has. */
bool solver_value(const struct solver *solver, int literal);
uint64_t solver_term_value(struct solver *solver, const struct term *term);
/* After an unsatisfiable check and until the next one: does the refutation use this assumption?
 * Those that it uses are together unsatisfiable with what was added. */
bool solver_failed(const struct solver *solver, int assumption);

struct solver_statistics solver_get_statistics(const struct solver *solver);

#endif
