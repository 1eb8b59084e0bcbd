/* SPDX-License-Identifier: Apache-2.0 */
/* The last thread that ends also ends the program, as exit does. So a thread asks when it ends
 * whether it is alone. The answer is yes only if every other existing thread has ended before. In
 * most programs main never ends as a thread, because it returns; then no thread is ever alone. */
#include "engine/order/formula.h"

static bool ever_ends(const struct symbolic *symbolic, uint32_t thread) {
  for (size_t i = 0; i < symbolic->ends.count; i++)
    if (symbolic->ends.items[i].thread == thread)
      return true;
  return false;
}

/* The answer is yes only if the thread does not exist, or has ended before. */
static void add_end_before(struct formula *formula, const struct thread_end *question,
                           const struct symbolic_thread *other) {
  const struct symbolic *symbolic = formula->symbolic;
  VECTOR(int) clause = {0};
  vector_push(&clause, -formula_literal(formula, question->condition));
  vector_push(&clause, -formula_literal(formula, other->guard));
  vector_each (end, &symbolic->ends) {
    if (end->thread != other->number)
      continue;
    int both[2] = {formula_literal(formula, end->condition),
                   formula_node_before(formula, end->node, question->node)};
    int chosen = solver_fresh_literal(formula->solver);
    for (unsigned j = 0; j < 2; j++)
      formula_add_clause(formula, (int[]){-chosen, both[j]}, 2);
    vector_push(&clause, chosen);
  }
  formula_add_clause(formula, clause.items, clause.count);
  vector_release(&clause);
}

static bool can_be_alone(const struct symbolic *symbolic, uint32_t thread) {
  for (uint32_t i = 0; i < symbolic->threads.count; i++)
    if (i != thread && term_is_true(symbolic->threads.items[i].guard) && !ever_ends(symbolic, i))
      return false;
  return true;
}

static void note_node(struct formula *formula, const struct thread_end *end) {
  struct end_node node = {end->node, formula_literal(formula, end->condition)};
  vector_push(&formula->ends, node);
}

void formula_add_ends(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  vector_each (question, &symbolic->ends_asked_for) {
    if (!can_be_alone(symbolic, question->thread)) {
      int never = -formula_literal(formula, question->condition);
      formula_add_clause(formula, &never, 1);
      continue;
    }
    note_node(formula, question);
    for (uint32_t j = 0; j < symbolic->threads.count; j++)
      if (j != question->thread && !formula_is_stopped(formula))
        add_end_before(formula, question, &symbolic->threads.items[j]);
  }
  for (size_t i = 0; formula->ends.count && i < symbolic->ends.count; i++)
    note_node(formula, &symbolic->ends.items[i]);
}
