/* SPDX-License-Identifier: Apache-2.0 */
/* Terms and accesses of a program as expressions of C, from names and types alone: "j->next",
 * "pool.queue[first]", "n + 1". Parts without a name are written "…". */
#ifndef REPORT_EXPRESSION_H
#define REPORT_EXPRESSION_H

#include "program/program.h"

struct text;

/* The value of a term in a function. */
void expression_add_value(struct text *out, const struct program *program,
                          const struct function *function, const struct term *term);
/* What lies at an address: an lvalue. */
void expression_add_place(struct text *out, const struct program *program,
                          const struct function *function, const struct term *address);
/* An argument that points to a part of a structure, the first one of the type `wanted`, which may
 * be NULL: "&t->lock". False: it does not, as far as is known. */
bool expression_add_part(struct text *out, const struct program *program,
                         const struct function *function, const struct term *address,
                         const struct type *wanted);

#endif
