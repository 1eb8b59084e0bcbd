/* SPDX-License-Identifier: Apache-2.0 */
/* Bounded model checking with partial orders: one formula over reads-from and the order of steps,
 * for all interleavings up to an unwinding bound, which is deepened until nothing is cut off. After
 * CBMC's partial-order encoding (Alglave, Kroening and Tautschnig, CAV 2013), with the order
 * refined lazily as in Deagle. */
#include "engine/engine.h"

#include "analysis/reuse.h"
#include "engine/order/formula.h"
#include "engine/order/parts.h"
#include "engine/traits.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_MOST_ITERATIONS = 32 };

struct totals {
  uint64_t events, order_clauses, refinements, runs, bounds;
  double executing, building, solving; /* seconds */
};

struct order_search {
  const struct task *task;
  struct result *result;
  struct sharing *sharing;
  struct liveness *liveness;
  struct waiting *waiting;
  struct knowledge *knowledge; /* kept from bound to bound */
  struct totals totals;
  struct loop_bounds bounds;
  unsigned completed; /* the largest bound without a violation; 0: none */
  unsigned most_iterations;
  struct order_parts parts;
  struct order_run run; /* the last one */
};

enum order_answer {
  ANSWER_DONE,   /* the result is set */
  ANSWER_DEEPER, /* executions were left out by a bound, or by an assumption that was dropped */
};

/* Records the instances that may be dead when accessed. */
static void note_mortal(struct order_run *run) {
  for (size_t i = 0; i < run->instances.count; i++) {
    struct instance *instance = run->instances.items[i];
    if ((instance->freed && instance->shared) || instance->late ||
        ((instance->returned || instance->ended || instance->freed) && instance->foreign))
      knowledge_set_flag(run->knowledge, &instance->marks->mortal);
  }
}

/* Records the locks that are read otherwise than to wait until they are free. */
static void note_peeked(struct order_run *run) {
  vector_each (event, &run->log.events) {
    struct word *word =
        !event->writes && !event->takes && !event->is_known && term_is_constant(event->address)
            ? knowledge_find_word(run->knowledge, event->address->value, event->size)
            : NULL;
    if (!word)
      continue;
    run->knowledge->changed |= word->acquired && !word->peeked;
    word->peeked = true;
    if (event->abbreviated)
      knowledge_set_flag(run->knowledge, &word->detailed);
  }
}

static void start_run(struct order_search *search) {
  const struct task *task = search->task;
  double started = clock_seconds();
  search->run = (struct order_run){
      .program = task->program,
      .properties = task->properties,
      .memory_model = task->memory_model,
      .limit.limits = &task->limits,
      .stale_parts = task->stale_parts,
      .unwinding = {.bounds = &search->bounds, .most_iterations = search->most_iterations},
      .terms = terms_create(),
      .sharing = search->sharing,
      .liveness = search->liveness,
      .waiting = search->waiting,
      .knowledge = search->knowledge,
      .parts = &search->parts};
  order_parts_begin(&search->parts, task->program);
  knowledge_begin_run(search->knowledge);
  order_run_execute(&search->run);
  knowledge_end_run(search->knowledge);
  note_mortal(&search->run);
  note_peeked(&search->run);
  search->totals.executing += clock_seconds() - started;
}

static void end_run(struct order_search *search) {
  order_run_release(&search->run);
  terms_destroy(search->run.terms);
}

static const property_set deadlock = PROPERTY_BIT(PROPERTY_DEADLOCK);
static const property_set leaks = PROPERTY_BIT(PROPERTY_LEAK) | PROPERTY_BIT(PROPERTY_MEMCLEANUP);
static const char not_deadlock[] = "deadlock not covered by order";

static bool misses_deadlocks(const struct order_run *run) {
  return run->endings.may_sleep || (run->endings.may_block && run->memory_model != MEMORY_RC11);
}

/* Why no verdict covers the properties; NULL: it does. The formula describes races of adjacent
 * accesses, which are all of them under sc if atomic accesses synchronise, and under rc11 those
 * that happens-before does not order; without a second thread there are none. Under rc11 it can
 * exclude deadlocks; otherwise there are none if no thread waits. */
