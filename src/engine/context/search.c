/* SPDX-License-Identifier: Apache-2.0 */
/* Expands nodes, level by level. */
#include "engine/context/search.h"

#include "engine/context/last_switch.h"

enum { FEW_NODES = 20000 }; /* that a search may add beyond the bound on switches */

/* Looks for errors of several threads: races, deadlocks. True: the search ends. */
static bool find_errors(struct tree *tree, uint32_t node) {
  const struct tree_node *at = &tree->nodes.items[node];
  struct explorer *explorer = &tree->explorer;
  answers_begin(&explorer->answers);
  explorer->machine.doubts.unclear = false;
  concretizer_begin_step(&tree->concretizer, at->active);
  explorer->steps = 0;
  if (!explorer_finds_error(explorer)) {
    if (*explorer->machine.doubts.withheld)
      tree_note_unknown(tree, explorer->machine.doubts.withheld);
    tree_note_unclear(tree, OUTCOME_STEPPED);
    return false;
  }
  if (tree_report_error(tree, (struct tree_move){node, NO_THREAD, at->active, at->switches}))
    return true;
  tree_load(tree, node); /* the listener may have changed the state */
  return false;
}

static bool is_enabled(struct tree *tree, size_t index) {
  enum readiness readiness;
  if (!por_readiness(tree->explorer.por, index, &readiness)) {
    tree->explorer.machine.doubts.unclear = false;
    concretizer_begin_step(&tree->concretizer, tree->explorer.state->threads[index]->number);
    readiness = machine_readiness(&tree->explorer.machine, tree->explorer.state,
                                  tree->explorer.state->threads[index]);
  }
  return readiness == READY || readiness == READY_SPURIOUSLY;
}

/* Was the thread stepped from the same state after no more switches and iterations? Otherwise,
 * notes that it is stepped now. */
static bool was_stepped(struct tree *tree, const struct tree_node *node, uint32_t thread,
                        uint32_t switches) {
  uint64_t key = (uint64_t)node->state << 32 | thread, first = NO_NODE;
  map_get(&tree->expansions.last, key, &first);
  const struct tree_expansion *list = tree->expansions.list.items;
  for (uint32_t at = (uint32_t)first; at != NO_NODE; at = list[at].next)
    if (list[at].switches <= switches &&
        iterations_include(&tree->iterations, node->iterations, list[at].iterations))
      return true;
  map_set(&tree->expansions.last, key, tree->expansions.list.count);
  vector_push(&tree->expansions.list,
              (struct tree_expansion){node->iterations, switches, (uint32_t)first});
  return false;
}

/* Enqueues the node for its other threads, if one of them can take a step. */
static void enqueue_others(struct tree *tree, uint32_t number) {
  const struct tree_node *node = &tree->nodes.items[number];
  for (size_t i = 0; i < tree->explorer.state->thread_count; i++) {
    if (tree->explorer.state->threads[i]->number == node->active || !is_enabled(tree, i))
      continue;
    if (!tree->task->bounds_contexts ||
        node->switches + !node->switches_freely <= tree->task->contexts) {
      tree_enqueue(tree, number, true);
    } else {
      tree_cut_switches(tree, number);
    }
    return;
  }
}

/* Does only this thread move from now on, so that only its own errors matter? */
static bool is_last_switch(const struct tree *tree, const struct tree_move *move) {
  const struct task *task = tree->task;
  return task->bounds_contexts && !tree->manner.counts_preemptions &&
         move->switches == task->contexts &&
         move->switches > tree->nodes.items[move->from].switches && !tree->manner.budget &&
         task->por != POR_NONE && !property_in(PROPERTY_RACE, task->properties) &&
         !property_in(PROPERTY_DEADLOCK, task->properties) &&
         !property_in(PROPERTY_LEAK, task->properties) &&
         !property_in(PROPERTY_MEMCLEANUP, task->properties);
}

static bool step_unless_known(struct tree *tree, const struct tree_move *move, size_t index) {
  struct tree_node node = tree->nodes.items[move->from];
  if (!is_enabled(tree, index) || was_stepped(tree, &node, move->thread, move->switches))
    return false;
  if (is_last_switch(tree, move) && last_switch_ends(tree, move->from, index))
    return false;
  por_choose(tree->explorer.por, index);
  return tree_step(tree, *move, index);
}

/* Do two threads have equal frames and registers, except for their own records? */
static bool look_alike(const struct state *state, const struct thread *a, const struct thread *b) {
  if (a->finished || b->finished || a->frames.count != b->frames.count ||
      a->registers.count != b->registers.count)
    return false;
  uint64_t record_a = thread_record(state, a), record_b = thread_record(state, b);
  for (size_t i = 0; i < a->frames.count; i++)
    if (a->frames.items[i].function != b->frames.items[i].function ||
        a->frames.items[i].location != b->frames.items[i].location)
      return false;
  for (size_t i = 0; i < a->registers.count; i++) {
    struct value x = a->registers.items[i], y = b->registers.items[i];
    if (x.extra != y.extra || (x.bits != y.bits && (x.bits != record_a || y.bits != record_b)))
      return false;
  }
  return true;
}

