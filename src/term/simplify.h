/* SPDX-License-Identifier: Apache-2.0 */
/* The rewrite rules of the term constructors. */
#ifndef TERM_SIMPLIFY_H
#define TERM_SIMPLIFY_H

#include "term/term.h"

/* A term that has the value of `node` for every value of the variables, or NULL if no rule fits.
 * `node` is not interned, not all operands are constants, and the operands of commutative operators
 * are in order, constants last. */
const struct term *term_simplify(struct terms *terms, const struct term *node);

#endif
