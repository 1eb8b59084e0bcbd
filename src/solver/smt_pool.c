/* SPDX-License-Identifier: Apache-2.0 */
#include "solver/smt_pool.h"

void smt_pool_release(struct smt_pool *pool) {
  while (pool->kept.count)
    Z3_dec_ref(pool->z3, vector_pop(&pool->kept));
  vector_release(&pool->kept);
}

Z3_ast smt_constant(struct smt_pool *pool, unsigned width, uint64_t bits) {
  Z3_sort sort = Z3_mk_bv_sort(pool->z3, width);
  return smt_keep(pool, Z3_mk_unsigned_int64(pool->z3, bits, sort));
}

Z3_sort smt_float_sort(struct smt_pool *pool, unsigned width) {
  Z3_sort sort = width == 32 ? Z3_mk_fpa_sort_32(pool->z3) : Z3_mk_fpa_sort_64(pool->z3);
  smt_keep(pool, Z3_sort_to_ast(pool->z3, sort));
  return sort;
}
