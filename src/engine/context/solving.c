/* SPDX-License-Identifier: Apache-2.0 */
/* Solves the formula level by level. As in the lazy approach, a tree under full reduction comes
 * first, which continues beyond the bound on switches for a while. If it does not end, everything
 * within the bound is explored exactly. */
#include "engine/context/solving.h"

#include "engine/context/bounds.h"
#include "engine/context/search.h"
#include "solver/solver.h"

#include <stdio.h>

enum level_answer {
  ANSWER_DONE,
  ANSWER_DEEPER,    /* no error at this level */
  ANSWER_CUT,       /* a bound or the reduction left something out: search exactly */
  ANSWER_VIOLATED,  /* a claim was violated: search without claims */
  ANSWER_FALL_BACK, /* search with another back end of the solver */
};

struct solving {
  const struct task *task;
  struct approach *approach;
  struct result *result;
  struct encoding encoding;
  uint64_t formulas; /* levels that were solved */
};

static enum level_answer end_without_answer(struct solving *solving) {
  if (solver_fallback(solving->encoding.solver))
    return ANSWER_FALL_BACK;
  bounds_say_limit(&solving->encoding.tree, solver_reason(solving->encoding.solver),
                   solving->result);
  return ANSWER_DONE;
}

static enum level_answer execute_model(struct solving *solving) {
  struct interleaving interleaving = {0};
  encoding_read_path(&solving->encoding, &interleaving);
  enum confirm_answer answer =
      interleaving_confirm(&solving->encoding.tree, &interleaving, solving->result);
  vector_release(&interleaving.edges);
  if (answer == CONFIRM_REAL)
    solving->result->verdict = VERDICT_FALSE;
  else if (answer == CONFIRM_INFEASIBLE)
    snprintf(solving->result->reason, sizeof solving->result->reason, CONFIRM_FAILED);
  return ANSWER_DONE;
}

static enum level_answer solve_level(struct solving *solving) {
  struct encoding *encoding = &solving->encoding;
  int some_error = encoding_encode(encoding);
  bool satisfiable = false;
  solving->formulas++;
  if (!some_error)
    return ANSWER_DEEPER;
  enum status status =
      solving->approach->solve(solving->approach, encoding, some_error, &satisfiable);
  if (status != STATUS_OK)
    return end_without_answer(solving);
  if (satisfiable)
    return execute_model(solving);
  encoding_refute(encoding, some_error);
  return ANSWER_DEEPER;
}

/* The formula contains everything within the bounds, and has no error: is a cut reachable? */
static enum level_answer solve_cuts(struct solving *solving) {
  struct encoding *encoding = &solving->encoding;
  bool is_reached = false;
  int some_cut = encoding_encode_cuts(encoding);
  if (some_cut && solver_check(encoding->solver, &some_cut, 1, &is_reached) != STATUS_OK)
    return end_without_answer(solving);
  if (!is_reached)
    encoding->tree.cut.switches = encoding->tree.cut.units = false;
  if (bounds_cut(&encoding->tree) && encoding->tree.manner.is_reduced)
    return ANSWER_CUT;
  bounds_say_exhausted(&encoding->tree, solving->result);
  return ANSWER_DONE;
}

static enum level_answer solve_tree(struct solving *solving) {
  struct tree *tree = &solving->encoding.tree;
  do {
    const char *limit = NULL;
    enum tree_end end = tree_search(tree, &limit);
    if (end == TREE_VIOLATED)
      return ANSWER_VIOLATED;
    if (end == TREE_SPENT || solving->encoding.has_error_beyond)
      return ANSWER_CUT;
    if (end == TREE_LIMIT) {
      bounds_say_limit(tree, limit, solving->result);
      return ANSWER_DONE;
    }
    enum level_answer answer = solve_level(solving);
    if (answer != ANSWER_DEEPER)
      return answer;
  } while (tree_deepen(tree));
  return solve_cuts(solving);
}

static void add_statistics(struct solving *solving) {
  struct encoding *encoding = &solving->encoding;
  struct solver_statistics statistics = solver_get_statistics(encoding->solver);
  bounds_add_statistics(&encoding->tree, solving->result);
  result_add_statistic(solving->result, "formulas", (double)solving->formulas);
  result_add_statistic(solving->result, "thread selections", (double)encoding->selections.count);
  result_add_statistic(solving->result, "clauses", (double)statistics.clauses);
  result_add_statistic(solving->result, "formula seconds", statistics.seconds);
}

void solving_run(const struct task *task, struct approach *approach, struct result *result) {
  struct task asked = *task;
  struct solving solving = {.task = &asked, .approach = approach, .result = result};
  bool is_reduced = true, without_claims = false;
  result->verdict = VERDICT_UNKNOWN;
  if (bounds_are_needless(task, result))
    return;
  for (;;) {
    *result->reason = '\0';
    approach->restart(approach);
    encoding_init(&solving.encoding, &asked, is_reduced, without_claims);
    enum level_answer answer = solve_tree(&solving);
    if (answer == ANSWER_DONE)
      break;
    if (answer == ANSWER_VIOLATED)
      without_claims = true;
    else if (answer == ANSWER_CUT)
      is_reduced = false;
    else
      asked.solver = solver_fallback(solving.encoding.solver);
    encoding_release(&solving.encoding);
  }
  add_statistics(&solving);
  encoding_release(&solving.encoding);
  bounds_end_progress(task);
}