static const char *not_covered(const struct order_run *run, bool too_many_races) {
  bool has_order = run->memory_model == MEMORY_SC ? !run->program->orders.unordered
                                                  : run->memory_model == MEMORY_RC11;
  if (!has_order && run->log.threads.count > 1 && order_run_checks(run, PROPERTY_RACE))
    return "race not covered by order";
  if (too_many_races)
    return "too many pairs of accesses that may race";
  if (misses_deadlocks(run) && order_run_checks(run, PROPERTY_DEADLOCK))
    return not_deadlock;
  return run->properties & leaks ? "leaks not covered by order" : NULL;
}

static enum order_answer explain_failure(struct order_search *search, const char *reason) {
  result_set_unknown(search->result, "%s", reason && *reason ? reason : "the solver gave up");
  return ANSWER_DONE;
}

/* Limits for an optional query: a fraction of the time that was used so far. */
static struct limits short_limits(const struct order_search *search) {
  struct limits limits = search->task->limits;
  double used = clock_seconds() - limits.start, share = used / 4 > 0.2 ? used / 4 : 0.2;
  if (limits.seconds <= 0 || used + share < limits.seconds)
    limits.seconds = used + share;
  return limits;
}

/* Increases the bound that cuts these executions off, unless it has grown already. */
static void grow_bound(struct order_search *search, const struct incompleteness *cut_off,
                       struct map *grown) {
  if (map_get(grown, cut_off->bound, NULL))
    return;
  map_set(grown, cut_off->bound, 1);
  loop_bounds_grow(&search->bounds, cut_off->bound);
}

/* Finds a model that is cut off at another bound. */
static bool find_others(struct formula *formula, const struct map *grown) {
  const struct outcomes *outcomes = &formula->run->outcomes;
  VECTOR(int) others = {0};
  for (size_t i = 0; i < outcomes->incomplete.count; i++)
    if (outcomes->incomplete.items[i].unwinding &&
        !map_get(grown, outcomes->incomplete.items[i].bound, NULL))
      vector_push(&others, formula->goals.incomplete[i]);
  bool satisfiable = false;
  if (others.count) {
    int choice = formula_add_choice(formula, others.items, others.count);
    enum status status = formula_solve(formula, choice, &satisfiable);
    satisfiable = status == STATUS_OK && satisfiable;
  }
  vector_release(&others);
  return satisfiable;
}

/* Increases the bounds that the model reaches, and those that further models reach, if these are
 * found quickly. A bound that is not found now is found after the next deepening. */
static void grow_bounds(struct order_search *search, struct formula *formula) {
  const struct outcomes *outcomes = &search->run.outcomes;
  struct map grown = {0};
  struct limits limits = short_limits(search);
  solver_set_limits(formula->solver, &limits);
  do
    for (size_t i = 0; i < outcomes->incomplete.count; i++)
      if (outcomes->incomplete.items[i].unwinding &&
          formula_value(formula, formula->goals.incomplete[i]))
        grow_bound(search, &outcomes->incomplete.items[i], &grown);
  while (find_others(formula, &grown));
  solver_set_limits(formula->solver, &search->task->limits);
  map_release(&grown);
}

/* Notes the bound of a loop that cuts executions off; nothing if there are too many. */
static void note_loop(struct guarantee *guarantee, uint64_t key, unsigned bound) {
  struct loop_bound loop = {(uint32_t)(key >> 32), (uint32_t)key, bound};
  for (uint32_t i = 0; i < guarantee->loop_count && i < MOST_LOOP_BOUNDS; i++)
    if (guarantee->loops[i].function == loop.function && guarantee->loops[i].head == loop.head)
      return;
  if (guarantee->loop_count < MOST_LOOP_BOUNDS)
    guarantee->loops[guarantee->loop_count] = loop;
  guarantee->loop_count++;
}

/* Reports that there is no violation within the bounds. */
static void report_guarantee(struct order_search *search, bool too_many_races) {
  const struct order_run *run = &search->run;
  bool is_whole = !not_covered(run, too_many_races);
  struct guarantee guarantee = {.bounds_iterations = true};
  search->completed = search->bounds.largest;
  vector_each (item, &run->outcomes.incomplete) {
    unsigned bound =
        item->unwinding ? loop_bounds_get(&search->bounds, item->bound) : search->completed;
    search->completed = bound < search->completed ? bound : search->completed;
    if (item->unwinding)
      note_loop(&guarantee, item->bound, bound);
    is_whole &= item->unwinding;
  }
  property_set open = run->endings.may_block ? deadlock : 0; /* a thread may wait for one that was
                                                              * cut off */
  guarantee.properties = is_whole ? run->properties & ~open : 0;
  guarantee.iterations = search->completed;
  guarantee.needs_fresh_addresses = !engine_can_prove(&engine_order, run->program);
  if (guarantee.loop_count > MOST_LOOP_BOUNDS)
    guarantee.loop_count = 0;
  partial_result_add_guarantee(&search->result->partial, guarantee);
  engine_report(&engine_order, search->task, search->result);
}

