/* SPDX-License-Identifier: Apache-2.0 */
/* Executes and caches last runs. */
#include "engine/context/finals.h"

#include "engine/context/tree.h"
#include "program/address.h"

#define NO_RUN UINT32_MAX
enum { MOST_TOUCHES = 200, LONGEST_RUN = 20000 /* edges */ };

void finals_release(struct finals *finals) {
  map_release(&finals->runs);
  vector_release(&finals->list);
  vector_release(&finals->watched);
  vector_release(&finals->footprint.list);
}

static bool holds(const struct finals *finals, struct machine *machine, const struct state *state,
                  const struct thread *thread, const struct final_run *run) {
  if (run->asks_alone && run->is_alone != state_is_alone(state, thread))
    return false;
  for (uint32_t i = run->first; i < run->first + run->count; i++)
    if (!watched_holds(machine, state, &finals->watched.items[i]))
      return false;
  return true;
}

/* Was a run of this thread, which stands as it did then, made with the same to read? */
static bool is_known(const struct finals *finals, struct machine *machine,
                     const struct state *state, const struct thread *thread) {
  uint64_t at;
  if (!map_get(&finals->runs, thread->packed, &at))
    return false;
  for (; at != NO_RUN; at = finals->list.items[at].next)
    if (holds(finals, machine, state, thread, &finals->list.items[at]))
      return true;
  return false;
}

/* Does memory at an address belong to the thread? Then it is part of how the thread stands. */
static bool is_own(const struct machine *machine, uint64_t address, uint32_t number) {
  uint32_t owner;
  bool heap;
  return address_find_thread(machine->program->data_model, address, &owner, &heap) &&
         owner == number;
}

/* What of an access has to be looked at: not what the run itself wrote before. False: that cannot
 * be told apart. */
static bool add_watched(struct finals *finals, const struct touched *touched, uint32_t first) {
  struct watched watched = {
      .access = {touched->address, touched->address + touched->size, 0, touched->writes},
      .value = touched->value,
      .is_checked = !touched->writes};
  if (!touched->writes && (touched->size > 8 || !touched->is_known))
    return false;
  if (!watched_follow(&watched, finals->watched.items + first, finals->watched.count - first))
    return false;
  vector_push(&finals->watched, watched);
  return true;
}

/* Remembers the run that the footprint is of, from how the thread stood before; false: it depends
 * on more than can be compared. */
static bool remember(struct finals *finals, const struct machine *machine, uint32_t component,
                     uint32_t number) {
  const struct footprint *footprint = &finals->footprint;
  struct final_run run = {.first = (uint32_t)finals->watched.count,
                          .asks_alone = footprint->asks_alone,
                          .is_alone = footprint->is_alone,
                          .next = NO_RUN};
  bool is_kept =
      !footprint->everything && !footprint->is_undecidable && footprint->list.count <= MOST_TOUCHES;
  for (size_t i = 0; i < footprint->list.count && is_kept; i++)
    if (!is_own(machine, footprint->list.items[i].address, number))
      is_kept = add_watched(finals, &footprint->list.items[i], run.first);
  if (!is_kept) {
    finals->watched.count = run.first;
    return false;
  }
  uint64_t last;
  if (map_get(&finals->runs, component, &last))
    run.next = (uint32_t)last;
  run.count = (uint32_t)finals->watched.count - run.first;
  map_set(&finals->runs, component, finals->list.count);
  vector_push(&finals->list, run);
  return true;
}

/* Steps the thread until it cannot go on. True: it has finished or waits, and all of its steps were
 * determined and within the bounds. */
static bool run_to_its_end(struct tree *tree, uint32_t number, uint32_t iterations) {
  const struct task *task = tree->task;
  size_t threads = tree->explorer.state->thread_count, facts = tree->explorer.state->facts.count;
  uint64_t end = tree->explorer.machine.edges_executed + LONGEST_RUN;
  enum readiness readiness = READY;
  bool is_determined = true;
  uint32_t units;
  answers_begin(&tree->explorer.answers);
  iterations_begin_step(&tree->iterations, iterations);
  tree->explorer.machine.observer = &tree->iterations.observer;
  while (readiness == READY && is_determined) {
    tree->transitions++;
    is_determined =
        explorer_step(&tree->explorer, number) == OUTCOME_STEPPED && !tree->explorer.answers.next &&
        !tree->explorer.machine.unclear && !tree->concretizer.unclear &&
        !tree->concretizer.is_cut && tree->explorer.state->thread_count == threads &&
        tree->explorer.state->facts.count == facts && tree->explorer.machine.edges_executed < end;
    if (is_determined)
      readiness = machine_readiness(&tree->explorer.machine, tree->explorer.state,
                                    state_thread(tree->explorer.state, number));
  }
  tree->explorer.machine.observer = NULL;
  tree->iterations.is_beyond = false;
  iterations_end_step(&tree->iterations, tree->explorer.state, &units);
  return is_determined && (readiness == FINISHED || readiness == BLOCKED) &&
         (!task->unwind || units <= task->unwind * UNITS_PER_ITERATION);
}

/* Where somebody else has still to finish, a switch is left out. */
static void note_cut(struct tree *tree, uint32_t node, uint32_t number) {
  const struct state *state = tree->explorer.state;
  bool others = false;
  for (size_t i = 0; i < state->thread_count; i++)
    others |= state->threads[i]->number != number && !state->threads[i]->finished;
  if (!others || tree->finals.cut_at == node + 1)
    return;
  tree->finals.cut_at = node + 1;
  tree->cuts++;
  tree->cut_switches |= tree->listener->cut(tree->listener, node);
}

bool finals_decide(struct tree *tree, uint32_t node, size_t index) {
  struct finals *finals = &tree->finals;
  const struct thread *thread = tree->explorer.state->threads[index];
  uint32_t number = thread->number, component = thread->packed;
  if (is_known(finals, &tree->explorer.machine, tree->explorer.state, thread)) {
    tree->covered++;
    note_cut(tree, node, number);
    return true;
  }
  footprint_clear(&finals->footprint);
  tree->explorer.machine.footprint = &finals->footprint;
  bool ended = run_to_its_end(tree, number, tree->nodes.items[node].iterations);
  tree->explorer.machine.footprint = NULL;
  if (!ended || !remember(finals, &tree->explorer.machine, component, number))
    return false;
  tree->ends++;
  note_cut(tree, node, number);
  return true;
}
