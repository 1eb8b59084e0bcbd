/* SPDX-License-Identifier: Apache-2.0 */
/* The explicit engine, after Beyer and Friedberger, "A Light-Weight Approach for Verifying
 * Multi-Threaded Programs with CPAchecker": the reachability algorithm (reach.c) over threads
 * composed with values (threading.c). Different from the paper, threads interleave at single
 * accesses to memory, functions are not cloned, and locks are memory like any other. */
#include "engine/engine.h"

#include "engine/explicit/bdd.h"
#include "engine/explicit/draw.h"
#include "engine/explicit/hot_spot.h"
#include "engine/explicit/interval.h"
#include "engine/explicit/refine.h"

#include <stdio.h>
#include <string.h>

struct explicit_run {
  const struct task *task;
  struct result *result;
  struct threading threading;
  struct reach reach;
  struct drawing drawing;
  bool tries_some;      /* tries only some of the numbers of a term, as there are too many */
  bool passes_over;     /* continues where values are unclear, as refinement did not help */
  uint64_t refinements; /* restarts with more symbols */
  uint64_t symbols, solved;
  double last_progress;
};

static void show_progress(void *owner) {
  struct explicit_run *run = ((struct threading *)owner)->run;
  double now = clock_seconds();
  if (now - run->last_progress < 0.2)
    return;
  run->last_progress = now;
  double seconds = now - run->task->limits.start;
  size_t states = run->reach.origins.list.count;
  fprintf(stderr, "\rexplicit: %zu states, %zu waiting, %.0f states/s, %zu MB ", states,
          run->reach.waitlist.count, seconds > 0 ? (double)states / seconds : 0,
          memory_resident() / (1024 * 1024));
}

static void say_limit(struct explicit_run *run) {
  const char *limit = run->threading.explorer.limit;
  result_set_unknown(run->result, "%s, after %zu of %zu known states without a violation",
                     limit ? limit : "size of the graph", reach_searched(&run->reach),
                     run->reach.origins.list.count);
  run->result->partial.spot =
      hot_spot_find(&run->threading.explorer, store_count(run->threading.explorer.store));
  engine_report(&engine_explicit, run->task,
                run->result); /* before the states are released, which takes time */
}

static void end_search(struct explicit_run *run) {
  struct result *result = run->result;
  size_t states = run->reach.origins.list.count;
  size_t memory = store_memory(run->threading.explorer.store);
  result_add_statistic(result, "states", (double)states);
  result_add_statistic(result, "transitions", (double)run->reach.edges);
  result_add_statistic(result, "covered", (double)run->reach.covered);
  result_add_statistic(result, "edges executed",
                       (double)run->threading.explorer.machine.counts.edges);
  result_add_statistic(result, "bytes of states", (double)memory);
  result_add_statistic(result, "refinements", (double)run->refinements);
  result_add_statistic(result, "sources of symbols", (double)run->symbols);
  result_add_statistic(result, "solver calls", (double)run->solved);
  struct por_statistics reduction = por_statistics(run->threading.explorer.por);
  result_add_statistic(result, "claims given up", reduction.without_claims);
  result_add_statistic(result, "reduced expansions", (double)reduction.reduced);
  result_add_statistic(result, "steps asleep", (double)reduction.asleep);
  result_add_statistic(result, "expansions after waking", (double)reduction.woken);
  result_add_statistic(result, "postponed expansions", (double)reduction.postponed);
  result_add_statistic(result, "simulated steps", (double)reduction.simulated);
  reach_release(&run->reach);
  threading_release(&run->threading);
}

static bool is_chosen(const struct task *task, const char *option, const char *value) {
  return strcmp(task_option_text(task, option), value) == 0;
}

static enum search_order search_order(const struct task *task) {
  if (is_chosen(task, "order", "switches"))
    return SEARCH_SWITCHES;
  return strncmp(task_option_text(task, "order"), "threads", 7) == 0 ? SEARCH_THREADS
                                                                     : SEARCH_PLAIN;
}