/* If nodes are sampled: does an earlier thread look like this one? */
static bool has_look_alike(const struct tree *tree, size_t index) {
  for (size_t i = 0; i < index && tree->manner.budget; i++)
    if (look_alike(tree->explorer.state, tree->explorer.state->threads[i],
                   tree->explorer.state->threads[index]))
      return true;
  return false;
}

/* Takes only an unobservable step, perhaps of a thread that is not active. False: there is none, or
 * it leads only to nodes that were expanded before, so that the other threads could be ignored
 * forever. */
static bool expand_locally(struct tree *tree, uint32_t node, bool *ends) {
  const struct tree_node *at = &tree->nodes.items[node];
  struct tree_move move = {node, 0, at->active, at->switches};
  size_t index =
      por_look(tree->explorer.por, &tree->explorer.machine, tree->explorer.state, at->state);
  *ends = false;
  if (index == SIZE_MAX)
    return false;
  por_choose(tree->explorer.por, index);
  tree->some_successor_waits = false;
  *ends = tree_step(tree, move, index);
  if (*ends || tree->some_successor_waits)
    return true;
  tree_load(tree, node);
  por_look(tree->explorer.por, &tree->explorer.machine, tree->explorer.state,
           tree->nodes.items[node].state);
  return false;
}

/* Within a bound: steps the active thread, or all others. */
static bool expand_exactly(struct tree *tree, struct tree_item item) {
  struct tree_node node = tree->nodes.items[item.node];
  bool ends;
  if (item.others)
    por_look(tree->explorer.por, &tree->explorer.machine, tree->explorer.state, node.state);
  else if (expand_locally(tree, item.node, &ends))
    return ends;
  else
    enqueue_others(tree, item.node);
  size_t count = tree->explorer.state->thread_count;
  for (size_t i = 0; i < count; i++) {
    tree_load(tree, item.node);
    uint32_t thread = tree->explorer.state->threads[i]->number;
    uint32_t switches = node.switches + (item.others && !node.switches_freely);
    struct tree_move move = {item.node, thread, thread, switches};
    if ((thread != node.active) == item.others && !(item.others && has_look_alike(tree, i)) &&
        step_unless_known(tree, &move, i))
      return true;
  }
  return false;
}

/* Under full reduction: steps the threads that it selects. */
static bool expand_reduced(struct tree *tree, uint32_t number) {
  struct tree_node node = tree->nodes.items[number];
  size_t index;
  por_expand(tree->explorer.por, &tree->explorer.machine, tree->explorer.state, node.state);
  while (por_next(tree->explorer.por, &index)) {
    if (explorer_claim_violated(&tree->explorer))
      return false;
    tree_load(tree, number);
    uint32_t thread = tree->explorer.state->threads[index]->number;
    bool is_local = por_is_local(tree->explorer.por);
    struct tree_move move = {number, thread, is_local ? node.active : thread,
                             node.switches + (!is_local && thread != node.active)};
    if (tree_step(tree, move, index))
      return true;
  }
  return false;
}

/* Can the active thread of the node, whose state is loaded, take a step? */
static bool can_continue(struct tree *tree, uint32_t number) {
  uint32_t active = tree->nodes.items[number].active;
  struct thread *thread = state_thread(tree->explorer.state, active);
  if (!thread)
    return false;
  answers_begin(&tree->explorer.answers);
  tree->explorer.machine.doubts.unclear = false;
  concretizer_begin_step(&tree->concretizer, active);
  return machine_readiness(&tree->explorer.machine, tree->explorer.state, thread) == READY;
}

static bool expand(struct tree *tree, struct tree_item item) {
  tree_load(tree, item.node);
  bool is_first = !tree->nodes.items[item.node].is_expanded;
  tree->nodes.items[item.node].is_expanded = true;
  if (is_first && find_errors(tree, item.node))
    return true;
  if (is_first && tree->manner.counts_preemptions)
    tree->nodes.items[item.node].switches_freely = !can_continue(tree, item.node);
  return tree->manner.is_reduced ? expand_reduced(tree, item.node) : expand_exactly(tree, item);
}

/* The level of the next node; false: nothing waits within the bounds. */
static bool next_level(struct tree *tree, uint32_t *level) {
  if (tree->manner.budget)
    return tree_queue_sample(&tree->queue, level);
  *level = tree->queue.level;
  return tree_queue_waits(&tree->queue, *level);
}

