/* The engine: deepens the bound, builds and solves the formula, and says what that means. */
#include "engine/order/order.h"

#include "engine/order/schedule.h"
#include "engine/traits.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_ROUNDS = 32 };

struct totals {
  unsigned unwind;
  uint64_t events, order_clauses, refinements, runs;
  double seconds;
};

struct order_run {
  const struct task *task;
  struct result *result;
  struct sharing *sharing;
  struct liveness *liveness;
  struct waiting *waiting;
  struct knowledge *knowledge; /* what one bound showed, the next begins with */
  struct totals totals;
  unsigned most_rounds;
};

enum answer {
  ANSWER_DONE,   /* the result is set */
  ANSWER_DEEPER, /* executions were cut off by the bound */
};

static void unknown(struct order_run *run, const char *reason) {
  run->result->verdict = VERDICT_UNKNOWN;
  snprintf(run->result->reason, sizeof run->result->reason, "%s", reason);
}

/* What a run showed about instances that may be dead when accessed. */
static void note_mortal(struct symbolic *symbolic) {
  for (size_t i = 0; i < symbolic->instances.count; i++) {
    struct instance *instance = symbolic->instances.items[i];
    bool mortal = (instance->freed && instance->shared) || instance->late ||
                  ((instance->returned || instance->ended) && instance->foreign);
    symbolic->knowledge->changed |= mortal && !instance->marks->mortal;
    instance->marks->mortal |= mortal;
  }
}

