/* SPDX-License-Identifier: Apache-2.0 */
/* Bounded model checking with partial orders: one formula over reads-from and the order of steps,
 * for all interleavings up to an unwinding bound, which is deepened until nothing is cut off. After
 * CBMC's partial-order encoding (Alglave, Kroening and Tautschnig, CAV 2013), with the order
 * refined lazily as in Deagle. */
#include "engine/engine.h"

#include "analysis/reuse.h"
#include "analysis/violations.h"
#include "engine/order/formula.h"
#include "engine/traits.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_ROUNDS = 32 };

struct totals {
  uint64_t events, order_clauses, refinements, runs, bounds;
  double executing, building, solving; /* seconds */
};

struct order_run {
  const struct task *task;
  struct result *result;
  struct sharing *sharing;
  struct liveness *liveness;
  struct waiting *waiting;
  struct knowledge *knowledge; /* what one bound showed, the next begins with */
  struct totals totals;
  struct loop_bounds bounds;
  unsigned completed; /* the largest bound that was looked at without a violation; 0: none */
  unsigned most_iterations;
  struct order_parts parts;
};

enum order_answer {
  ANSWER_DONE,   /* the result is set */
  ANSWER_DEEPER, /* executions were cut off by the bound, or by what was thought of addresses */
};

/* What a run showed about instances that may be dead when accessed. */
static void note_mortal(struct symbolic *symbolic) {
  for (size_t i = 0; i < symbolic->instances.count; i++) {
    struct instance *instance = symbolic->instances.items[i];
    bool mortal = (instance->freed && instance->shared) || instance->late ||
                  ((instance->returned || instance->ended || instance->freed) && instance->foreign);
    symbolic->knowledge->changed |= mortal && !instance->marks->mortal;
    instance->marks->mortal |= mortal;
  }
}

/* Locks that a run showed to be read otherwise than to wait for them. */
static void note_peeked(struct symbolic *symbolic) {
  vector_each (event, &symbolic->events) {
    struct word *word =
        !event->writes && !event->takes && !event->is_known && term_is_constant(event->address)
            ? knowledge_find_word(symbolic->knowledge, event->address->value, event->size)
            : NULL;
    if (!word)
      continue;
    symbolic->knowledge->changed |= word->acquired && !word->peeked;
    word->peeked = true;
    symbolic->knowledge->changed |= event->abbreviated && !word->detailed;
    word->detailed |= event->abbreviated;
  }
}

static void start_symbolic(struct order_run *run, struct symbolic *symbolic) {
  double started = clock_seconds();
  *symbolic = (struct symbolic){.program = run->task->program,
                                .properties = run->task->properties,
                                .memory_model = run->task->memory_model,
                                .limits = &run->task->limits,
                                .bounds = &run->bounds,
                                .most_iterations = run->most_iterations,
                                .terms = terms_create(),
                                .sharing = run->sharing,
                                .liveness = run->liveness,
                                .waiting = run->waiting,
                                .knowledge = run->knowledge,
                                .parts = &run->parts};
  order_parts_begin(&run->parts, run->task->program);
  knowledge_begin_run(run->knowledge);
  order_run(symbolic);
  knowledge_end_run(run->knowledge);
  note_mortal(symbolic);
  note_peeked(symbolic);
  run->totals.executing += clock_seconds() - started;
}

static void end_symbolic(struct symbolic *symbolic) {
  struct terms *terms = symbolic->terms;
  order_release(symbolic);
  terms_destroy(terms);
}

static const property_set deadlock = (property_set)1 << PROPERTY_DEADLOCK;
static const property_set leaks = (property_set)1 << PROPERTY_LEAK | (property_set)1
                                                                         << PROPERTY_MEMCLEANUP;
static const char not_deadlock[] = "deadlock not covered by order";

static bool misses_deadlocks(const struct symbolic *symbolic) {
  return symbolic->may_sleep || (symbolic->may_block && symbolic->memory_model != MEMORY_RC11);
}

/* The formula knows races of accesses that are next to each other, which are all of them under sc
 * if atomic accesses synchronise, and under rc11 those that happens-before does not order; without
 * a second thread there are none. Under rc11 it can tell that there are no deadlocks; else there
 * are none if nobody waits. */
