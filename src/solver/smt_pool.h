/* SPDX-License-Identifier: Apache-2.0 */
/* Z3's context with the references to its expressions, and constants and sorts in it. */
#ifndef SOLVER_SMT_POOL_H
#define SOLVER_SMT_POOL_H

#include "base/vector.h"

#include <stdint.h>
#include <z3.h>

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

Z3_ast smt_constant(struct smt_pool *pool, unsigned width, uint64_t bits);
Z3_sort smt_float_sort(struct smt_pool *pool, unsigned width); /* of 32 or 64 bits */

#endif