static enum reach_end search_with(struct explicit_run *run, struct data *data,
                                  bool without_claims) {
  const struct task *task = run->task;
  reach_release(&run->reach);
  threading_release(&run->threading);
  threading_init(&run->threading, task, data, without_claims);
  run->threading.passes_over = run->passes_over;
  run->threading.order = search_order(task);
  run->threading.run = run;
  run->threading.explorer.progress = task->progress ? show_progress : NULL;
  run->reach = (struct reach){
      .cpa = &run->threading.cpa,
      .partitioning = is_chosen(task, "partition", "none") ? PARTITION_NONE : PARTITION_LOCATIONS,
      .covers_only_equals = !data,
      .waitlist.breadth_first =
          is_chosen(task, "order", "bfs") || is_chosen(task, "order", "threads-bfs"),
  };
  if (task->graph) {
    drawing_init(&run->drawing, &run->threading, task->graph);
    run->reach.listener = &run->drawing.listener;
  }
  return reach_run(&run->reach);
}

/* If an access violates a claim, searches again without claims. */
static enum reach_end search_and_retry(struct explicit_run *run, struct data *data) {
  enum reach_end end = search_with(run, data, false);
  bool is_violated = end == REACH_STOPPED && explorer_claim_violated(&run->threading.explorer);
  return is_violated ? search_with(run, data, true) : end;
}

/* A condition may be unknown only because a limit ended the solver. */
static void say_exhausted(struct explicit_run *run) {
  if (*run->threading.unknown &&
      limits_check(&run->task->limits, &run->threading.explorer.limit) != STATUS_OK)
    say_limit(run);
  else if (*run->threading.unknown)
    result_set_unknown(run->result, "%s", run->threading.unknown);
  else
    run->result->verdict = VERDICT_TRUE;
}

/* Searches with numbers only; false: a value can be too many numbers. */
static bool run_with_numbers(struct explicit_run *run) {
  struct path path = {0};
  switch (search_and_retry(run, NULL)) {
  case REACH_EXHAUSTED:
    say_exhausted(run);
    break;
  case REACH_FOUND:
    run->result->violation = run->threading.explorer.machine.violation;
    threading_find_path(&run->threading, &run->reach, &path);
    path_to_schedule(&path, &run->result->schedule);
    run->result->verdict = VERDICT_FALSE;
    break;
  case REACH_STOPPED:
    return false;
  case REACH_LIMIT:
    say_limit(run);
    break;
  }
  path_release(&path);
  return true;
}

/* Confirms what was found with unknown values; true: search again. */
static bool confirm_or_refine(struct explicit_run *run, bool is_error) {
  switch (refine_candidate(&run->threading, &run->reach, run->result)) {
  case REFINE_CONFIRMED:
    return false;
  case REFINE_AGAIN:
    run->refinements++;
    return true;
  case REFINE_UNDECIDED:
    break;
  }
  run->result->verdict = VERDICT_UNKNOWN;
  bool too_many = run->threading.data->unclear == UNCLEAR_TOO_MANY && !run->tries_some;
  bool again = !is_error && !run->passes_over;
  run->passes_over = !too_many;
  run->tries_some = true;
  return again;
}

static void run_with_values(struct explicit_run *run) {
  struct data data;
  data_init(&data, run->task->solver, &run->task->limits, &run->threading.explorer.state);
  bool again;
  do {
    again = false;
    data_restart(&data);
    data.finder.tries_some = run->tries_some;
    switch (search_and_retry(run, &data)) {
    case REACH_EXHAUSTED:
      say_exhausted(run);
      break;
    case REACH_FOUND:
      again = confirm_or_refine(run, true);
      break;
    case REACH_STOPPED:
      again = confirm_or_refine(run, false);
      break;
    case REACH_LIMIT:
      say_limit(run);
      break;
    }
  } while (again);
  run->symbols = data.context.precision.count;
  run->solved = data.finder.session.checks;
  end_search(run);
  data_release(&data);
}

static void search_all(struct explicit_run *run) {
  if (run_with_numbers(run))
    end_search(run);
  else
    run_with_values(run);
}

/* Searches for properties that another domain left open, with numbers and symbols. */
static void search_rest(struct explicit_run *run, property_set properties) {
  const struct task *asked = run->task;
  struct task rest = *asked;
  rest.properties = properties;
  run->task = &rest;
  search_all(run);
  run->task = asked;
}