static const char *not_covered(const struct order_run *run, const struct symbolic *symbolic,
                               bool too_many_races) {
  property_set properties = run->task->properties;
  bool has_order = symbolic->memory_model == MEMORY_SC ? !run->task->program->orders.unordered
                                                       : symbolic->memory_model == MEMORY_RC11;
  if (!has_order && symbolic->threads.count > 1 && property_in(PROPERTY_RACE, properties))
    return "race not covered by order";
  if (too_many_races)
    return "too many pairs of accesses that may race";
  if (misses_deadlocks(symbolic) && property_in(PROPERTY_DEADLOCK, properties))
    return not_deadlock;
  if (property_in(PROPERTY_LEAK, properties) || property_in(PROPERTY_MEMCLEANUP, properties))
    return "leaks not covered by order";
  return NULL;
}

static enum order_answer explain_failure(struct order_run *run, const char *reason) {
  result_set_unknown(run->result, "%s", reason && *reason ? reason : "the solver gave up");
  return ANSWER_DONE;
}

/* For a question that need not be answered: a part of the time that was used so far. */
static struct limits short_limits(const struct order_run *run) {
  struct limits limits = run->task->limits;
  double used = clock_seconds() - limits.start, share = used / 4 > 0.2 ? used / 4 : 0.2;
  if (limits.seconds <= 0 || used + share < limits.seconds)
    limits.seconds = used + share;
  return limits;
}

/* Lets the bounds grow at which the model cuts executions off. */
static void grow_reached(struct order_run *run, struct formula *formula, struct map *grown) {
  const struct symbolic *symbolic = formula->symbolic;
  for (size_t i = 0; i < symbolic->incomplete.count; i++) {
    const struct incompleteness *incompleteness = &symbolic->incomplete.items[i];
    if (!incompleteness->unwinding || !formula_value(formula, formula->incomplete[i]) ||
        map_get(grown, incompleteness->bound, NULL))
      continue;
    map_set(grown, incompleteness->bound, 1);
    loop_bounds_grow(&run->bounds, incompleteness->bound);
  }
}

/* Is there an execution that is cut off at another bound? */
static bool reach_others(struct formula *formula, const struct map *grown) {
  const struct symbolic *symbolic = formula->symbolic;
  VECTOR(int) others = {0};
  for (size_t i = 0; i < symbolic->incomplete.count; i++)
    if (symbolic->incomplete.items[i].unwinding &&
        !map_get(grown, symbolic->incomplete.items[i].bound, NULL))
      vector_push(&others, formula->incomplete[i]);
  bool satisfiable = false;
  if (others.count) {
    uint32_t *order;
    size_t count;
    int choice = formula_add_choice(formula, others.items, others.count);
    enum status status = formula_solve(formula, choice, &satisfiable, &order, &count);
    satisfiable = status == STATUS_OK && satisfiable;
    memory_release(order);
  }
  vector_release(&others);
  return satisfiable;
}

/* After a model that cuts executions off. A bound that others reach but that is not found now is
 * found next time. */
static void grow_bounds(struct order_run *run, struct formula *formula) {
  struct map grown = {0};
  struct limits limits = short_limits(run);
  solver_set_limits(formula->solver, &limits);
  do
    grow_reached(run, formula, &grown);
  while (reach_others(formula, &grown));
  solver_set_limits(formula->solver, &run->task->limits);
  map_release(&grown);
}

/* How often those loops were unwound at least that were cut off. */
static unsigned least_bound(const struct order_run *run, const struct symbolic *symbolic) {
  unsigned least = run->bounds.largest;
  vector_each (item, &symbolic->incomplete) {
    unsigned bound = item->unwinding ? loop_bounds_get(&run->bounds, item->bound) : least;
    least = bound < least ? bound : least;
  }
  return least;
}

static bool is_cut_by_bounds_only(const struct symbolic *symbolic) {
  for (size_t i = 0; i < symbolic->incomplete.count; i++)
    if (!symbolic->incomplete.items[i].unwinding)
      return false;
  return true;
}

