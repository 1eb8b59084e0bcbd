/* SPDX-License-Identifier: Apache-2.0 */
/* Which bits of a number matter for what a function computes from it. */
#ifndef TRANSFORM_DEMANDS_H
#define TRANSFORM_DEMANDS_H

#include "program/program.h"

/* If `modulus` is not 0, only number >> shift modulo it; else the bits of the mask. */
struct demand {
  uint64_t mask;
  uint32_t modulus, shift;
};

/* All bits of a term. */
struct demand demands_all(const struct term *term);
/* What matters of an operand of an application if that matters of its result. */
struct demand demands_operand(const struct term *term, unsigned operand, struct demand demand);
/* What matters of each register of each function of the program. */
struct demands;
struct demands *demands_create(const struct program *program);
void demands_destroy(struct demands *demands);
struct demand demands_of_register(const struct demands *demands, const struct function *function,
                                  uint32_t number);
struct demand demands_of_result(const struct demands *demands, const struct function *function,
                                uint32_t index);

#endif
