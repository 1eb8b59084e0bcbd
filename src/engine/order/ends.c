/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that ends asks whether it is alone, because the last thread to end also ends the
 * program, as exit does. The answer is yes only if every other existing thread has ended before. In
 * most programs main returns and never ends as a thread; then no thread is ever alone. */
#include "engine/order/formula.h"

static bool ends_on_some_path(const struct order_run *run, uint32_t thread) {
  for (size_t i = 0; i < run->endings.ends.count; i++)
    if (run->endings.ends.items[i].thread == thread)
      return true;
  return false;
}

/* The answer is yes only if the other thread does not exist, or has ended before. */
static void add_end_before(struct formula *formula, const struct thread_end *question,
                           const struct order_thread *other) {
  const struct order_run *run = formula->run;
  VECTOR(int) clause = {0};
  vector_push(&clause, -formula_literal(formula, question->condition));
  vector_push(&clause, -formula_literal(formula, other->guard));
  vector_each (end, &run->endings.ends) {
    if (end->thread != other->number)
      continue;
    int chosen = solver_fresh_literal(formula->solver);
    formula_imply(formula, chosen, formula_literal(formula, end->condition));
    formula_imply(formula, chosen, formula_node_before(formula, end->node, question->node));
    vector_push(&clause, chosen);
  }
  formula_add_clause(formula, clause.items, clause.count);
  vector_release(&clause);
}

static bool can_be_alone(const struct order_run *run, uint32_t thread) {
  for (uint32_t i = 0; i < run->log.threads.count; i++)
    if (i != thread && term_is_true(run->log.threads.items[i].guard) && !ends_on_some_path(run, i))
      return false;
  return true;
}

static void note_node(struct formula *formula, const struct thread_end *end) {
  struct end_node node = {end->node, formula_literal(formula, end->condition)};
  vector_push(&formula->ends, node);
}

void formula_add_ends(struct formula *formula) {
  const struct order_run *run = formula->run;
  vector_each (question, &run->endings.questions) {
    if (!can_be_alone(run, question->thread)) {
      int never = -formula_literal(formula, question->condition);
      formula_add_clause(formula, &never, 1);
      continue;
    }
    note_node(formula, question);
    for (uint32_t j = 0; j < run->log.threads.count; j++)
      if (j != question->thread && !formula_is_stopped(formula))
        add_end_before(formula, question, &run->log.threads.items[j]);
  }
  for (size_t i = 0; formula->ends.count && i < run->endings.ends.count; i++)
    note_node(formula, &run->endings.ends.items[i]);
}