/* There is no violation within the bounds. */
static void report_guarantee(struct order_run *run, const struct symbolic *symbolic,
                             bool too_many_races) {
  bool is_whole = is_cut_by_bounds_only(symbolic) && !not_covered(run, symbolic, too_many_races);
  property_set open = symbolic->may_block ? deadlock : 0; /* bounds are no reason to wait */
  struct guarantee guarantee = {.properties = is_whole ? run->task->properties & ~open : 0,
                                .bounds_iterations = true,
                                .iterations = run->completed,
                                .needs_fresh_addresses =
                                    !engine_can_prove(&engine_order, run->task->program)};
  partial_result_add_guarantee(&run->result->partial, guarantee);
  engine_report(&engine_order, run->task, run->result);
}

/* Nothing else was found, and nothing left out. */
static enum order_answer look_at_deadlock(struct order_run *run, struct formula *formula) {
  const char *missing = not_covered(run, formula->symbolic, formula->too_many_races);
  bool satisfiable = false;
  if (!missing && formula->deadlock) {
    uint32_t *order;
    size_t count;
    enum status status = formula_solve(formula, formula->deadlock, &satisfiable, &order, &count);
    memory_release(order);
    if (status != STATUS_OK)
      explain_failure(run, solver_reason(formula->solver));
    else if (satisfiable)
      result_set_unknown(run->result, "a deadlock could not be excluded");
    satisfiable |= status != STATUS_OK;
  } else if (missing) {
    result_set_unknown(run->result, "%s", missing);
  }
  if (satisfiable || missing == not_deadlock)
    run->result->proven = run->task->properties & ~(deadlock | leaks);
  else if (!missing)
    run->result->verdict = VERDICT_TRUE;
  return ANSWER_DONE;
}

/* Is anything left out that could be executed? */
static enum order_answer look_at_incompleteness(struct order_run *run, struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  bool satisfiable = false;
  uint32_t *order;
  size_t count;
  if (symbolic->incomplete.count) {
    enum status status =
        formula_solve(formula, formula->some_incompleteness, &satisfiable, &order, &count);
    memory_release(order);
    if (status != STATUS_OK)
      return explain_failure(run, solver_reason(formula->solver));
  }
  if (!satisfiable)
    return look_at_deadlock(run, formula);
  for (size_t i = 0; i < symbolic->incomplete.count; i++) {
    if (symbolic->incomplete.items[i].unwinding || !formula_value(formula, formula->incomplete[i]))
      continue;
    if (symbolic->incomplete.items[i].misaligned) {
      run->knowledge->misaligned = true;
      return ANSWER_DEEPER;
    }
    if (symbolic->incomplete.items[i].parts)
      stale_addresses_note_part(run->task->program, symbolic->incomplete.items[i].edge,
                                symbolic->incomplete.items[i].parts);
    result_set_unknown(run->result, "%s", symbolic->incomplete.items[i].reason);
    return ANSWER_DONE;
  }
  run->completed = least_bound(run, symbolic);
  report_guarantee(run, symbolic, formula->too_many_races);
  if (!run->task->unwind) {
    grow_bounds(run, formula);
    return ANSWER_DEEPER;
  }
  *run->result->reason = '\0';
  return ANSWER_DONE;
}

enum { MOST_ATTEMPTS = 8 };

/* Looks for a violation that happens when it is executed. If one does not, others are tried, but
 * then it stays open whether there are any. */
static enum order_answer solve(struct order_run *run, struct formula *formula) {
  bool satisfiable = formula->symbolic->errors.count || formula->races.count;
  char why[160] = "";
  for (unsigned attempt = 0; satisfiable; attempt++) {
    uint32_t *order = NULL;
    size_t count = 0;
    enum status status = formula_solve(formula, formula->some_error, &satisfiable, &order, &count);
    bool found = status == STATUS_OK && satisfiable &&
                 order_schedule_from_model(formula, run->task, order, count, run->result, why);
    memory_release(order);
    if (found)
      run->result->verdict = VERDICT_FALSE;
    if (found || (status != STATUS_OK && !*why))
      return found ? ANSWER_DONE : explain_failure(run, solver_reason(formula->solver));
    if (status == STATUS_OK && satisfiable && attempt + 1 < MOST_ATTEMPTS) {
      formula_forbid_model(formula, attempt % 2);
      continue;
    }
    break;
  }
  if (!*why)
    return look_at_incompleteness(run, formula);
  result_set_unknown(run->result, "a counterexample could not be executed: %s", why);
  return ANSWER_DONE;
}

