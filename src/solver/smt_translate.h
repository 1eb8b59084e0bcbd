/* SPDX-License-Identifier: Apache-2.0 */
/* Terms as Z3 expressions. A one-bit term is a Boolean there, everything else a bit-vector. */
#ifndef SOLVER_SMT_TRANSLATE_H
#define SOLVER_SMT_TRANSLATE_H

#include "base/vector.h"
#include "term/operator.h"

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

struct term;

/* A context that counts references, and the expressions that it must not drop. */
struct smt_pool {
  Z3_context z3;
  VECTOR(Z3_ast) kept;
};

/* Every expression that is made goes through here, or Z3 may drop it with the next call. */
static inline Z3_ast smt_keep(struct smt_pool *pool, Z3_ast ast) {
  Z3_inc_ref(pool->z3, ast);
  vector_push(&pool->kept, ast);
  return ast;
}
/* Z3 takes very long to end a context in which there still are references. */
void smt_pool_release(struct smt_pool *pool);

struct smt_translator;
/* The pool must outlive the translator, and all terms come from one `struct terms`. */
struct smt_translator *smt_translator_create(struct smt_pool *pool);
void smt_translator_destroy(struct smt_translator *translator);
struct smt_pool *smt_translator_pool(const struct smt_translator *translator);
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

/* For the files that translate: a translated term as a bit-vector, also if it has one bit. */
Z3_ast smt_word(const struct smt_translator *translator, const struct term *term);
Z3_ast smt_constant(struct smt_pool *pool, unsigned width, uint64_t bits);
Z3_sort smt_float_sort(struct smt_pool *pool, unsigned width); /* of 32 or 64 bits */

#endif
