/* SPDX-License-Identifier: Apache-2.0 */
/* Deadlocks under rc11: threads wait in a cycle, or every thread that has not ended waits.
 *
 * The formula executes each thread until it ends or stops: at a wait whose condition does not hold,
 * or in an iteration that changes nothing. Take an execution with a deadlock, and let the threads
 * outside of the deadlock continue until they end or stop as well, with loops that only wait
 * reading the newest values at last. In the resulting execution, some thread waits, and
 * - every thread that waits has read the newest writes, since it would otherwise continue some
 * time;
 * - so has every thread in an iteration that changes nothing and only reads: it comes last.
 * An iteration that also writes is not restricted: its writes may be newer than what others read.
 *
 * If the formula has no such execution, there is no deadlock. If it has one, there may still be no
 * deadlock, since a thread that has not ended may loop forever. So nothing is reported. Waits that
 * may end without a cause always end in the formula, so programs with them are not covered. */
#include "engine/order/formula.h"

/* Does the wait or iteration write? */
static bool stop_writes(const struct order_run *run, const struct order_stop *stop) {
  for (uint32_t i = stop->first_event; i < stop->end_event; i++)
    if (run->log.events.items[i].writes)
      return true;
  return false;
}

/* Where the thread stops, the read takes its value from the newest write. */
static void require_newest(struct formula *formula, const struct read_candidate *reading,
                           int deadlock, int stops) {
  const struct read_source *sources = formula->sources.items + reading->first_source;
  for (uint32_t i = 0; i < reading->source_count; i++)
    for (uint32_t j = 0; j < reading->source_count && !formula_is_stopped(formula); j++) {
      const struct read_source *source = &sources[i], *other = &sources[j];
      if (other->write == FROM_START || other->write == source->write)
        continue;
      int is_older = source->write == FROM_START
                         ? LITERAL_FALSE
                         : formula_event_before(formula, other->write, source->write);
      int clause[] = {-deadlock,          -stops,
                      -source->chosen,    -formula->guards.items[other->write],
                      -other->same_place, is_older};
      formula_add_clause(formula, clause, sizeof clause / sizeof *clause);
    }
}

static void require_newest_reads(struct formula *formula, const struct order_stop *stop,
                                 int literal) {
  vector_each (reading, &formula->readings) {
    if (reading->event >= stop->first_event && reading->event < stop->end_event)
      require_newest(formula, reading, formula->goals.deadlock, literal);
  }
}

void formula_add_deadlock(struct formula *formula) {
  const struct order_run *run = formula->run;
  VECTOR(int) waits = {0};
  formula->goals.deadlock = solver_fresh_literal(formula->solver);
  vector_push(&waits, -formula->goals.deadlock);
  vector_each (stop, &run->endings.stops) {
    int literal = formula_literal(formula, stop->condition);
    if (stop->is_wait)
      vector_push(&waits, literal);
    if (stop->is_wait || !stop_writes(run, stop))
      require_newest_reads(formula, stop, literal);
  }
  formula_add_clause(formula, waits.items, waits.count);
  vector_release(&waits);
}
