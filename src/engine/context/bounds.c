/* SPDX-License-Identifier: Apache-2.0 */
/* The verdicts of the context-bounded engines. */
#include "engine/context/bounds.h"

#include "engine/context/interval_proof.h"
#include "engine/context/search.h"

#include <stdio.h>

/* "contexts 3, unwind 2, no violation", of the bounds that were given. */
static void print_bounds(const struct tree *tree, char *text, size_t size) {
  const struct task *task = tree->task;
  char contexts[40] = "", unwind[40] = "";
  if (task->bounds_contexts)
    snprintf(contexts, sizeof contexts, "contexts %llu, ", (unsigned long long)task->contexts);
  if (task->unwind)
    snprintf(unwind, sizeof unwind, "unwind %llu, ", (unsigned long long)task->unwind);
  snprintf(text, size, "bounded: %s%sno violation", contexts, unwind);
}

bool bounds_are_needless(const struct task *task, struct result *result) {
  if (!interval_proof_succeeds(task, result))
    return false;
  result->verdict = VERDICT_TRUE;
  *result->reason = '\0';
  return true;
}

void bounds_guarantee(const struct tree *tree, struct result *result) {
  const struct task *task = tree->task;
  struct tree_bounds bounds = {(uint32_t)task->contexts, {UINT32_MAX, UINT32_MAX}};
  if (tree->queue.waiting)
    bounds = tree_bounds_at(tree, tree->queue.level - 1);
  struct guarantee guarantee = {.properties = task->properties,
                                .bounds_preemptions = true,
                                .preemptions = bounds.switches,
                                .bounds_iterations = task->unwind,
                                .iterations = task->unwind
                                                  ? (uint32_t)task->unwind
                                                  : bounds.most.units / UNITS_PER_ITERATION};
  if (task->bounds_contexts && task->contexts < guarantee.preemptions)
    guarantee.preemptions = (uint32_t)task->contexts;
  tree_note_iterations(tree, bounds.most, &guarantee);
  partial_result_add_guarantee(&result->partial, guarantee);
}

bool bounds_cut(const struct tree *tree) {
  return tree->cut.switches || tree->cut.units || tree->cut.in_step;
}

void bounds_say_exhausted(const struct tree *tree, struct result *result) {
  if (*tree->unknown)
    snprintf(result->reason, sizeof result->reason, "%s", tree->unknown);
  else if (bounds_cut(tree)) {
    print_bounds(tree, result->reason, sizeof result->reason);
    if (tree->manner.counts_preemptions)
      bounds_guarantee(tree, result);
  } else
    result->verdict = VERDICT_TRUE;
}

void bounds_say_limit(const struct tree *tree, const char *limit, struct result *result) {
  snprintf(result->reason, sizeof result->reason,
           "%s, at contexts %u, unwind %u, after %zu nodes without a violation", limit,
           tree->queue.level, tree_unwind(tree), tree->nodes.count);
}

void bounds_add_statistics(const struct tree *tree, struct result *result) {
  result_add_statistic(result, "contexts", tree->queue.level);
  result_add_statistic(result, "unwind", tree_unwind(tree));
  result_add_statistic(result, "nodes", (double)tree->nodes.count);
  result_add_statistic(result, "states", (double)store_count(tree->explorer.store));
  result_add_statistic(result, "transitions", (double)tree->counts.transitions);
  result_add_statistic(result, "interleavings",
                       (double)(tree->counts.ends + tree->counts.covered + tree->counts.cuts));
  result_add_statistic(result, "seen before", (double)tree->counts.covered);
  result_add_statistic(result, "solver calls", (double)tree->concretizer.finder.session.checks);
  result_add_statistic(result, "solver seconds",
                       session_seconds(&tree->concretizer.finder.session));
}

void bounds_end_progress(const struct task *task) {
  if (task->progress)
    fprintf(stderr, "\r\033[K");
}

bool bounds_are_wanted(const struct traits *traits) {
  (void)traits;
  return false;
}

const struct decision bounds_decisions[] = {
    {MODEL_BIT(MEMORY_SC), ALL_PROPERTIES, NULL, "no bound cuts off an execution", NULL}, {0}};
