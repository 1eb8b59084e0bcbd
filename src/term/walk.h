/* SPDX-License-Identifier: Apache-2.0 */
/* Visits the terms below a term once each, operands first. Terms can be as deep as an execution is
 * long, so no traversal may recurse. */
#ifndef TERM_WALK_H
#define TERM_WALK_H

#include <stdbool.h>

struct term;

/* Calls `visit` for `root` and for what it is made of, operands before what uses them, leaving out
 * every term that `is_done` accepts and what only those use. After `visit` a term must be done. */
void term_walk(const struct term *root, bool (*is_done)(const struct term *term, void *context),
               void (*visit)(const struct term *term, void *context), void *context);

#endif