/* Asks for deadlocks. There is no other violation, and nothing is left out. */
static enum order_answer ask_for_deadlock(struct order_search *search, struct formula *formula) {
  const char *missing = not_covered(&search->run, formula->goals.too_many_races);
  bool satisfiable = false;
  if (!missing && formula->goals.deadlock) {
    enum status status = formula_solve(formula, formula->goals.deadlock, &satisfiable);
    if (status != STATUS_OK)
      explain_failure(search, solver_reason(formula->solver));
    else if (satisfiable)
      result_set_unknown(search->result, "a deadlock could not be excluded");
    satisfiable |= status != STATUS_OK;
  } else if (missing) {
    result_set_unknown(search->result, "%s", missing);
  }
  if (satisfiable || missing == not_deadlock)
    search->result->proven = search->task->properties & ~(deadlock | leaks);
  else if (!missing)
    search->result->verdict = VERDICT_TRUE;
  return ANSWER_DONE;
}

/* Executions that were left out for another reason than a bound. */
static enum order_answer explain_left_out(const struct order_search *search,
                                          const struct incompleteness *left_out) {
  const struct program *program = search->task->program;
  struct text place = {0};
  if (left_out->misaligned) {
    search->knowledge->misaligned = true;
    return ANSWER_DEEPER;
  }
  if (left_out->parts)
    stale_parts_note(search->task->stale_parts, program, left_out->edge, left_out->parts);
  program_print_position(&place, program, left_out->edge->at);
  result_set_unknown(search->result, "%s%s%s%s", left_out->what, place.length ? " at " : "",
                     text_get(&place), left_out->rest ? left_out->rest : "");
  text_release(&place);
  return ANSWER_DONE;
}

/* Asks for an execution that was left out: by a bound, which grows, or for a reason that makes the
 * answer unknown. */
static enum order_answer ask_for_incompleteness(struct order_search *search,
                                                struct formula *formula) {
  const struct outcomes *outcomes = &search->run.outcomes;
  bool satisfiable = false;
  if (outcomes->incomplete.count &&
      formula_solve(formula, formula->goals.some_incompleteness, &satisfiable) != STATUS_OK)
    return explain_failure(search, solver_reason(formula->solver));
  if (!satisfiable)
    return ask_for_deadlock(search, formula);
  for (size_t i = 0; i < outcomes->incomplete.count; i++)
    if (!outcomes->incomplete.items[i].unwinding &&
        formula_value(formula, formula->goals.incomplete[i]))
      return explain_left_out(search, &outcomes->incomplete.items[i]);
  report_guarantee(search, formula->goals.too_many_races);
  if (!search->task->unwind) {
    grow_bounds(search, formula);
    return ANSWER_DEEPER;
  }
  *search->result->reason = '\0';
  return ANSWER_DONE;
}

enum { MOST_ATTEMPTS = 8 };

/* Asks for a violation, and executes it. If the execution does not violate a property, further
 * models are tried; but if these do not help either, the answer is unknown. */
static enum order_answer ask_for_violation(struct order_search *search, struct formula *formula) {
  bool satisfiable = search->run.outcomes.errors.count || formula->goals.races.count;
  char why[160] = "";
  for (unsigned attempt = 0; satisfiable && attempt < MOST_ATTEMPTS; attempt++) {
    if (attempt % 2)
      formula_forbid_sources(formula);
    else if (attempt)
      formula_forbid_errors(formula);
    enum status status = formula_solve(formula, formula->goals.some_error, &satisfiable);
    if (status != STATUS_OK && !*why)
      return explain_failure(search, solver_reason(formula->solver));
    if (status != STATUS_OK)
      break;
    if (satisfiable && order_schedule_from_model(formula, search->task, search->result, why)) {
      search->result->verdict = VERDICT_FALSE;
      return ANSWER_DONE;
    }
  }
  if (!*why)
    return ask_for_incompleteness(search, formula);
  bool has_layout = search->task->program->asks_layout; /* answers are taken for arbitrary here */
  result_set_unknown(search->result, "%s: %s",
                     has_layout ? "a counterexample may be one of no layout of objects"
                                : "a counterexample could not be executed",
                     why);
  return ANSWER_DONE;
}