/* Without anything that could be violated or was left out there is nothing to ask. */
static bool needs_formula(const struct order_run *run, const struct symbolic *symbolic) {
  bool races = property_in(PROPERTY_RACE, run->task->properties) && symbolic->threads.count > 1;
  return symbolic->errors.count || symbolic->incomplete.count || races || symbolic->mark_count ||
         symbolic->stops.count;
}

static enum order_answer try_backend(struct order_run *run, struct symbolic *symbolic,
                                     const char *backend) {
  struct formula formula = {
      .symbolic = symbolic,
      .solver = solver_create(backend),
      .bitwise = strcmp(backend, "sat") == 0,
      .eager = strcmp(task_option_text(run->task, "order-encoding"), "eager") == 0};
  solver_set_limits(formula.solver, &run->task->limits);
  double started = clock_seconds();
  if (needs_formula(run, symbolic))
    formula_build(&formula);
  run->totals.building += clock_seconds() - started;
  enum order_answer answer = symbolic->status == STATUS_OK
                                 ? solve(run, &formula)
                                 : explain_failure(run, symbolic->status_reason);
  run->totals.events = symbolic->events.count;
  run->totals.order_clauses += formula.order_clauses;
  run->totals.refinements += formula.refinements;
  run->totals.solving += solver_get_statistics(formula.solver).seconds;
  const char *other = solver_fallback(formula.solver);
  formula_release(&formula);
  solver_destroy(formula.solver);
  if (other) {
    *run->result->reason = '\0';
    return try_backend(run, symbolic, other);
  }
  return answer;
}

/* True: another run is needed. A loop that seems to be decided may only seem so until more is known
 * about shared memory: it gets more iterations when nothing else is new. */
static bool prepare_another_run(struct order_run *run, const struct symbolic *symbolic) {
  if (symbolic->status != STATUS_OK || run->knowledge->changed)
    return symbolic->status == STATUS_OK;
  if (!symbolic->truncated)
    return false;
  run->most_iterations *= 8;
  if (run->most_iterations > MOST_ITERATIONS)
    run->most_iterations = MOST_ITERATIONS;
  return true;
}

/* Executes until nothing new is learned. */
static void execute(struct order_run *run, struct symbolic *symbolic) {
  start_symbolic(run, symbolic);
  while (prepare_another_run(run, symbolic)) {
    end_symbolic(symbolic);
    start_symbolic(run, symbolic);
    run->totals.runs++;
    if (symbolic->status == STATUS_OK)
      symbolic->status = limits_check(&run->task->limits, &symbolic->status_reason);
  }
}

/* If nothing can go wrong up to where loops were cut off that surely end, they may as well go on:
 * that takes no solver. */
static bool prolong_decided(struct order_run *run, const struct symbolic *symbolic) {
  bool races = property_in(PROPERTY_RACE, run->task->properties) && symbolic->threads.count > 1;
  if (run->task->unwind || symbolic->errors.count || races || symbolic->mark_count)
    return false;
  for (size_t i = 0; i < symbolic->incomplete.count; i++)
    if (!symbolic->incomplete.items[i].decided)
      return false;
  struct map grown = {0};
  for (size_t i = 0; i < symbolic->incomplete.count; i++)
    if (!map_get(&grown, symbolic->incomplete.items[i].bound, NULL)) {
      map_set(&grown, symbolic->incomplete.items[i].bound, 1);
      loop_bounds_grow(&run->bounds, symbolic->incomplete.items[i].bound);
    }
  map_release(&grown);
  return symbolic->incomplete.count;
}

/* Is only asked for what no formula would show? */
static bool asks_in_vain(const struct order_run *run, const struct symbolic *symbolic) {
  property_set vain = leaks;
  if (misses_deadlocks(symbolic))
    vain |= deadlock;
  return !(run->task->properties & ~vain);
}