/* Locks that a run showed to be read otherwise than to wait for them. */
static void note_peeked(struct symbolic *symbolic) {
  for (size_t i = 0; i < symbolic->events.count; i++) {
    const struct order_event *event = &symbolic->events.items[i];
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

static void start_symbolic(const struct order_run *run, struct symbolic *symbolic,
                           unsigned unwind) {
  *symbolic = (struct symbolic){.program = run->task->program,
                                .properties = run->task->properties,
                                .memory_model = run->task->memory_model,
                                .limits = &run->task->limits,
                                .unwind = unwind,
                                .most_rounds = run->most_rounds,
                                .terms = terms_create(),
                                .sharing = run->sharing,
                                .liveness = run->liveness,
                                .waiting = run->waiting,
                                .knowledge = run->knowledge};
  run->knowledge->changed = false;
  symbolic_run(symbolic);
  note_mortal(symbolic);
  note_peeked(symbolic);
}

static void end_symbolic(struct symbolic *symbolic) {
  struct terms *terms = symbolic->terms;
  symbolic_release(symbolic);
  terms_destroy(terms);
}

/* Under other memory models than sc races are not in the formula; without a second thread there are
 * none. Nor are deadlocks; there are none if nobody waits. */
static const char *not_covered(const struct order_run *run, const struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  property_set properties = run->task->properties;
  if (symbolic->memory_model != MEMORY_SC && symbolic->threads.count > 1 &&
      property_in(PROPERTY_RACE, properties))
    return "race not covered by order";
  if (formula->too_many_races)
    return "too many pairs of accesses that may race";
  if (symbolic->may_block && property_in(PROPERTY_DEADLOCK, properties))
    return "deadlock not covered by order";
  if (property_in(PROPERTY_LEAK, properties) || property_in(PROPERTY_MEMCLEANUP, properties))
    return "leaks not covered by order";
  return NULL;
}

static enum answer explain_failure(struct order_run *run, enum status status, const char *reason) {
  (void)status;
  unknown(run, reason && *reason ? reason : "the solver gave up");
  return ANSWER_DONE;
}

/* Is anything left out that could be executed? */
static enum answer look_at_gaps(struct order_run *run, struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  bool satisfiable = false;
  uint32_t *order;
  size_t count;
  if (symbolic->gaps.count) {
    enum status status = formula_solve(formula, formula->some_gap, &satisfiable, &order, &count);
    memory_release(order);
    if (status != STATUS_OK)
      return explain_failure(run, status, solver_reason(formula->solver));
  }
  if (!satisfiable) {
    const char *missing = not_covered(run, formula);
    if (missing)
      unknown(run, missing);
    else
      run->result->verdict = VERDICT_TRUE;
    return ANSWER_DONE;
  }
  for (size_t i = 0; i < symbolic->gaps.count; i++) {
    if (symbolic->gaps.items[i].unwinding || !formula_value(formula, formula->gaps[i]))
      continue;
    unknown(run, symbolic->gaps.items[i].reason);
    return ANSWER_DONE;
  }
  return ANSWER_DEEPER;
}

static enum answer solve(struct order_run *run, struct formula *formula) {
  bool satisfiable = false;
  uint32_t *order = NULL;
  size_t count = 0;
  enum answer answer;
  enum status status = STATUS_OK;
  if (formula->symbolic->errors.count || formula->races.count)
    status = formula_solve(formula, formula->some_error, &satisfiable, &order, &count);
  if (status != STATUS_OK) {
    answer = explain_failure(run, status, solver_reason(formula->solver));
  } else if (satisfiable) {
    char why[160];
    answer = ANSWER_DONE;
    if (schedule_from_model(formula, run->task, order, count, run->result, why)) {
      run->result->verdict = VERDICT_FALSE;
    } else {
      char reason[256];
      snprintf(reason, sizeof reason, "a counterexample could not be executed: %s", why);
      unknown(run, reason);
    }
  } else {
    answer = look_at_gaps(run, formula);
  }
  memory_release(order);
  return answer;
}

static enum answer try_backend(struct order_run *run, struct symbolic *symbolic,
                               const char *backend) {
  struct formula formula = {.symbolic = symbolic,
                            .solver = solver_create(backend),
                            .bitwise = strcmp(backend, "sat") == 0,
                            .eager = run->task->eager_order};
  solver_set_limits(formula.solver, &run->task->limits);
  formula_build(&formula);
  enum answer answer = symbolic->status == STATUS_OK
                           ? solve(run, &formula)
                           : explain_failure(run, symbolic->status, symbolic->status_reason);
  run->totals.events = symbolic->events.count;
  run->totals.order_clauses += formula.order_clauses;
  run->totals.refinements += formula.refinements;
  run->totals.seconds += solver_get_statistics(formula.solver).seconds;
  bool unsupported = solver_status(formula.solver) == STATUS_UNSUPPORTED;
  formula_release(&formula);
  solver_destroy(formula.solver);
  if (unsupported && strcmp(backend, "z3") != 0) {
    *run->result->reason = '\0';
    return try_backend(run, symbolic, "z3");
  }
  return answer;
}

/* A loop that seems to be decided may only seem so until more is known about shared memory: it gets
 * more rounds when nothing else is new. */
static bool needs_another_run(struct order_run *run, const struct symbolic *symbolic) {
  if (symbolic->status != STATUS_OK || run->knowledge->changed)
    return symbolic->status == STATUS_OK;
  if (!symbolic->truncated)
    return false;
  run->most_rounds *= 8;
  if (run->most_rounds > MOST_ROUNDS)
    run->most_rounds = MOST_ROUNDS;
  return true;
}

static enum answer try_bound(struct order_run *run, unsigned unwind) {
  struct symbolic symbolic;
  start_symbolic(run, &symbolic, unwind);
  while (needs_another_run(run, &symbolic)) {
    end_symbolic(&symbolic);
    start_symbolic(run, &symbolic, unwind);
    run->totals.runs++;
    if (symbolic.status == STATUS_OK)
      symbolic.status = limits_check(&run->task->limits, &symbolic.status_reason);
  }
  enum answer answer;
  if (symbolic.status != STATUS_OK)
    answer = explain_failure(run, symbolic.status, symbolic.status_reason);
  else
    answer = try_backend(run, &symbolic, run->task->solver);
  end_symbolic(&symbolic);
  return answer;
}

static void show_progress(const struct order_run *run) {
  if (run->task->progress)
    fprintf(stderr, "\r\033[Korder: unwinding %u, %llu events, %llu order clauses ",
            run->totals.unwind, (unsigned long long)run->totals.events,
            (unsigned long long)run->totals.order_clauses);
}

static void run_order(const struct task *task, struct result *result) {
  struct order_run run = {.task = task, .result = result, .most_rounds = FIRST_ROUNDS};
  run.sharing = sharing_create(task->program);
  run.liveness = liveness_create(task->program);
  run.waiting = waiting_create(task->program, run.liveness);
  run.knowledge = knowledge_create();
  result->verdict = VERDICT_UNKNOWN;
  unsigned before = 1, unwind = 1;
  for (;;) {
    run.totals.unwind = unwind;
    show_progress(&run);
    if (try_bound(&run, unwind) == ANSWER_DONE)
      break;
    unsigned next = unwind < 3 ? unwind + 1 : unwind + before;
    before = unwind;
    unwind = next;
  }
  if (result->verdict == VERDICT_UNKNOWN && unwind > 1) {
    char reason[160];
    snprintf(reason, sizeof reason, "%.120s", result->reason);
    snprintf(result->reason, sizeof result->reason, "%s; bounded: unwind %u, no violation", reason,
             before);
  }
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  result_add_statistic(result, "unwind", run.totals.unwind);
  result_add_statistic(result, "repeated executions", (double)run.totals.runs);
  result_add_statistic(result, "events", (double)run.totals.events);
  result_add_statistic(result, "order clauses", (double)run.totals.order_clauses);
  result_add_statistic(result, "refinements", (double)run.totals.refinements);
  result_add_statistic(result, "solver seconds", run.totals.seconds);
  sharing_destroy(run.sharing);
  waiting_destroy(run.waiting);
  liveness_destroy(run.liveness);
  knowledge_destroy(run.knowledge);
}

/* As not_covered, but of all executions. */
static property_set covers(const struct traits *traits) {
  property_set all = ((property_set)1 << PROPERTY_COUNT) - 1;
  property_set not = (property_set)1 << PROPERTY_LEAK | (property_set)1 << PROPERTY_MEMCLEANUP;
  if (traits->threads && traits->weak_memory)
    not |= (property_set)1 << PROPERTY_RACE;
  if (traits->waits)
    not |= (property_set)1 << PROPERTY_DEADLOCK;
  return all & ~not ;
}

const struct engine engine_order = {
    .name = "order",
    .summary = "bounded, with partial orders: one formula for all interleavings",
    .knows_weak_memory = true,
    .is_symbolic = true,
    .covers = covers,
    .run = run_order,
};
