/* SPDX-License-Identifier: Apache-2.0 */
/* The lazy approach (section 3.2 of the paper, see tree.h): traverses the reachability tree depth
 * first, and solves the verification condition of an interleaving when it ends in an error. Only
 * unexplored nodes and the states seen are kept. Deviations: guards are checked on the way, so that
 * most infeasible interleavings end early (--guards trusted: as in the paper), and a known state is
 * not explored again. */
#include "engine/engine.h"

#include "engine/context/bounds.h"
#include "engine/context/interleaving.h"
#include "engine/context/search.h"

#include <string.h>

enum {
  SAMPLED_NODES = 20000,
  MOST_REDUCED = 600000, /* nodes under reduction, before the bound is explored exactly */
};

struct lazy {
  struct tree_listener listener; /* first: it is the listener of the tree */
  struct tree tree;
  struct result *result;
  uint64_t conditions, impossible;
};

/* Does the error take more switches than the given bound? The reduced search may find it with
 * more switches than it needs. */
static bool is_beyond(const struct tree *tree, const struct tree_edge *edge) {
  return tree->manner.goes_beyond && tree->task->bounds_contexts &&
         edge->switches > tree->task->contexts;
}

/* Solves the verification condition of the interleaving. */
static bool confirm_error(struct tree_listener *listener, uint32_t edge) {
  struct lazy *lazy = (struct lazy *)listener;
  if (is_beyond(&lazy->tree, &lazy->tree.edges.items[edge]))
    return true;
  struct interleaving interleaving = {0};
  struct violation violation = lazy->tree.explorer.machine.violation;
  interleaving_to_edge(&lazy->tree, edge, &interleaving);
  lazy->conditions++;
  enum confirm_answer answer = interleaving_confirm(&lazy->tree, &interleaving, lazy->result);
  lazy->tree.explorer.machine.violation = violation;
  vector_release(&interleaving.edges);
  if (answer == CONFIRM_REAL)
    lazy->result->verdict = VERDICT_FALSE;
  else if (answer == CONFIRM_UNDECIDED)
    tree_note_unknown(&lazy->tree, lazy->result->reason);
  else if (lazy->tree.concretizer.checks_guards)
    tree_note_unknown(&lazy->tree, CONFIRM_FAILED);
  lazy->impossible += answer == CONFIRM_INFEASIBLE;
  return answer == CONFIRM_REAL;
}

static bool is_cut_feasible(struct tree_listener *listener, uint32_t node) {
  struct lazy *lazy = (struct lazy *)listener;
  (void)node;
  return concretizer_is_feasible(&lazy->tree.concretizer, lazy->tree.explorer.state);
}

static void add_statistics(struct lazy *lazy) {
  bounds_add_statistics(&lazy->tree, lazy->result);
  result_add_statistic(lazy->result, "verification conditions", (double)lazy->conditions);
  result_add_statistic(lazy->result, "impossible interleavings", (double)lazy->impossible);
}

static bool counts_preemptions(const struct task *task) {
  return strcmp(task_option_text(task, "switches"), "preemptive") == 0;
}

/* Plans the search after one that ended like this; false: the verdict is known. First, some nodes
 * are sampled, which finds only errors. Then a search under full reduction continues beyond the
 * bound on switches for a while, since it may prove that there is no error at all. If it does not,
 * everything within the bound is explored exactly. */
static bool plan_next_search(const struct lazy *lazy, enum tree_end end,
                             struct tree_manner *manner) {
  if (end == TREE_VIOLATED) {
    manner->without_claims = true;
    return true;
  }
  if (end == TREE_LIMIT || lazy->result->verdict == VERDICT_FALSE)
    return false;
  if (manner->budget) {
    manner->budget = 0;
    manner->is_reduced = manner->goes_beyond = true;
    manner->most_nodes = lazy->tree.task->bounds_contexts ? MOST_REDUCED : 0;
    return true;
  }
  if (!manner->is_reduced || (end == TREE_EXHAUSTED && !bounds_cut(&lazy->tree)))
    return false;
  manner->is_reduced = manner->goes_beyond = false;
  manner->most_nodes = 0;
  return true;
}

/* Reports that everything below the current level was explored. */
static void report_guarantee(struct lazy *lazy) {
  const struct tree *tree = &lazy->tree;
  if (!tree->manner.counts_preemptions || !tree->queue.level || *tree->unknown)
    return;
  bounds_guarantee(tree, lazy->result);
  engine_report(&engine_lazy, tree->task, lazy->result);
}

static enum tree_end search(struct lazy *lazy, const char **limit) {
  enum tree_end end;
  while ((end = tree_search(&lazy->tree, limit)) == TREE_EXHAUSTED && tree_deepen(&lazy->tree))
    report_guarantee(lazy);
  return end;
}

static void run_lazy(const struct task *task, struct result *result) {
  struct lazy lazy = {.listener = {.error = confirm_error, .cut = is_cut_feasible},
                      .result = result};
  struct tree_manner manner = {.checks_guards =
                                   strcmp(task_option_text(task, "guards"), "checked") == 0,
                               .budget = SAMPLED_NODES};
  if (task->is_background ||
      counts_preemptions(task)) { /* all that is within the bounds, without sampling */
    manner.budget = 0;
    manner.counts_preemptions = true;
  }
  const char *limit = NULL;
  result->verdict = VERDICT_UNKNOWN;
  for (;;) {
    tree_init(&lazy.tree, task, &lazy.listener, &manner);
    enum tree_end end = search(&lazy, &limit);
    bool has_sampled = manner.budget;
    if (plan_next_search(&lazy, end, &manner)) {
      tree_release(&lazy.tree);
      if (has_sampled && !manner.budget && bounds_are_needless(task, result)) {
        bounds_end_progress(task);
        return;
      }
      continue;
    }
    if (end == TREE_EXHAUSTED)
      bounds_say_exhausted(&lazy.tree, result);
    else if (end == TREE_LIMIT)
      bounds_say_limit(&lazy.tree, limit, result);
    break;
  }
  add_statistics(&lazy);
  tree_release(&lazy.tree);
  bounds_end_progress(task);
}

static const struct engine_option options[] = {
    {"guards", "checked|trusted", "checked", 0, 0,
     "explore a branch only if the solver finds it feasible, or without asking", NULL},
    {"switches", "all|preemptive", "all", 0, 0,
     "count all context switches, or only preemptions, for --contexts", NULL},
    {0}};

const struct engine engine_lazy = {
    .name = "lazy",
    .summary = "context-bounded: executes interleavings symbolically, one by one",
    .options = options,
    .is_symbolic = true,
    .comes_back = 0.1,
    .uses = "por solver contexts unwind",
    .models = MODEL_BIT(MEMORY_SC),
    .decisions = bounds_decisions,
    .is_wanted = bounds_are_wanted,
    .run = run_lazy,
};
