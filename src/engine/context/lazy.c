/* SPDX-License-Identifier: Apache-2.0 */
/* The lazy approach (section 3.2 of the paper, see tree.h): traverses the reachability tree depth
 * first, and solves the verification condition of an interleaving when it ends in an error. Only
 * unexplored nodes and the states seen are kept. Deviations: guards are checked on the way, so that
 * most infeasible interleavings end early (--guards trusted: as in the paper), and a known state is
 * not explored again. */
#include "engine/engine.h"

#include "engine/context/bounds.h"
#include "engine/context/interleaving.h"

#include <string.h>

/* Nodes: of a first look; under reduction, before what is within a bound is explored exactly. */
enum { FIRST_LOOK = 20000, MOST_REDUCED = 600000 };

struct lazy {
  struct tree_listener listener; /* first: it is the listener of the tree */
  struct tree tree;
  struct result *result;
  uint64_t conditions, impossible;
};

/* Does the error take more switches than are asked for, as far as the reduced search can tell? */
static bool is_beyond(const struct tree *tree, const struct tree_edge *edge) {
  return tree->goes_beyond && tree->task->bounds_contexts && edge->switches > tree->task->contexts;
}

/* The verification condition of the interleaving. */
static bool error(struct tree_listener *listener, uint32_t edge) {
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

static bool cut(struct tree_listener *listener, uint32_t node) {
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

/* What comes after a search that ended like this; false: it has the verdict. First a look at some
 * nodes, which finds errors only. Then a search under full reduction, which goes on beyond the
 * bound on switches for a while, as it may prove that there is no error at all. If it does not,
 * what is within the bound is explored exactly. */
static bool goes_on(const struct lazy *lazy, enum tree_end end, struct tree_manner *manner) {
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

/* Everything below the level that the search has come to was explored. */
static void report_guarantee(struct lazy *lazy) {
  const struct tree *tree = &lazy->tree;
  if (!tree->counts_preemptions || !tree->level || *tree->unknown)
    return;
  bounds_guarantee(tree, tree->level - 1, lazy->result);
  engine_report(&engine_lazy, tree->task, lazy->result);
}

static enum tree_end search(struct lazy *lazy, const char **limit) {
  enum tree_end end;
  while ((end = tree_search(&lazy->tree, limit)) == TREE_EXHAUSTED && tree_deepen(&lazy->tree))
    report_guarantee(lazy);
  return end;
}

static void run(const struct task *task, struct result *result) {
  struct lazy lazy = {.listener = {.error = error, .cut = cut}, .result = result};
  struct tree_manner manner = {.checks_guards =
                                   strcmp(task_option_text(task, "guards"), "checked") == 0,
                               .budget = FIRST_LOOK};
  if (task->is_background || counts_preemptions(task)) { /* what is within the bounds, at once */
    manner.budget = 0;
    manner.counts_preemptions = true;
  }
  const char *limit = NULL;
  result->verdict = VERDICT_UNKNOWN;
  for (;;) {
    tree_init(&lazy.tree, task, &lazy.listener, &manner);
    enum tree_end end = search(&lazy, &limit);
    bool looked_first = manner.budget;
    if (goes_on(&lazy, end, &manner)) {
      tree_release(&lazy.tree);
      if (looked_first && !manner.budget && bounds_are_needless(task, result)) {
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
     "explore a branch only if the solver finds it feasible, or without asking"},
    {"switches", "all|preemptive", "all", 0, 0,
     "count all context switches, or only preemptions, for --contexts"},
    {0}};

const struct engine engine_lazy = {
    .name = "lazy",
    .summary = "context-bounded: executes interleavings symbolically, one by one",
    .options = options,
    .is_symbolic = true,
    .comes_back = 0.4,
    .covers = bounds_covers,
    .run = run,
};
