/* SPDX-License-Identifier: Apache-2.0 */
/* A question to the solver: which numbers can a term be, given facts? Symbols are renamed by where
 * they occur, and facts that share none with the term, directly or through others, are left out:
 * many questions about different symbols are one. */
#ifndef ENGINE_EXPLICIT_QUESTION_H
#define ENGINE_EXPLICIT_QUESTION_H

#include "semantics/value_domain.h"

struct question {
  const struct term *term;
  VECTOR(const struct term *) facts;
};

/* Over terms of `renamed`. */
void question_make(struct question *question, struct terms *renamed,
                   const struct value_context *context, const struct state *state,
                   const struct term *term);
void question_release(struct question *question);

#endif
