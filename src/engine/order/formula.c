/* SPDX-License-Identifier: Apache-2.0 */
/* Literals and clauses. */
#include "engine/order/formula.h"

bool formula_value(const struct formula *formula, int literal) {
  if (literal == LITERAL_TRUE || literal == LITERAL_FALSE)
    return literal == LITERAL_TRUE;
  return solver_value(formula->solver, literal);
}

void formula_add_clause(struct formula *formula, const int *literals, size_t count) {
  VECTOR(int) clause = {0};
  bool holds = false;
  for (size_t i = 0; i < count && !holds; i++) {
    holds = literals[i] == LITERAL_TRUE;
    if (literals[i] != LITERAL_FALSE)
      vector_push(&clause, literals[i]);
  }
  if (!holds)
    solver_add_clause(formula->solver, clause.items, clause.count);
  vector_release(&clause);
}

int formula_literal(struct formula *formula, const struct term *term) {
  if (term_is_true(term))
    return LITERAL_TRUE;
  return term_is_false(term) ? LITERAL_FALSE : solver_literal(formula->solver, term);
}

/* Clauses between the bits of an equality need no gates. */
void formula_imply_equal(struct formula *formula, int condition, const struct term *equal) {
  struct terms *terms = formula->run->terms;
  if (equal->kind != TERM_APPLY || equal->op != OP_EQ || !formula->is_bitwise) {
    formula_imply(formula, condition, formula_literal(formula, equal));
    return;
  }
  const struct term *a = equal->operands[0], *b = equal->operands[1];
  for (unsigned i = 0; i < a->width; i++) {
    int first = formula_literal(formula, term_extract(terms, i, 1, a));
    int second = formula_literal(formula, term_extract(terms, i, 1, b));
    formula_add_clause(formula, (int[]){-condition, -first, second}, 3);
    formula_add_clause(formula, (int[]){-condition, first, -second}, 3);
  }
}

int formula_add_choice(struct formula *formula, const int *literals, size_t count) {
  VECTOR(int) clause = {0};
  int some = solver_fresh_literal(formula->solver);
  vector_push(&clause, -some);
  vector_append(&clause, literals, count);
  formula_add_clause(formula, clause.items, clause.count);
  vector_release(&clause);
  return some;
}

void formula_forbid_between(struct formula *formula, const struct read_candidate *reading,
                            const struct read_source *source, const struct read_source *other) {
  int before_source = source->write == FROM_START
                          ? LITERAL_FALSE
                          : formula_event_before(formula, other->write, source->write);
  int after_read = formula_event_before(formula, reading->event, other->write);
  int clause[] = {-source->chosen, -other->same_place, -formula->guards.items[other->write],
                  before_source, after_read};
  formula_add_clause(formula, clause, 5);
  formula->order_clauses++;
}

void formula_forbid_errors(struct formula *formula) {
  const struct goals *goals = &formula->goals;
  VECTOR(int) found = {0}; /* clauses are added after all values are read */
  for (size_t i = 0; i < formula->run->outcomes.errors.count; i++)
    if (formula_value(formula, goals->errors[i]))
      vector_push(&found, -goals->errors[i]);
  vector_each (race, &goals->races) {
    if (formula_value(formula, race->literal))
      vector_push(&found, -race->literal);
  }
  for (size_t i = 0; i < found.count; i++)
    formula_add_clause(formula, &found.items[i], 1);
  vector_release(&found);
}

void formula_forbid_sources(struct formula *formula) {
  VECTOR(int) clause = {0};
  vector_each (source, &formula->sources)
    vector_push(&clause, formula_value(formula, source->chosen) ? -source->chosen : source->chosen);
  if (clause.count)
    formula_add_clause(formula, clause.items, clause.count);
  vector_release(&clause);
}

void formula_release(struct formula *formula) {
  map_release(&formula->precedence.numbers);
  vector_release(&formula->precedence.pairs);
  vector_release(&formula->precedence.links);
  vector_release(&formula->precedence.section_links);
  vector_release(&formula->ends);
  vector_release(&formula->sources);
  vector_release(&formula->readings);
  vector_release(&formula->guards);
  vector_release(&formula->order);
  memory_release(formula->first_event);
  memory_release(formula->events);
  vector_release(&formula->goals.races);
  vector_release(&formula->goals.outlived);
}
