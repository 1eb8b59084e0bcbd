/* SPDX-License-Identifier: Apache-2.0 */
/* Executes last runs. */
#include "engine/context/last_switch.h"

enum { LONGEST_RUN = 20000 }; /* edges */

/* Steps the thread until it finishes or waits. True: all of its steps were determined and within
 * the bounds. */
static bool run_to_its_end(struct tree *tree, uint32_t number, uint32_t iterations) {
  const struct task *task = tree->task;
  size_t threads = tree->explorer.state->thread_count, facts = tree->explorer.state->facts.count;
  uint64_t end = tree->explorer.machine.counts.edges + LONGEST_RUN;
  enum readiness readiness = READY;
  bool is_determined = true;
  struct iteration_count most;
  answers_begin(&tree->explorer.answers);
  iterations_begin_step(&tree->iterations, iterations);
  machine_listen(&tree->explorer.machine, &tree->iterations.listener);
  while (readiness == READY && is_determined) {
    tree->counts.transitions++;
    is_determined =
        explorer_step(&tree->explorer, number) == OUTCOME_STEPPED && !tree->explorer.answers.next &&
        !tree->explorer.machine.doubts.unclear && !tree->concretizer.unclear &&
        !tree->concretizer.is_cut && tree->explorer.state->thread_count == threads &&
        tree->explorer.state->facts.count == facts && tree->explorer.machine.counts.edges < end;
    if (is_determined)
      readiness = machine_readiness(&tree->explorer.machine, tree->explorer.state,
                                    state_thread(tree->explorer.state, number));
  }
  machine_unlisten(&tree->explorer.machine, &tree->iterations.listener);
  tree->iterations.is_beyond = false;
  iterations_end_step(&tree->iterations, tree->explorer.state, &most);
  return is_determined && (readiness == FINISHED || readiness == BLOCKED) &&
         (!task->unwind || most.units <= task->unwind * UNITS_PER_ITERATION);
}

/* Other threads have not finished, so the bound cuts off a switch to them. */
static void note_cut(struct tree *tree, uint32_t node, uint32_t number) {
  const struct state *state = tree->explorer.state;
  bool others = false;
  for (size_t i = 0; i < state->thread_count; i++)
    others |= state->threads[i]->number != number && !state->threads[i]->finished;
  if (!others || tree->finals.cut_at == node + 1)
    return;
  tree->finals.cut_at = node + 1;
  tree_cut_switches(tree, node);
}

bool last_switch_ends(struct tree *tree, uint32_t node, size_t index) {
  struct finals *finals = &tree->finals;
  const struct thread *thread = tree->explorer.state->threads[index];
  uint32_t number = thread->number, component = thread->packed;
  if (finals_include(finals, &tree->explorer.machine, tree->explorer.state, thread)) {
    tree->counts.covered++;
    note_cut(tree, node, number);
    return true;
  }
  footprint_clear(&finals->footprint);
  machine_listen(&tree->explorer.machine, &finals->footprint.listener);
  bool ended = run_to_its_end(tree, number, tree->nodes.items[node].iterations);
  machine_unlisten(&tree->explorer.machine, &finals->footprint.listener);
  if (!ended || !finals_add(finals, &tree->explorer.machine, component, number))
    return false;
  tree->counts.ends++;
  note_cut(tree, node, number);
  return true;
}
