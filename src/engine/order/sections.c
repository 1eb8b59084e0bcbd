/* SPDX-License-Identifier: Apache-2.0 */
/* Sections of a lock exclude each other: a thread that acquires the lock finds it free, so every
 * section that began before has ended. This describes a read that waits for a free lock completely,
 * so that the read needs no source. */
#include "engine/order/formula.h"

/* A literal that is true where all of these are. */
static int conjunction(struct formula *formula, const int *literals, size_t count) {
  VECTOR(int) open = {0};
  int result = LITERAL_TRUE;
  for (size_t i = 0; i < count; i++) {
    if (literals[i] == LITERAL_FALSE)
      result = LITERAL_FALSE;
    else if (literals[i] != LITERAL_TRUE)
      vector_push(&open, literals[i]);
  }
  if (result == LITERAL_TRUE && open.count == 1) {
    result = open.items[0];
  } else if (result == LITERAL_TRUE && open.count) {
    result = solver_fresh_literal(formula->solver);
    for (size_t i = 0; i < open.count; i++) {
      formula_imply(formula, result, open.items[i]);
      open.items[i] = -open.items[i];
    }
    vector_push(&open, result);
    formula_add_clause(formula, open.items, open.count);
  }
  vector_release(&open);
  return result;
}

/* Both sections are executed, and the earlier one ends with this release before the other begins.
 */
static int released_before(struct formula *formula, const struct section *earlier, uint32_t release,
                           const struct section *later) {
  const struct order_event *events = formula->run->log.events.items;
  const int conditions[] = {formula->guards.items[release], formula->guards.items[earlier->acquire],
                            formula->guards.items[later->acquire],
                            formula_event_before(formula, release, later->acquire)};
  int released = conjunction(formula, conditions, 4);
  struct section_link link = {events[release].node, events[later->acquire].node, released};
  if (released != LITERAL_FALSE && link.release != link.acquire)
    vector_push(&formula->precedence.section_links, link);
  return released;
}

/* If `later` begins after `earlier` began, `earlier` has ended before. */
static void exclude_sections(struct formula *formula, const struct section *earlier,
                             const struct section *later) {
  int overtakes = formula_event_before(formula, later->acquire, earlier->acquire);
  if (overtakes == LITERAL_TRUE)
    return;
  VECTOR(int) clause = {0};
  vector_push(&clause, -formula->guards.items[later->acquire]);
  vector_push(&clause, -formula->guards.items[earlier->acquire]);
  vector_push(&clause, overtakes);
  for (size_t i = 0; i < earlier->releases.count; i++)
    vector_push(&clause, released_before(formula, earlier, earlier->releases.items[i], later));
  formula_add_clause(formula, clause.items, clause.count);
  formula->order_clauses++;
  vector_release(&clause);
}

void formula_add_sections(struct formula *formula) {
  const struct order_run *run = formula->run;
  for (size_t i = 0; i < run->log.sections.count; i++) {
    const struct section *first = &run->log.sections.items[i];
    if (formula_is_stopped(formula))
      return;
    for (size_t j = 0; j < run->log.sections.count && first->acquire != NO_EVENT; j++) {
      const struct section *second = &run->log.sections.items[j];
      if (i != j && first->lock == second->lock && second->acquire != NO_EVENT)
        exclude_sections(formula, first, second);
    }
  }
}