/* If nothing else waits, enqueues the states that reduction postponed. */
static void enqueue_postponed(struct tree *tree) {
  uint32_t state;
  uint64_t node;
  while (!tree->queue.waiting && tree->manner.is_reduced &&
         por_take_postponed(tree->explorer.por, &state))
    do {
      if (map_get(&tree->index, state, &node))
        tree_enqueue(tree, (uint32_t)node, false);
    } while (por_take_postponed(tree->explorer.por, &state));
}

/* Drops infeasible nodes, if guards are not checked; otherwise infeasible loops would never end. */
static void drop_infeasible(struct tree *tree, struct tree_items *items) {
  size_t count = items->first;
  if (tree->concretizer.checks_guards)
    return;
  for (size_t i = items->first; i < items->list.count; i++) {
    tree_load(tree, items->list.items[i].node);
    if (explorer_is_over(&tree->explorer) ||
        concretizer_is_feasible(&tree->concretizer, tree->explorer.state))
      items->list.items[count++] = items->list.items[i];
  }
  tree->queue.waiting -= items->list.count - count;
  items->list.count = count;
}

/* The smaller of two limits; 0: no limit. */
static size_t least(size_t a, size_t b) { return a && (!b || a < b) ? a : b; }

bool tree_deepen(struct tree *tree) {
  enqueue_postponed(tree);
  for (uint32_t level = 0; level < tree->queue.levels.count && !tree->manner.budget; level++) {
    if (tree->queue.levels.items[level].list.count)
      drop_infeasible(tree, &tree->queue.levels.items[level]);
    if (tree->queue.levels.items[level].list.count) {
      tree->queue.level = level;
      if (tree->task->bounds_contexts && !tree->is_beyond &&
          tree_bounds_at(tree, level).switches > tree->task->contexts) {
        tree->is_beyond = true;
        tree->most_nodes = least(tree->most_nodes, 2 * tree->nodes.count + FEW_NODES);
      }
      return true;
    }
  }
  return false;
}

/* Notes that the loop is bounded to less turns than these. */
static void note_loop(struct guarantee *guarantee, const struct loop_rounds *loop) {
  uint32_t iterations = loop->turns - 1, at = 0;
  while (at < guarantee->loop_count && (guarantee->loops[at].function != loop->function ||
                                        guarantee->loops[at].head != loop->head))
    at++;
  if (at == guarantee->loop_count)
    guarantee->loops[guarantee->loop_count++] =
        (struct loop_bound){loop->function, loop->head, iterations};
  else if (iterations < guarantee->loops[at].iterations)
    guarantee->loops[at].iterations = iterations;
}

void tree_note_iterations(const struct tree *tree, struct iteration_count most,
                          struct guarantee *guarantee) {
  bool is_named = true;
  for (uint32_t level = tree->queue.level; level < tree->queue.levels.count; level++) {
    const struct tree_items *items = &tree->queue.levels.items[level];
    for (size_t i = items->first; i < items->list.count; i++) {
      const struct tree_node *node = &tree->nodes.items[items->list.items[i].node];
      if (tree_switches(tree, items->list.items[i]) > guarantee->preemptions)
        continue;
      const struct loop_rounds *loop =
          iterations_find_beyond(&tree->iterations, node->iterations, most);
      guarantee->bounds_iterations = true;
      is_named &= loop && guarantee->loop_count < MOST_LOOP_BOUNDS;
      if (is_named)
        note_loop(guarantee, loop);
    }
  }
  guarantee->loop_count = is_named ? guarantee->loop_count : 0;
  for (uint32_t i = 0; i < guarantee->loop_count; i++)
    if (i == 0 || guarantee->loops[i].iterations < guarantee->iterations)
      guarantee->iterations = guarantee->loops[i].iterations;
}

/* Why the listener or the explorer ended the search. */
static enum tree_end end_of(const struct tree *tree, const char **limit) {
  *limit = tree->explorer.limit;
  return tree->explorer.limit ? TREE_LIMIT : TREE_FOUND;
}

enum tree_end tree_search(struct tree *tree, const char **limit) {
  if (!tree->nodes.count && tree_start(tree))
    return end_of(tree, limit);
  uint32_t level;
  while (next_level(tree, &level)) {
    if (explorer_is_over(&tree->explorer))
      break;
    if ((tree->manner.budget && tree->taken++ == tree->manner.budget) ||
        (tree->most_nodes && tree->nodes.count > tree->most_nodes))
      return TREE_SPENT;
    if (expand(tree, tree_queue_take(&tree->queue, level, tree->manner.breadth_first)))
      return end_of(tree, limit);
    if (explorer_claim_violated(&tree->explorer))
      return TREE_VIOLATED;
  }
  if (*tree->unknown) /* perhaps only because a limit ended the solver */
    limits_check(&tree->task->limits, &tree->explorer.limit);
  if (tree->explorer.limit)
    return end_of(tree, limit);
  return TREE_EXHAUSTED;
}
