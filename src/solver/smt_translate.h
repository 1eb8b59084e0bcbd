/* SPDX-License-Identifier: Apache-2.0 */
/* Terms as Z3 expressions. A one-bit term is a Boolean there, everything else a bit-vector. */
#ifndef SOLVER_SMT_TRANSLATE_H
#define SOLVER_SMT_TRANSLATE_H

#include "solver/smt_pool.h"
#include "term/operator.h"

#include <stdbool.h>
#include <stdint.h>

struct term;

struct smt_translator;
/* The pool must outlive the translator, and all terms come from one `struct terms`. */
struct smt_translator *smt_translator_create(struct smt_pool *pool);
void smt_translator_destroy(struct smt_translator *translator);
uint64_t smt_translator_count(const struct smt_translator *translator); /* of terms translated */

/* NULL if there is an operator in it that Z3 does not have, which smt_unsupported then names. */
Z3_ast smt_translate(struct smt_translator *translator, const struct term *term);
enum operator smt_unsupported(const struct smt_translator *translator);
/* Some results have names, those of operators on floats among them. This is the next equation
 * between a name and its expression that the translations so far rely on; NULL if all were given
 * out. */
Z3_ast smt_next_definition(struct smt_translator *translator);
/* The expression of a term that was translated before, or NULL. */
Z3_ast smt_translated(const struct smt_translator *translator, const struct term *term);

#endif
