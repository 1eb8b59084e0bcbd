/* SPDX-License-Identifier: Apache-2.0 */
/* Values are indexed by the dense numbers of terms, each with the generation it belongs to; a new
 * generation forgets them all at once. */
#include "term/evaluate.h"

#include "base/memory.h"
#include "base/vector.h"
#include "term/term.h"
#include "term/walk.h"

#include <assert.h>

struct known_value {
  uint64_t value;
  uint32_t round;
};

struct evaluator {
  uint64_t (*variable)(const struct term *variable, void *context);
  void *context;
  uint32_t round; /* never 0, the round of what was never computed */
  VECTOR(struct known_value) known;
};

struct evaluator *evaluator_create(uint64_t (*variable)(const struct term *variable, void *context),
                                   void *context) {
  struct evaluator *evaluator = memory_allocate_zeroed(sizeof *evaluator);
  evaluator->variable = variable;
  evaluator->context = context;
  evaluator->round = 1;
  return evaluator;
}

void evaluator_destroy(struct evaluator *evaluator) {
  if (!evaluator)
    return;
  vector_release(&evaluator->known);
  memory_release(evaluator);
}

void evaluator_forget(struct evaluator *evaluator) {
  if (++evaluator->round)
    return;
  evaluator->known.count = 0;
  evaluator->round = 1;
}

static bool is_known(const struct term *term, void *context) {
  const struct evaluator *evaluator = context;
  return term->id < evaluator->known.count &&
         evaluator->known.items[term->id].round == evaluator->round;
}

static void compute(const struct term *term, void *context) {
  struct evaluator *evaluator = context;
  uint64_t value = term->value, operands[3] = {0, 0, 0};
  if (term->kind == TERM_VARIABLE) {
    value = evaluator->variable(term, evaluator->context);
    assert(!(value & ~width_mask(term->width)));
  } else if (term->kind == TERM_APPLY) {
    for (unsigned i = 0; i < term->arity; i++)
      operands[i] = evaluator->known.items[term->operands[i]->id].value;
    value = term_apply_to_bits(term, operands);
  }
  while (evaluator->known.count <= term->id)
    vector_push(&evaluator->known, (struct known_value){0, 0});
  evaluator->known.items[term->id] = (struct known_value){value, evaluator->round};
}

uint64_t evaluator_value(struct evaluator *evaluator, const struct term *term) {
  term_walk(term, is_known, compute, evaluator);
  return evaluator->known.items[term->id].value;
}