/* Can a violation be found before executions are left out? */
static bool may_fail(const struct order_run *run) {
  bool races = order_run_checks(run, PROPERTY_RACE) && run->log.threads.count > 1;
  return run->outcomes.errors.count || races || run->log.mark_count;
}

static enum order_answer try_backend(struct order_search *search, const char *backend) {
  struct order_run *run = &search->run;
  struct formula formula = {.run = run,
                            .solver = solver_create(backend),
                            .is_bitwise = strcmp(backend, "sat") == 0,
                            .precedence.is_eager =
                                strcmp(task_option_text(search->task, "order-encoding"), "eager") ==
                                0};
  solver_set_limits(formula.solver, &search->task->limits);
  double started = clock_seconds();
  if (may_fail(run) || run->outcomes.incomplete.count || run->endings.stops.count)
    formula_build(&formula);
  search->totals.building += clock_seconds() - started;
  enum order_answer answer = run->limit.status == STATUS_OK
                                 ? ask_for_violation(search, &formula)
                                 : explain_failure(search, run->limit.reason);
  search->totals.events = run->log.events.count;
  search->totals.order_clauses += formula.order_clauses;
  search->totals.refinements += formula.refinements;
  search->totals.solving += solver_get_statistics(formula.solver).seconds;
  const char *other = solver_fallback(formula.solver);
  formula_release(&formula);
  solver_destroy(formula.solver);
  if (!other)
    return answer;
  *search->result->reason = '\0';
  return try_backend(search, other);
}

/* Is another run needed: because something new was learned, or, if not, because a decided loop was
 * cut off? Loops may seem decided only until more is known about shared memory, so their iterations
 * grow last. */
static bool prepare_another_run(struct order_search *search) {
  const struct order_run *run = &search->run;
  if (run->limit.status != STATUS_OK || search->knowledge->changed)
    return run->limit.status == STATUS_OK;
  if (!run->unwinding.is_truncated)
    return false;
  search->most_iterations *= 8;
  if (search->most_iterations > MOST_ITERATIONS)
    search->most_iterations = MOST_ITERATIONS;
  return true;
}

/* Executes all threads until nothing new is learned. */
static void execute_until_stable(struct order_search *search) {
  struct run_limit *limit = &search->run.limit;
  start_run(search);
  while (prepare_another_run(search)) {
    end_run(search);
    start_run(search);
    search->totals.runs++;
    if (limit->status == STATUS_OK)
      limit->status = limits_check(limit->limits, &limit->reason);
  }
}

/* If no error is possible before the places where decided loops were cut off, increases their
 * bounds without a query. */
static bool prolong_decided(struct order_search *search) {
  const struct outcomes *outcomes = &search->run.outcomes;
  if (search->task->unwind || may_fail(&search->run))
    return false;
  for (size_t i = 0; i < outcomes->incomplete.count; i++)
    if (!outcomes->incomplete.items[i].decided)
      return false;
  struct map grown = {0};
  vector_each (cut_off, &outcomes->incomplete)
    grow_bound(search, cut_off, &grown);
  map_release(&grown);
  return outcomes->incomplete.count;
}

/* Are only properties checked that no formula covers? */
static bool covers_nothing(const struct order_run *run) {
  return !(run->properties & ~(leaks | (misses_deadlocks(run) ? deadlock : 0)));
}

static enum order_answer try_bounds(struct order_search *search) {
  knowledge_begin_bound(search->knowledge);
  execute_until_stable(search);
  order_parts_end(&search->run);
  search->totals.bounds++;
  enum order_answer answer;
  if (search->run.limit.status != STATUS_OK)
    answer = explain_failure(search, search->run.limit.reason);
  else if (stale_parts_seen(search->task->stale_parts))
    answer = explain_failure(search, PART_ACCESS);
  else if (covers_nothing(&search->run))
    answer = explain_failure(search, not_covered(&search->run, false));
  else if (prolong_decided(search))
    answer = ANSWER_DEEPER;
  else
    answer = try_backend(search, search->task->solver);
  end_run(search);
  return answer;
}

