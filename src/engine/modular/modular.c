/* SPDX-License-Identifier: Apache-2.0 */
/* Thread-modular proofs at level two, after Hoenicke, Majumdar and Podelski, "Thread Modularity at
 * Many Levels". An invariant describes any two threads, their registers and stacks, and the
 * variables of the program (pairs.h); steps of the two and of any third thread preserve it. So it
 * proves programs that create threads without end, which no explicit-state search does.
 *
 * Values are numbers where there are few of them and symbols otherwise (abstract/cells.h).
 * Relations between symbols are conjunctions of candidates that the comparisons of the program
 * suggest (abstract/candidates.h), as in Houdini. Both are refined when the abstraction fails: a
 * cell that holds too many numbers becomes symbolic, and relations are collected from the steps
 * seen so far. If there is nothing more to collect, the proof fails. Then intervals of symbols are
 * tried, too, which take longer. */
#include "base/text.h"
#include "engine/engine.h"
#include "engine/modular/pairs.h"
#include "semantics/open.h"

#include <stdio.h>

enum { FEW_NUMBERS = 2 }; /* that a cell may hold before it gets an interval */

/* Proven first, without overflow, whose proof takes intervals that may not be found. */
#define PROVEN_FIRST                                                                               \
  (PROPERTY_BIT(PROPERTY_REACH) | PROPERTY_BIT(PROPERTY_SPEC) | PROPERTY_BIT(PROPERTY_ABORT))
/* All that can be proven. A view does not have enough of memory and of waiting threads for more. */
#define PROVEN_PROPERTIES (PROVEN_FIRST | PROPERTY_BIT(PROPERTY_OVERFLOW))

/* What happens to sizes that are not numbers; tried in this order. */
enum open_sizes {
  SIZES_FEW,    /* tries the smallest ones, in the hope that there are no others */
  SIZES_OPEN,   /* objects have symbolic ends, and writes at unknown offsets havoc them */
  SIZES_FOLLOW, /* keeps the latest of these writes */
  SIZES_END
};

struct modular_run {
  const struct task *task;
  property_set properties;
  bool has_boxes; /* intervals of symbols, besides relations */
  struct result *result;
  struct cells cells;
  struct candidates candidates;
  struct entailment entailment;
  enum open_sizes sizes;
  bool tries_sizes; /* some size was not a number */
  uint64_t attempts, pairs, views, arrivals, checked;
};

static void say_too_coarse(struct modular_run *run, const struct pairs *pairs) {
  struct text text = {0};
  if (pairs->reason) {
    text_add(&text, pairs->reason);
  } else {
    text_add(&text, run->has_boxes ? "the relations and ranges tried do not prove "
                                   : "the relations tried do not prove ");
    program_print_position(&text, run->task->program, pairs->at);
  }
  result_set_unknown(run->result, "%s", text_get(&text));
  text_release(&text);
}

static void show_progress(const struct modular_run *run) {
  if (run->task->progress)
    fprintf(stderr, "\rany number of threads: attempt %llu, %zu relations, %llu pairs ",
            (unsigned long long)run->attempts, run->candidates.list.count,
            (unsigned long long)run->pairs);
}

static void note_steps(struct candidates *candidates, const struct steps *steps) {
  vector_each (step, steps) {
    candidates_note_step(candidates, &step->facts, &step->locals, &step->variables,
                         &step->child_locals);
  }
}

static void gather_candidates(struct candidates *candidates, const struct views *views) {
  note_steps(candidates, &views->starts);
  for (size_t i = 0; i < views->list.count; i++)
    note_steps(candidates, &views->list.items[i].steps);
  candidates_derive(candidates);
}

/* Collects candidates from all known steps; true: there are new ones. */
static bool gather_more(struct candidates *candidates, const struct views *views) {
  size_t before = candidates->list.count;
  gather_candidates(candidates, views);
  if (candidates->list.count == before && !candidates->inherits) {
    candidates->inherits = true;
    gather_candidates(candidates, views);
  }
  if (candidates->list.count == before && !candidates->implies) {
    candidates->implies = true;
    gather_candidates(candidates, views);
  }
  return candidates->list.count > before;
}

static void init_views(struct modular_run *run, struct views *views) {
  const struct task *task = run->task;
  struct question question = {task->program, run->properties, &task->limits, task->stale_parts};
  views_init(views, &question, &run->cells);
  struct machine *machine = &views->symbolic.explorer.machine;
  machine->symbolic.opens_sizes = run->sizes != SIZES_FEW;
  machine->symbolic.open_writes = run->sizes == SIZES_FOLLOW ? OPEN_MOST_WRITES : 0;
}