/* Domains other than values. */
static const struct abstract_domain {
  const char *name;
  uint32_t few_numbers; /* of a cell before it moves into the domain, if the search with values does
                           not follow */
  void (*run)(const struct task *task, uint32_t most_numbers, struct result *result);
  const char *uncovered; /* the reason if more properties are open than it covers */
  const char *alone,
      *with_values; /* names of the engine if the domain decided, or if values decided the rest */
} domains[] = {
    {"interval", 2, interval_run,
     "the search with intervals does not cover races, deadlocks and leaks", "explicit(interval)",
     "explicit(value+interval)"},
    {"bdd", 1, bdd_run,
     "the search with decision diagrams does not cover races, deadlocks and leaks", "explicit(bdd)",
     "explicit(value+bdd)"},
};

/* Searches with a domain. With values, the domain gets half of the time, and the search with
 * values the properties that are left. */
static void run_with_domain(struct explicit_run *run, const struct abstract_domain *domain,
                            bool with_values) {
  struct result *result = run->result;
  struct task first = *run->task;
  property_set covered = first.properties & PROPERTIES_OF_STEPS;
  property_set others = first.properties & ~covered;
  if (with_values)
    first.limits.seconds = limits_planned_seconds(&first.limits) / 2;
  domain->run(&first, with_values ? 0 : domain->few_numbers, result);
  bool is_proven = result->verdict == VERDICT_TRUE;
  if (is_proven)
    result->proven = others ? covered : 0;
  result->engine = domain->alone;
  if (result->verdict == VERDICT_FALSE || (is_proven && !others))
    return;
  if (with_values)
    result->engine = is_proven ? domain->with_values : "explicit(value)";
  if (with_values)
    search_rest(run, is_proven ? others : first.properties);
  else if (is_proven)
    result_set_unknown(result, "%s", domain->uncovered);
  if (result->verdict == VERDICT_TRUE)
    result->proven = 0;
}

/* The option names a domain, maybe after "value+". */
static void run_as_chosen(struct explicit_run *run) {
  const char *chosen = task_option_text(run->task, "domain");
  bool with_values = strncmp(chosen, "value+", 6) == 0;
  for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
    if (strcmp(chosen + (with_values ? 6 : 0), domains[i].name) == 0) {
      run_with_domain(run, &domains[i], with_values);
      return;
    }
  search_all(run);
}

static void run_task(const struct task *task, struct result *result) {
  struct explicit_run run = {.task = task, .result = result};
  double start = clock_cpu_seconds();
  result->verdict = VERDICT_UNKNOWN;
  run_as_chosen(&run);
  result_add_statistic(result, "search seconds", clock_cpu_seconds() - start);
  if (task->progress)
    fprintf(stderr, "\r\033[K");
}

static const struct engine_option options[] = {
    {"domain", "value|interval|bdd|value+interval|value+bdd", "value", 0, 0,
     "abstraction of data: numbers and symbols, intervals, decision diagrams, or a combination",
     NULL},
    {"merge", "join|sep", "join", 0, 0,
     "interval, bdd: join states at the same location, or keep them separate",
     "domain=interval|bdd"},
    {"thresholds", "on|off", "on", 0, 0, "interval: widen to constants of the program first",
     "domain=interval"},
    {"order", "dfs|bfs|threads|threads-bfs|switches", "dfs", 0, 0,
     "search order: depth or breadth first, by fewest active threads, or by fewest switches",
     "domain=value"},
    {"partition", "none|locations", "locations", 0, 0,
     "compare a new state with all states, or with those at the same locations", "domain=value"},
    {0}};

static const struct decision decisions[] = {
    {MODEL_BIT(MEMORY_SC), ALL_PROPERTIES, NULL, NULL, NULL},
    {MODEL_BIT(MEMORY_SC), PROPERTIES_OF_STEPS, NULL, NULL, "--domain interval"},
    {MODEL_BIT(MEMORY_SC), PROPERTIES_OF_STEPS, NULL, NULL, "--domain bdd"},
    {0}};

const struct engine engine_explicit = {
    .name = "explicit",
    .summary = "explicit-state search with partial-order reduction and a choice of domains",
    .options = options,
    .uses = "por solver",
    .models = MODEL_BIT(MEMORY_SC),
    .decisions = decisions,
    .skips_known = true,
    .knows_reuse = REUSE_ADDRESSES,
    .run = run_task,
};
