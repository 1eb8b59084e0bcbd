/* SPDX-License-Identifier: Apache-2.0 */
/* The operators on floats as Z3 expressions. */
#ifndef SOLVER_SMT_FLOAT_H
#define SOLVER_SMT_FLOAT_H

#include "solver/smt_translate.h"

/* `term` applies an operator on floats, but not FREM, to operands that are translated. A Boolean
 * for comparisons, a bit-vector for all others. */
Z3_ast smt_translate_float(struct smt_translator *translator, const struct term *term);

#endif