static void show_progress(const struct order_search *search) {
  if (search->task->progress)
    fprintf(stderr, "\r\033[Korder: unwinding %u, %llu events, %llu order clauses ",
            search->bounds.largest, (unsigned long long)search->totals.events,
            (unsigned long long)search->totals.order_clauses);
}

static void run_order(const struct task *task, struct result *result) {
  if (task->memory_model == MEMORY_RC11 &&
      strcmp(task_option_text(task, "order-encoding"), "eager") == 0) {
    result_set_unknown(result,
                       "--order-encoding eager has one order of all steps, which rc11 has not");
    return;
  }
  struct order_search search = {
      .task = task, .result = result, .most_iterations = FIRST_MOST_ITERATIONS};
  search.sharing = sharing_create(task->program);
  search.liveness = liveness_create(task->program);
  search.waiting = waiting_create(task->program, search.liveness);
  search.knowledge = knowledge_create();
  result->verdict = VERDICT_UNKNOWN;
  search.bounds.first = search.bounds.largest = task->unwind ? (unsigned)task->unwind : 1;
  do
    show_progress(&search);
  while (try_bounds(&search) == ANSWER_DEEPER);
  if (result->verdict == VERDICT_UNKNOWN && search.completed) {
    char reason[160];
    snprintf(reason, sizeof reason, "%.120s", result->reason);
    snprintf(result->reason, sizeof result->reason, "%s%sbounded: unwind %u, no violation", reason,
             *reason ? "; " : "", search.completed);
  }
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  result_add_statistic(result, "unwind", search.bounds.largest);
  result_add_statistic(result, "iterations of deepening", (double)search.totals.bounds);
  result_add_statistic(result, "repeated executions", (double)search.totals.runs);
  result_add_statistic(result, "events", (double)search.totals.events);
  result_add_statistic(result, "order clauses", (double)search.totals.order_clauses);
  result_add_statistic(result, "refinements", (double)search.totals.refinements);
  result_add_statistic(result, "executing seconds", search.totals.executing);
  result_add_statistic(result, "building seconds", search.totals.building);
  result_add_statistic(result, "solver seconds", search.totals.solving);
  map_release(&search.bounds.grown);
  sharing_destroy(search.sharing);
  waiting_destroy(search.waiting);
  liveness_destroy(search.liveness);
  knowledge_destroy(search.knowledge);
  order_parts_release(&search.parts);
}

/* Conditions of the table below. They concern all executions of the program; not_covered()
 * concerns those that one run encodes. */
static bool synchronises(const struct traits *traits) {
  return !traits->threads || !traits->unordered;
}
static bool has_one_thread(const struct traits *traits) { return !traits->threads; }
static bool never_waits(const struct traits *traits) { return !traits->waits; }

static const struct decision decisions[] = {
    {ALL_MODELS, PROPERTIES_OF_STEPS, NULL, NULL, NULL},
    {MODEL_BIT(MEMORY_RC11), PROPERTY_BIT(PROPERTY_RACE) | PROPERTY_BIT(PROPERTY_DEADLOCK), NULL,
     NULL, NULL},
    {MODEL_BIT(MEMORY_SC), PROPERTY_BIT(PROPERTY_RACE), synchronises, "atomic accesses synchronise",
     NULL},
    {MODELS_WITH_BUFFERS, PROPERTY_BIT(PROPERTY_RACE), has_one_thread, "no thread is created",
     NULL},
    {MODEL_BIT(MEMORY_SC) | MODELS_WITH_BUFFERS, PROPERTY_BIT(PROPERTY_DEADLOCK), never_waits,
     "no thread waits", NULL},
    {0}};

static const struct engine_option options[] = {
    {"order-encoding", "lazy|eager", "lazy", 0, 0,
     "refine the order of events on demand, or encode it with clocks", NULL},
    {0}};

const struct engine engine_order = {
    .name = "order",
    .summary = "encodes all interleavings in one formula, with partial orders",
    .options = options,
    .uses = "solver unwind",
    .models = ALL_MODELS,
    .decisions = decisions,
    .is_symbolic = true,
    .run = run_order,
};
