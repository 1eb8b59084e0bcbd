/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic on words of Boolean functions: arrays of edges, lowest bit first, at most
 * CIRCUIT_WIDTH of them. Results may be written over an operand. Meanings are those of
 * term/operator.h, also for division by zero and long shifts. */
#ifndef SOLVER_CIRCUIT_H
#define SOLVER_CIRCUIT_H

#include "solver/aig.h"

/* Overflow of a product is seen in one bit more than the operands have. */
enum { CIRCUIT_WIDTH = 65 };

enum circuit_shift { CIRCUIT_SHIFT_LEFT, CIRCUIT_SHIFT_RIGHT, CIRCUIT_SHIFT_RIGHT_SIGNED };

/* a + b + carry; gives the carry out. */
aig_edge circuit_add(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                     aig_edge carry, aig_edge *out);
void circuit_subtract(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                      aig_edge *out);
void circuit_multiply(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                      aig_edge *out);
/* Either result may be NULL. */
void circuit_divide(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                    aig_edge *quotient, aig_edge *remainder);
void circuit_divide_signed(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                           aig_edge *quotient, aig_edge *remainder);
void circuit_shift(struct aig *aig, enum circuit_shift kind, unsigned width, const aig_edge *a,
                   const aig_edge *amount, aig_edge *out);
void circuit_choose(struct aig *aig, unsigned width, aig_edge condition, const aig_edge *then,
                    const aig_edge *otherwise, aig_edge *out);

aig_edge circuit_equal(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b);
/* a < b, or a <= b if `or_equal`. */
aig_edge circuit_less(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                      bool or_equal);
aig_edge circuit_less_signed(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                             bool or_equal);

/* Does a + b (a - b if `subtract`) leave the range of signed numbers? */
aig_edge circuit_add_overflows(struct aig *aig, unsigned width, const aig_edge *a,
                               const aig_edge *b, bool subtract);
aig_edge circuit_multiply_overflows(struct aig *aig, unsigned width, const aig_edge *a,
                                    const aig_edge *b, bool is_signed);

#endif
