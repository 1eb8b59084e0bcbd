/* SPDX-License-Identifier: Apache-2.0 */
/* Thread-modular proofs at level two, after Hoenicke, Majumdar and Podelski, "Thread Modularity at
 * Many Levels". An invariant describes any two threads, their registers and stacks, and the
 * variables of the program; steps of the two and of any third thread preserve it. So it proves
 * programs that create threads without end, which no explicit-state search does.
 *
 * Values are numbers where there are few of them and symbols otherwise (cells.h). Relations between
 * symbols are conjunctions of candidates that the comparisons of the program suggest
 * (candidates.h), as in Houdini. Both are refined when the abstraction fails: a cell that holds too
 * many numbers becomes symbolic, and relations are collected from the steps seen so far. If there
 * is nothing more to collect, the proof fails. */
#include "engine/thread_modular.h"

#include "base/text.h"
#include "engine/pairs.h"
#include "semantics/open.h"

#include <stdio.h>

/* What is done with sizes that are no numbers, one after the other until there is a proof. */
enum open_sizes {
  SIZES_FEW,    /* the smallest ones are tried, in the hope that there are no others */
  SIZES_OPEN,   /* objects have ends that are terms, and writes at unknown offsets are forgotten */
  SIZES_FOLLOW, /* the latest of these writes are kept */
  SIZES_END
};

/* No view has enough of memory and of waiting threads for other properties. */
property_set thread_modular_covers(void) {
  return thread_modular_asks_first() | (property_set)1 << PROPERTY_OVERFLOW;
}

property_set thread_modular_asks_first(void) {
  return (property_set)1 << PROPERTY_REACH | (property_set)1 << PROPERTY_SPEC |
         (property_set)1 << PROPERTY_ABORT;
}

struct modular_run {
  const struct task *task;
  const struct thread_modular_plan *plan;
  struct result *result;
  struct cells cells;
  struct candidates candidates;
  struct entailment entailment;
  enum open_sizes sizes;
  bool tries_sizes; /* there are some that are no numbers */
  uint64_t attempts, pairs, views, arrivals, checked;
};

static void say_too_coarse(struct modular_run *run, const struct pairs *pairs) {
  struct text text = {0};
  if (pairs->reason) {
    text_add(&text, pairs->reason);
  } else {
    text_add(&text, run->plan->has_boxes ? "the relations and ranges tried do not prove "
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
  for (size_t i = 0; i < steps->count; i++) {
    const struct view_step *step = &steps->items[i];
    candidates_note_step(candidates, &step->facts, &step->locals, &step->variables,
                         &step->child_locals);
  }
}

static void gather(struct candidates *candidates, const struct views *views) {
  note_steps(candidates, &views->starts);
  for (size_t i = 0; i < views->list.count; i++)
    note_steps(candidates, &views->list.items[i].steps);
  candidates_derive(candidates);
}

/* From all steps known so far; true if there is something new. */
static bool gather_more(struct candidates *candidates, const struct views *views) {
  size_t before = candidates->list.count;
  gather(candidates, views);
  if (candidates->list.count == before && !candidates->inherits) {
    candidates->inherits = true;
    gather(candidates, views);
  }
  if (candidates->list.count == before && !candidates->implies) {
    candidates->implies = true;
    gather(candidates, views);
  }
  return candidates->list.count > before;
}

static void init_views(struct modular_run *run, struct views *views) {
  const struct task *task = run->task;
  views_init(views, task->program, task->properties & thread_modular_covers(), &run->cells,
             &task->limits);
  struct machine *machine = &views->symbolic.explorer.machine;
  machine->opens_sizes = run->sizes != SIZES_FEW;
  machine->open_writes = run->sizes == SIZES_FOLLOW ? OPEN_MOST_WRITES : 0;
}

/* One attempt with the precision there is; true: try again with more. */
static bool attempt(struct modular_run *run) {
  const struct task *task = run->task;
  struct views views;
  init_views(run, &views);
  struct pairs pairs = {.views = &views,
                        .candidates = &run->candidates,
                        .entailment = &run->entailment,
                        .limits = &task->limits,
                        .has_boxes = run->plan->has_boxes,
                        .uses_thresholds = run->plan->uses_thresholds};
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
                         run->plan->has_boxes ? statistics[i].with_boxes : statistics[i].alone,
                         (double)statistics[i].value);
}

/* True: it was given up for what is not a limit. */
static bool attempt_all(struct modular_run *run) {
  const struct task *task = run->task;
  const char *reason;
  cells_init(&run->cells, task->program);
  if (run->plan->most_numbers)
    run->cells.most_numbers = run->plan->most_numbers;
  candidates_init(&run->candidates, &run->cells, true);
  entailment_init(&run->entailment, run->cells.context.terms, task->solver, &task->limits);
  while (attempt(run))
    if (limits_check(&task->limits, &reason) != STATUS_OK) {
      result_set_unknown(run->result, "%s", reason);
      break;
    }
  return run->result->verdict == VERDICT_UNKNOWN && !run->result->proven &&
         limits_check(&task->limits, &reason) == STATUS_OK;
}

void thread_modular_prove(const struct task *task, const struct thread_modular_plan *plan,
                          struct result *result) {
  struct modular_run run = {.task = task, .plan = plan, .result = result};
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
