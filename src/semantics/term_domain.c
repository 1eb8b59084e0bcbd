/* SPDX-License-Identifier: Apache-2.0 */
/* Terms as values: the two words of a value hold the pointer. */
#include "semantics/term_domain.h"

struct value value_from_term(const struct term *term) {
  return (struct value){(uint64_t)(uintptr_t)term, 0};
}

const struct term *term_domain_term(struct value value) {
  return (const struct term *)(uintptr_t)value.bits;
}

static struct value constant(void *context, unsigned width, uint64_t bits) {
  return value_from_term(term_constant(context, width, bits));
}

static struct value apply(void *context, const struct term *node, const struct value operands[3]) {
  const struct term *terms[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < node->arity; i++)
    terms[i] = term_domain_term(operands[i]);
  return value_from_term(term_rebuild(context, node, terms));
}

static bool known(void *context, struct value value, uint64_t *bits) {
  (void)context;
  const struct term *term = term_domain_term(value);
  *bits = term->value;
  return term_is_constant(term);
}

const struct domain domain_term = {
    .name = "term",
    .has_extra = true,
    .constant = constant,
    .apply = apply,
    .known = known,
};
