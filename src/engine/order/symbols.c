/* SPDX-License-Identifier: Apache-2.0 */
/* Variables, their ranges, and selections of constants. */
#include "engine/order/symbols.h"

void symbols_init(struct symbols *symbols, struct terms *terms) {
  *symbols = (struct symbols){.terms = terms, .ranges = ranges_create()};
}

void symbols_release(struct symbols *symbols) {
  map_release(&symbols->pointees);
  map_release(&symbols->read_words);
  map_release(&symbols->start_values);
  vector_release(&symbols->facts);
  ranges_destroy(symbols->ranges);
}

const struct term *symbols_fresh(struct symbols *symbols, unsigned width) {
  return term_variable(symbols->terms, width, symbols->next_variable++);
}

static void add_fact_at_most(struct symbols *symbols, const struct term *a, const struct term *b) {
  const struct term *fact = term_apply(symbols->terms, OP_SLE, a, b, NULL);
  if (!term_is_true(fact))
    vector_push(&symbols->facts, fact);
}

const struct term *symbols_fresh_in(struct symbols *symbols, struct range range, unsigned width) {
  struct terms *terms = symbols->terms;
  bool is_signed = range.low < 0;
  uint64_t most = is_signed && -(range.low + 1) > range.high ? (uint64_t) - (range.low + 1)
                                                             : (uint64_t)range.high;
  unsigned needed = most ? 65 - (unsigned)__builtin_clzll(most) : 2; /* with a sign */
  const struct term *variable = symbols_fresh(symbols, needed < width ? needed : width);
  ranges_set(symbols->ranges, variable, range);
  const struct term *value = term_convert(terms, is_signed ? OP_SEXT : OP_ZEXT, width, variable);
  uint64_t mask = width_mask(width);
  add_fact_at_most(symbols, term_constant(terms, width, (uint64_t)range.low & mask), value);
  add_fact_at_most(symbols, value, term_constant(terms, width, (uint64_t)range.high & mask));
  return value;
}

const struct term *symbols_decide(const struct symbols *symbols, const struct term *guard,
                                  const struct term *condition) {
  if (term_is_constant(condition))
    return condition;
  struct range range = ranges_under(symbols->ranges, guard, condition);
  return range.low == range.high ? term_constant(symbols->terms, 1, (uint64_t)range.low)
                                 : condition;
}

static bool add_choices(const struct term *term, uint64_t constants[MOST_VALUES], size_t *count,
                        unsigned *budget) {
  if (term->kind == TERM_APPLY && term->op == OP_ITE && *budget) {
    --*budget;
    return add_choices(term->operands[1], constants, count, budget) &&
           add_choices(term->operands[2], constants, count, budget);
  }
  if (term->kind != TERM_CONSTANT)
    return false;
  for (size_t i = 0; i < *count; i++)
    if (constants[i] == term->value)
      return true;
  if (*count == MOST_VALUES)
    return false;
  constants[(*count)++] = term->value;
  return true;
}

bool symbols_choices(const struct term *term, uint64_t constants[MOST_VALUES], size_t *count) {
  unsigned budget = 32;
  return add_choices(term, constants, count, &budget);
}
