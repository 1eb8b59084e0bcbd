/* SPDX-License-Identifier: Apache-2.0 */
/* The operators on floats as Z3 expressions. */
#ifndef SOLVER_SMT_FLOAT_H
#define SOLVER_SMT_FLOAT_H

#include "solver/smt_pool.h"

struct term;

/* `term` applies an operator on floats, but not FREM; `words` are its operands as bit-vectors. A
 * Boolean for comparisons, a bit-vector for all others. */
Z3_ast smt_translate_float(struct smt_pool *pool, const struct term *term, const Z3_ast *words);

#endif