/* An attempt with the present precision; true: try again with more. */
static bool try_once(struct modular_run *run) {
  const struct task *task = run->task;
  struct views views;
  init_views(run, &views);
  struct pairs pairs = {.views = &views,
                        .candidates = &run->candidates,
                        .entailment = &run->entailment,
                        .limits = &task->limits,
                        .has_boxes = run->has_boxes};
  bool again = false;
  run->attempts++;
  run->cells.grew = false;
  candidates_add_records(&run->candidates);
  switch (pairs_run(&pairs)) {
  case PAIRS_PROVEN:
    run->result->verdict = VERDICT_TRUE;
    break;
  case PAIRS_REACHED:
    again = gather_more(&run->candidates, &views);
    if (!again)
      say_too_coarse(run, &pairs);
    break;
  case PAIRS_GREW:
    again = true;
    break;
  case PAIRS_TOO_MANY:
  case PAIRS_WRONG:
  case PAIRS_LIMIT:
    result_set_unknown(run->result, "%s", pairs.reason);
    break;
  }
  run->tries_sizes |= views.symbolic.tries_sizes;
  run->pairs = pairs.list.count;
  run->views = views.list.count;
  run->arrivals += pairs.arrivals;
  run->checked = pairs.checked;
  show_progress(run);
  pairs_release(&pairs);
  views_release(&views);
  return again;
}

static void add_statistics(const struct modular_run *run) {
  const struct {
    const char *with_boxes, *alone;
    uint64_t value;
  } statistics[] = {
      {"attempts with ranges", "attempts", run->attempts},
      {"views with ranges", "views", run->views},
      {"pairs of views with ranges", "pairs of views", run->pairs},
      {"arrivals with ranges", "arrivals", run->arrivals},
      {"arrivals checked with ranges", "arrivals checked", run->checked},
      {"relations tried beside ranges", "relations tried", run->candidates.list.count},
      {"questions about pairs with ranges", "questions", run->entailment.asked},
      {"models used again for pairs with ranges", "models used again", run->entailment.refuted},
      {"solver calls for pairs with ranges", "solver calls", run->entailment.session.checks},
  };
  for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++)
    result_add_statistic(run->result,
                         run->has_boxes ? statistics[i].with_boxes : statistics[i].alone,
                         (double)statistics[i].value);
}

/* Attempts with growing precision. True: failed, but not because of a limit. */
static bool attempt_all(struct modular_run *run) {
  const struct task *task = run->task;
  const char *reason;
  cells_init(&run->cells, task->program);
  if (run->has_boxes)
    run->cells.most_numbers = FEW_NUMBERS;
  candidates_init(&run->candidates, &run->cells, true);
  entailment_init(&run->entailment, run->cells.context.terms, task->solver, &task->limits);
  while (try_once(run))
    if (limits_check(&task->limits, &reason) != STATUS_OK) {
      result_set_unknown(run->result, "%s", reason);
      break;
    }
  return run->result->verdict == VERDICT_UNKNOWN && !run->result->proven &&
         limits_check(&task->limits, &reason) == STATUS_OK;
}

/* Tries to prove all of the properties, with ways to treat sizes until one suffices. */
static void prove_with(const struct task *task, property_set properties, bool has_boxes,
                       struct result *result) {
  struct modular_run run = {
      .task = task, .properties = properties, .has_boxes = has_boxes, .result = result};
  bool goes_on = true;
  for (; goes_on && run.sizes < SIZES_END; run.sizes++) {
    goes_on = attempt_all(&run) && run.tries_sizes;
    if (!goes_on || run.sizes + 1 == SIZES_END)
      add_statistics(&run);
    entailment_release(&run.entailment);
    candidates_release(&run.candidates);
    cells_release(&run.cells);
  }
  if (task->progress)
    fputc('\n', stderr);
}

/* Proves all of these properties, or none. */
static property_set prove_all(const struct task *task, property_set asked, struct result *result) {
  const char *limit;
  if (!asked)
    return 0;
  prove_with(task, asked, false, result);
  if (result->verdict == VERDICT_UNKNOWN && limits_check(&task->limits, &limit) == STATUS_OK)
    prove_with(task, asked, true, result);
  return result->verdict == VERDICT_TRUE ? asked : 0;
}

static void run_modular(const struct task *task, struct result *result) {
  property_set covered = task->properties & PROVEN_PROPERTIES;
  property_set first = covered & PROVEN_FIRST, rest = covered & ~first;
  property_set proven = prove_all(task, first, result);
  if (rest && (proven || !first))
    proven |= prove_all(task, rest, result);
  if (proven == task->properties)
    return;
  if (proven == covered)
    result_set_unknown(result, "properties other than reach, spec, abort and overflow are not "
                               "covered by modular");
  result->proven = proven;
}

static const struct decision decisions[] = {
    {MODEL_BIT(MEMORY_SC), PROVEN_PROPERTIES, NULL, NULL, NULL}, {0}};

const struct engine engine_modular = {
    .name = "modular",
    .summary = "thread-modular proofs for any number of threads; never answers FALSE",
    .only_proves = true,
    .uses = "solver",
    .models = MODEL_BIT(MEMORY_SC),
    .decisions = decisions,
    .run = run_modular,
};