static enum order_answer try_bounds(struct order_run *run) {
  struct symbolic symbolic;
  knowledge_begin_bound(run->knowledge);
  execute(run, &symbolic);
  order_parts_end(&symbolic);
  run->totals.bounds++;
  enum order_answer answer;
  if (symbolic.status != STATUS_OK)
    answer = explain_failure(run, symbolic.status_reason);
  else if (stale_addresses_has_part(run->task->program))
    answer = explain_failure(run, "part of an address is accessed");
  else if (asks_in_vain(run, &symbolic))
    answer = explain_failure(run, not_covered(run, &symbolic, false));
  else if (prolong_decided(run, &symbolic))
    answer = ANSWER_DEEPER;
  else
    answer = try_backend(run, &symbolic, run->task->solver);
  end_symbolic(&symbolic);
  return answer;
}

static void show_progress(const struct order_run *run) {
  if (run->task->progress)
    fprintf(stderr, "\r\033[Korder: unwinding %u, %llu events, %llu order clauses ",
            run->bounds.largest, (unsigned long long)run->totals.events,
            (unsigned long long)run->totals.order_clauses);
}

static void run_order(const struct task *task, struct result *result) {
  if (task->memory_model == MEMORY_RC11 &&
      strcmp(task_option_text(task, "order-encoding"), "eager") == 0) {
    result_set_unknown(result,
                       "--order-encoding eager has one order of all steps, which rc11 has not");
    return;
  }
  if (!violations_are_possible(task->program, task->properties)) {
    result->verdict = VERDICT_TRUE;
    return;
  }
  struct order_run run = {.task = task, .result = result, .most_iterations = FIRST_ROUNDS};
  run.sharing = sharing_create(task->program);
  run.liveness = liveness_create(task->program);
  run.waiting = waiting_create(task->program, run.liveness);
  run.knowledge = knowledge_create();
  result->verdict = VERDICT_UNKNOWN;
  run.bounds.first = run.bounds.largest = task->unwind ? (unsigned)task->unwind : 1;
  do
    show_progress(&run);
  while (try_bounds(&run) == ANSWER_DEEPER);
  if (result->verdict == VERDICT_UNKNOWN && run.completed) {
    char reason[160];
    snprintf(reason, sizeof reason, "%.120s", result->reason);
    snprintf(result->reason, sizeof result->reason, "%s%sbounded: unwind %u, no violation", reason,
             *reason ? "; " : "", run.completed);
  }
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  result_add_statistic(result, "unwind", run.bounds.largest);
  result_add_statistic(result, "iterations of deepening", (double)run.totals.bounds);
  result_add_statistic(result, "repeated executions", (double)run.totals.runs);
  result_add_statistic(result, "events", (double)run.totals.events);
  result_add_statistic(result, "order clauses", (double)run.totals.order_clauses);
  result_add_statistic(result, "refinements", (double)run.totals.refinements);
  result_add_statistic(result, "executing seconds", run.totals.executing);
  result_add_statistic(result, "building seconds", run.totals.building);
  result_add_statistic(result, "solver seconds", run.totals.solving);
  map_release(&run.bounds.grown);
  sharing_destroy(run.sharing);
  waiting_destroy(run.waiting);
  liveness_destroy(run.liveness);
  knowledge_destroy(run.knowledge);
  order_parts_release(&run.parts);
}

/* As not_covered, but of all executions. */
static property_set covers(const struct traits *traits) {
  property_set all = ((property_set)1 << PROPERTY_COUNT) - 1;
  property_set not = leaks;
  if (traits->threads && !traits->rc11 && (traits->weak_memory || traits->unordered))
    not |= (property_set)1 << PROPERTY_RACE;
  if (traits->waits && !traits->rc11)
    not |= deadlock;
  return all & ~not ;
}

static const struct engine_option options[] = {
    {"order-encoding", "lazy|eager", "lazy", 0, 0,
     "refine the order of events on demand, or encode it with clocks"},
    {0}};

const struct engine engine_order = {
    .name = "order",
    .summary = "encodes all interleavings in one formula, with partial orders",
    .options = options,
    .knows_weak_memory = true,
    .knows_rc11 = true,
    .is_symbolic = true,
    .covers = covers,
    .run = run_order,
};
