/* Locks: whoever takes one finds it free, that is, every section of it that began before has ended.
 * This says all there is to say about a read that waits for a free lock, without asking which write
 * it reads from. */
#include "engine/order/formula.h"

/* The release happens, before this event. */
static int released_before(struct formula *formula, uint32_t release, uint32_t event) {
  int happens = formula->guards.items[release];
  int before = formula_event_before(formula, release, event);
  if (happens == LITERAL_FALSE || before == LITERAL_FALSE)
    return LITERAL_FALSE;
  if (before == LITERAL_TRUE)
    return happens;
  if (happens == LITERAL_TRUE)
    return before;
  int both = solver_fresh_literal(formula->solver);
  int first[] = {-both, happens}, second[] = {-both, before};
  formula_add_clause(formula, first, 2);
  formula_add_clause(formula, second, 2);
  return both;
}

/* If `later` is taken after `earlier` was, `earlier` has ended by then. */
static void exclude(struct formula *formula, const struct section *earlier,
                    const struct section *later) {
  int overtakes = formula_event_before(formula, later->acquire, earlier->acquire);
  if (overtakes == LITERAL_TRUE)
    return;
  VECTOR(int) clause = {0};
  vector_push(&clause, -formula->guards.items[later->acquire]);
  vector_push(&clause, -formula->guards.items[earlier->acquire]);
  vector_push(&clause, overtakes);
  for (size_t i = 0; i < earlier->releases.count; i++)
    vector_push(&clause, released_before(formula, earlier->releases.items[i], later->acquire));
  formula_add_clause(formula, clause.items, clause.count);
  formula->order_clauses++;
  vector_release(&clause);
}

void formula_add_sections(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  for (size_t i = 0; i < symbolic->sections.count; i++) {
    const struct section *first = &symbolic->sections.items[i];
    for (size_t j = 0; j < symbolic->sections.count && first->acquire != NO_EVENT; j++) {
      const struct section *second = &symbolic->sections.items[j];
      if (i != j && first->lock == second->lock && second->acquire != NO_EVENT)
        exclude(formula, first, second);
    }
  }
}
