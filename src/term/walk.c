/* SPDX-License-Identifier: Apache-2.0 */
/* A depth-first traversal with an explicit stack. */
#include "term/walk.h"

#include "base/vector.h"
#include "term/term.h"

#include <assert.h>

void term_walk(const struct term *root, bool (*is_done)(const struct term *term, void *context),
               void (*visit)(const struct term *term, void *context), void *context) {
  if (is_done(root, context))
    return;
  VECTOR(const struct term *) stack = {0};
  vector_push(&stack, root);
  while (stack.count) {
    const struct term *term = vector_last(&stack);
    size_t before = stack.count;
    if (!is_done(term, context)) {
      for (unsigned i = 0; i < term->arity; i++)
        if (!is_done(term->operands[i], context))
          vector_push(&stack, term->operands[i]);
      if (stack.count > before)
        continue;
      visit(term, context);
      assert(is_done(term, context));
    }
    stack.count--;
  }
  vector_release(&stack);
}
