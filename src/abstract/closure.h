/* SPDX-License-Identifier: Apache-2.0 */
/* Consequences of comparisons by order alone: transitivity, antisymmetry, and that adding or
 * subtracting one moves to the next number if there is one. Sound, not complete; it saves most
 * queries to the solver. */
#ifndef ABSTRACT_CLOSURE_H
#define ABSTRACT_CLOSURE_H

#include "base/vector.h"
#include "term/term.h"

/* Terms of one bit. */
struct premises {
  const struct term **items;
  size_t count, capacity;
};

struct closure;
/* Do the premises contradict each other? */
struct closure *closure_create(const struct premises *premises, const struct premises *goals);
void closure_destroy(struct closure *closure);
/* The premises contradict each other. */
bool closure_is_empty(const struct closure *closure);
bool closure_implies(const struct closure *closure, const struct term *goal);

#endif
