/* SPDX-License-Identifier: Apache-2.0 */
/* Expands the nodes of the reachability tree. */
#include "engine/context/tree.h"

#include "engine/context/intervals.h"
#include "semantics/open.h"

#include <stdio.h>
#include <string.h>

enum {
  LONGEST_CHAIN = 20000, /* edges without a node in between */
  FEW_NODES = 20000,
  MANY_FACTS = 16,     /* after which it is tried to forget some, without a node */
  FEW_LEVELS = 6,      /* that a budget is spent on */
  DEEPEST_UNWIND = 20, /* a level from which on loops are not bounded any more */
};

void tree_note_unknown(struct tree *tree, const char *reason) {
  if (!*tree->unknown)
    snprintf(tree->unknown, sizeof tree->unknown, "%s", reason);
}

/* Races and waits that are only looked at may be left out because an address is not known. */
static void note_unclear(struct tree *tree, enum outcome outcome) {
  if (tree->concretizer.unclear == UNCLEAR_SOLVER)
    tree_note_unknown(tree, "the solver gave up");
  else if (tree->concretizer.unclear == UNCLEAR_TOO_MANY)
    tree_note_unknown(tree, outcome == OUTCOME_UNSUPPORTED ? tree->explorer.machine.reason
                                                           : "access at an unknown address");
  else if (tree->explorer.machine.unclear)
    tree_note_unknown(tree, "a race or deadlock at an unknown address");
}

static void load_node(struct tree *tree, uint32_t node) {
  explorer_load(&tree->explorer, tree->nodes.items[node].state);
}

static void prepare(void *owner, uint32_t thread) {
  struct tree *tree = owner;
  concretizer_begin_step(&tree->concretizer, thread);
}

static bool concretize(struct chooser *chooser, struct value value, unsigned width, bool only_looks,
                       uint64_t *bits) {
  struct answers *answers = (struct answers *)chooser;
  struct tree *tree = answers->owner;
  return concretizer_choose(&tree->concretizer, answers, value, width, only_looks, bits);
}

/* Where races are found by what is ordered before, and where leaks are looked for, all contents of
 * an object have to be followed. */
static bool opens_sizes(const struct task *task) {
  property_set properties = task->properties;
  return !(property_in(PROPERTY_RACE, properties) && task->program->orders.unordered) &&
         !property_in(PROPERTY_LEAK, properties) && !property_in(PROPERTY_MEMCLEANUP, properties);
}

static uint32_t add_edge(struct tree *tree, uint32_t to) {
  const struct answers *answers = &tree->explorer.answers;
  struct tree_edge edge = {.from = tree->move.from,
                           .to = to,
                           .thread = tree->move.thread,
                           .steps = tree->explorer.steps,
                           .switches = tree->move.switches,
                           .first_answer = (uint32_t)tree->answers.count,
                           .answer_count = (uint32_t)answers->next};
  for (size_t i = 0; i < answers->next; i++)
    vector_push(&tree->answers, answers->list.items[i].bits);
  vector_push(&tree->edges, edge);
  return (uint32_t)tree->edges.count - 1;
}

/* True: the search ends. */
static bool report_error(struct tree *tree) {
  return tree->listener->error(tree->listener, add_edge(tree, NO_NODE));
}

static uint32_t switches_of(const struct tree *tree, struct tree_item item) {
  const struct tree_node *node = &tree->nodes.items[item.node];
  return node->switches + (item.others && !node->switches_freely);
}

/* The first level at which the item is within the bounds: switches count one by one, unwinding is
 * doubled each time. */
static uint32_t level_of(const struct tree *tree, struct tree_item item) {
  const struct tree_node *node = &tree->nodes.items[item.node];
  uint32_t level = switches_of(tree, item);
  if (!tree->task->unwind)
    while (level < DEEPEST_UNWIND && node->units > UNITS_PER_ITERATION << level)
      level++;
  return level;
}

static void enqueue(struct tree *tree, uint32_t node, bool others) {
  struct tree_item item = {node, others};
  uint32_t level = level_of(tree, item);
  vector_ensure(&tree->levels, level);
  vector_push(&tree->levels.items[level].list, item);
  tree->waiting++;
}

/* A bound that was given stays. True: the node is beyond one. */
static bool is_cut(struct tree *tree, uint32_t number) {
  const struct task *task = tree->task;
  const struct tree_node *node = &tree->nodes.items[number];
  bool too_long = task->unwind && node->units > task->unwind * UNITS_PER_ITERATION;
  bool too_often = task->bounds_contexts && node->switches > task->contexts && !tree->goes_beyond;
  if (!too_long && !too_often)
    return false;
  tree->cuts++;
  if (tree->listener->cut(tree->listener, number)) {
    tree->cut_units |= too_long;
    tree->cut_switches |= too_often;
  }
  return true;
}

/* Whoever is not active needs one switch more. */
static bool is_covered(const struct tree *tree, const struct tree_node *node, uint32_t first,
                       uint32_t *by) {
  for (uint32_t at = first; at != NO_NODE; at = tree->nodes.items[at].next) {
    const struct tree_node *old = &tree->nodes.items[at];
    if (tree->is_reduced ||
        (old->switches + (old->active != node->active) <= node->switches &&
         iterations_include(&tree->iterations, node->iterations, old->iterations))) {
      *by = at;
      return true;
    }
  }
  return false;
}

static void tell_arrival(struct tree *tree, uint32_t to) {
  if (tree->listener->arrived)
    tree->listener->arrived(tree->listener, tree->move.from, to);
}

static void arrive_at_known(struct tree *tree, uint32_t known, bool again) {
  tree->covered++;
  if (again)
    enqueue(tree, known, false);
  const struct tree_node *node = &tree->nodes.items[known];
  tree->some_successor_waits |= !node->is_expanded;
  if (!tree->listener->edge || node->is_expanded || node->active != tree->move.active ||
      node->switches != tree->move.switches)
    return;
  uint32_t edge = add_edge(tree, known);
  tree->listener->edge(tree->listener, edge, false);
}

static void arrive_at_fresh(struct tree *tree, struct tree_node node) {
  uint32_t to = (uint32_t)tree->nodes.count;
  node.edge = add_edge(tree, to);
  vector_push(&tree->nodes, node);
  if (tree->listener->edge)
    tree->listener->edge(tree->listener, node.edge, true);
  tree->some_successor_waits = true;
  if (!is_cut(tree, to))
    enqueue(tree, to, false);
}

/* What nothing refers to any more. Where guards are not checked facts are all that tells what is
 * impossible. */
static void forget_facts(struct tree *tree) {
  if (!tree->concretizer.context.symbols.count || !tree->concretizer.checks_guards)
    return;
  store_forget_dead(tree->explorer.store, tree->explorer.state);
  value_forget_facts(&tree->concretizer.context, tree->explorer.state);
}

static void arrive_at_node(struct tree *tree) {
  struct tree_node node = {.active = tree->move.active, .switches = tree->move.switches};
  forget_facts(tree);
  node.iterations = iterations_end_step(&tree->iterations, tree->explorer.state, &node.units);
  bool fresh;
  node.state = explorer_keep(&tree->explorer, &fresh);
  uint64_t first = NO_NODE;
  uint32_t known = NO_NODE;
  map_get(&tree->index, node.state, &first);
  bool covered = is_covered(tree, &node, (uint32_t)first, &known);
  bool again = explorer_arrive(&tree->explorer, node.state, fresh);
  tell_arrival(tree, covered ? known : (uint32_t)tree->nodes.count);
  if (covered) {
    arrive_at_known(tree, known, again);
    return;
  }
  node.next = (uint32_t)first;
  map_set(&tree->index, node.state, tree->nodes.count);
  arrive_at_fresh(tree, node);
}

/* Unsupported operations and limits end an execution, and the search goes on: an error elsewhere is
 * still an error. True: the search ends. */
static bool arrive(struct tree *tree, enum outcome outcome) {
  if (!tree->concretizer.is_infeasible)
    note_unclear(tree, outcome);
  if (outcome == OUTCOME_STEPPED) {
    arrive_at_node(tree);
    return false;
  }
  tree->ends++;
  tell_arrival(tree, NO_NODE);
  if (tree->concretizer.is_cut) {
    tree->cuts++;
    tree->cut_in_step |= concretizer_is_feasible(&tree->concretizer, tree->explorer.state);
    return false;
  }
  if (outcome == OUTCOME_VIOLATION && tree->task->bounds_contexts && !tree->goes_beyond &&
      tree->move.switches > tree->task->contexts) {
    tree->cuts++;
    tree->cut_switches |= tree->listener->cut(tree->listener, tree->move.from);
    return false;
  }
  if (outcome == OUTCOME_VIOLATION)
    return report_error(tree);
  if ((outcome == OUTCOME_UNSUPPORTED || outcome == OUTCOME_LIMIT) &&
      !tree->concretizer.is_infeasible &&
      concretizer_is_feasible(&tree->concretizer, tree->explorer.state))
    tree_note_unknown(tree, tree->explorer.machine.reason);
  return false;
}

static void begin_chain(void *owner, struct move move) {
  struct tree *tree = owner;
  bool is_start = move.from == NO_STATE;
  iterations_begin_step(&tree->iterations,
                        is_start ? 0 : tree->nodes.items[tree->move.from].iterations);
  tree->explorer.machine.observer = &tree->iterations.observer;
  tree->chain_end = tree->explorer.machine.edges_executed + LONGEST_CHAIN;
}

static bool extends_chain(void *owner) {
  struct tree *tree = owner;
  const struct machine *machine = &tree->explorer.machine;
  if (tree->explorer.state->facts.count > MANY_FACTS)
    forget_facts(tree);
  return !machine->unclear && machine->edges_executed < tree->chain_end;
}

/* Behind a step that nobody notices some were taken that others could. */
static void count_switch(struct tree *tree) {
  if (tree->move.from == NO_NODE)
    return;
  const struct tree_node *from = &tree->nodes.items[tree->move.from];
  if (tree->move.thread != from->active && !por_went_on_locally(tree->explorer.por)) {
    tree->move.active = tree->move.thread;
    tree->move.switches = from->switches + !from->switches_freely;
  }
}

static bool visit(void *owner, struct move move, enum outcome outcome) {
  struct tree *tree = owner;
  struct tree_move planned = tree->move;
  tree->explorer.machine.observer = NULL;
  tree->iterations.is_beyond = false;
  tree->move.thread = move.thread;
  tree->transitions += move.steps;
  count_switch(tree);
  bool ends = arrive(tree, outcome);
  tree->move = planned;
  return !ends;
}

/* All steps of the thread with this index. True: the search ends. */
static bool step_thread(struct tree *tree, struct tree_move move, size_t index) {
  tree->move = move;
  return !explorer_run_thread(&tree->explorer, tree->nodes.items[move.from].state, index, visit);
}

/* Errors that are a matter of several threads. True: the search ends. */
static bool observe(struct tree *tree, uint32_t node) {
  const struct tree_node *at = &tree->nodes.items[node];
  struct explorer *explorer = &tree->explorer;
  answers_begin(&explorer->answers);
  explorer->machine.unclear = false;
  prepare(tree, at->active);
  explorer->steps = 0;
  if (!explorer_finds_error(explorer)) {
    if (*explorer->machine.withheld)
      tree_note_unknown(tree, explorer->machine.withheld);
    note_unclear(tree, OUTCOME_STEPPED);
    return false;
  }
  tree->move = (struct tree_move){node, NO_THREAD, at->active, at->switches};
  if (report_error(tree))
    return true;
  load_node(tree, node); /* whoever looked at the error may have changed it */
  return false;
}

static bool is_enabled(struct tree *tree, size_t index) {
  enum readiness readiness;
  if (!por_readiness(tree->explorer.por, index, &readiness)) {
    tree->explorer.machine.unclear = false;
    prepare(tree, tree->explorer.state->threads[index]->number);
    readiness = machine_readiness(&tree->explorer.machine, tree->explorer.state,
                                  tree->explorer.state->threads[index]);
  }
  return readiness == READY || readiness == READY_SPURIOUSLY;
}

/* A thread that was stepped from the state before, after no more switches and iterations, need not
 * be stepped again. */
static bool was_stepped(struct tree *tree, const struct tree_node *node, uint32_t thread,
                        uint32_t switches) {
  uint64_t key = (uint64_t)node->state << 32 | thread, first = NO_NODE;
  map_get(&tree->stepped, key, &first);
  for (uint32_t at = (uint32_t)first; at != NO_NODE; at = tree->expansions.items[at].next)
    if (tree->expansions.items[at].switches <= switches &&
        iterations_include(&tree->iterations, node->iterations,
                           tree->expansions.items[at].iterations))
      return true;
  map_set(&tree->stepped, key, tree->expansions.count);
  vector_push(&tree->expansions,
              (struct tree_expansion){node->iterations, switches, (uint32_t)first});
  return false;
}

/* The other threads wait for their turn. */
static void leave_others(struct tree *tree, uint32_t number) {
  const struct tree_node *node = &tree->nodes.items[number];
  for (size_t i = 0; i < tree->explorer.state->thread_count; i++) {
    if (tree->explorer.state->threads[i]->number == node->active || !is_enabled(tree, i))
      continue;
    if (!tree->task->bounds_contexts ||
        node->switches + !node->switches_freely <= tree->task->contexts) {
      enqueue(tree, number, true);
    } else {
      tree->cuts++;
      tree->cut_switches |= tree->listener->cut(tree->listener, number);
    }
    return;
  }
}

/* Does nobody but the thread move after this switch, so that only its own errors matter? */
static bool is_last_switch(const struct tree *tree, const struct tree_move *move) {
  const struct task *task = tree->task;
  return task->bounds_contexts && !tree->counts_preemptions && move->switches == task->contexts &&
         move->switches > tree->nodes.items[move->from].switches && !tree->budget &&
         task->por != POR_NONE && !property_in(PROPERTY_RACE, task->properties) &&
         !property_in(PROPERTY_DEADLOCK, task->properties) &&
         !property_in(PROPERTY_LEAK, task->properties) &&
         !property_in(PROPERTY_MEMCLEANUP, task->properties);
}

static bool step_if_due(struct tree *tree, const struct tree_move *move, size_t index) {
  struct tree_node node = tree->nodes.items[move->from];
  if (!is_enabled(tree, index) || was_stepped(tree, &node, move->thread, move->switches))
    return false;
  if (is_last_switch(tree, move) && finals_decide(tree, move->from, index))
    return false;
  por_choose(tree->explorer.por, index);
  return step_thread(tree, *move, index);
}

/* Do they stand at the same place with the same in their registers, but for who they are? */
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

/* For a look at some nodes only: of threads that look alike the first will do. */
static bool is_one_more(const struct tree *tree, size_t index) {
  for (size_t i = 0; i < index && tree->budget; i++)
    if (look_alike(tree->explorer.state, tree->explorer.state->threads[i],
                   tree->explorer.state->threads[index]))
      return true;
  return false;
}

/* A step that nobody notices, of a thread that may not be the active one. False: there is none, or
 * all it leads to was expanded before or ended, so that the other threads could be ignored for
 * ever. */
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
  *ends = step_thread(tree, move, index);
  if (*ends || tree->some_successor_waits)
    return true;
  load_node(tree, node);
  por_look(tree->explorer.por, &tree->explorer.machine, tree->explorer.state,
           tree->nodes.items[node].state);
  return false;
}

/* Within a bound: the active thread, or all the others. */
static bool expand_exactly(struct tree *tree, struct tree_item item) {
  struct tree_node node = tree->nodes.items[item.node];
  bool ends;
  if (item.others)
    por_look(tree->explorer.por, &tree->explorer.machine, tree->explorer.state, node.state);
  else if (expand_locally(tree, item.node, &ends))
    return ends;
  else
    leave_others(tree, item.node);
  size_t count = tree->explorer.state->thread_count;
  for (size_t i = 0; i < count; i++) {
    load_node(tree, item.node);
    uint32_t thread = tree->explorer.state->threads[i]->number;
    uint32_t switches = node.switches + (item.others && !node.switches_freely);
    struct tree_move move = {item.node, thread, thread, switches};
    if ((thread != node.active) == item.others && !(item.others && is_one_more(tree, i)) &&
        step_if_due(tree, &move, i))
      return true;
  }
  return false;
}

/* Under full reduction: the threads it asks for. */
static bool expand_reduced(struct tree *tree, uint32_t number) {
  struct tree_node node = tree->nodes.items[number];
  size_t index;
  por_expand(tree->explorer.por, &tree->explorer.machine, tree->explorer.state, node.state);
  while (por_next(tree->explorer.por, &index)) {
    if (explorer_claim_violated(&tree->explorer))
      return false;
    load_node(tree, number);
    uint32_t thread = tree->explorer.state->threads[index]->number;
    bool is_local = por_is_local(tree->explorer.por);
    struct tree_move move = {number, thread, is_local ? node.active : thread,
                             node.switches + (!is_local && thread != node.active)};
    if (step_thread(tree, move, index))
      return true;
  }
  return false;
}

/* Can the active thread of the node, whose state is loaded, take a step by itself? */
static bool can_go_on(struct tree *tree, uint32_t number) {
  uint32_t active = tree->nodes.items[number].active;
  struct thread *thread = state_thread(tree->explorer.state, active);
  if (!thread)
    return false;
  answers_begin(&tree->explorer.answers);
  tree->explorer.machine.unclear = false;
  prepare(tree, active);
  return machine_readiness(&tree->explorer.machine, tree->explorer.state, thread) == READY;
}

static bool expand(struct tree *tree, struct tree_item item) {
  load_node(tree, item.node);
  bool is_first = !tree->nodes.items[item.node].is_expanded;
  tree->nodes.items[item.node].is_expanded = true;
  if (is_first && observe(tree, item.node))
    return true;
  if (is_first && tree->counts_preemptions)
    tree->nodes.items[item.node].switches_freely = !can_go_on(tree, item.node);
  return tree->is_reduced ? expand_reduced(tree, item.node) : expand_exactly(tree, item);
}

static bool start(struct tree *tree) {
  tree->move = (struct tree_move){NO_NODE, NO_THREAD, 0, 0};
  return !explorer_run_start(&tree->explorer, visit);
}

static struct tree_item take(struct tree *tree, uint32_t level) {
  struct tree_items *items = &tree->levels.items[level];
  tree->waiting--;
  if (!tree->breadth_first)
    return vector_pop(&items->list);
  struct tree_item item = items->list.items[items->first++];
  if (items->first == items->list.count)
    items->first = items->list.count = 0;
  return item;
}

/* The last of those that wait is the next to be taken. */
static void put_any_last(struct tree *tree, struct tree_items *items) {
  size_t last = items->list.count - 1;
  tree->random = tree->random * 6364136223846793005u + 1442695040888963407u;
  size_t any = (size_t)(tree->random >> 33) % items->list.count;
  struct tree_item item = items->list.items[any];
  items->list.items[any] = items->list.items[last];
  items->list.items[last] = item;
}

/* With a budget any node of each of the first levels, one after the other, is followed to the end
 * of the run of its thread. */
static bool next_level_of_all(struct tree *tree, uint32_t *level) {
  size_t count = tree->levels.count < FEW_LEVELS ? tree->levels.count : FEW_LEVELS;
  for (size_t i = 0; i < count && tree->levels.items[tree->followed].list.count <= tree->left;
       i++) {
    tree->followed = (tree->followed + 1) % count;
    struct tree_items *items = &tree->levels.items[tree->followed];
    tree->left = items->list.count ? items->list.count - 1 : 0;
    if (items->list.count)
      put_any_last(tree, items);
  }
  *level = (uint32_t)tree->followed;
  return count && tree->levels.items[tree->followed].list.count > tree->left;
}

/* The level at which the next node is taken; false: nothing waits within the bounds. */
static bool next_level(struct tree *tree, uint32_t *level) {
  if (tree->budget)
    return next_level_of_all(tree, level);
  *level = tree->level;
  return tree->level < tree->levels.count && tree->levels.items[tree->level].list.count;
}

/* States that were put off, so that no thread is ignored for ever, when nothing else is left. */
static void take_postponed(struct tree *tree) {
  uint32_t state;
  uint64_t node;
  while (!tree->waiting && tree->is_reduced && por_take_postponed(tree->explorer.por, &state))
    do {
      if (map_get(&tree->index, state, &node))
        enqueue(tree, (uint32_t)node, false);
    } while (por_take_postponed(tree->explorer.por, &state));
}

/* Where guards are not checked, loops would be repeated for ever that cannot. */
static void drop_impossible(struct tree *tree, struct tree_items *items) {
  size_t count = items->first;
  if (tree->concretizer.checks_guards)
    return;
  for (size_t i = items->first; i < items->list.count; i++) {
    load_node(tree, items->list.items[i].node);
    if (explorer_is_over(&tree->explorer) ||
        concretizer_is_feasible(&tree->concretizer, tree->explorer.state))
      items->list.items[count++] = items->list.items[i];
  }
  tree->waiting -= items->list.count - count;
  items->list.count = count;
}

/* Of two limits, 0 being none. */
static size_t least(size_t a, size_t b) { return a && (!b || a < b) ? a : b; }

bool tree_deepen(struct tree *tree) {
  take_postponed(tree);
  for (uint32_t level = 0; level < tree->levels.count && !tree->budget; level++) {
    if (tree->levels.items[level].list.count)
      drop_impossible(tree, &tree->levels.items[level]);
    if (tree->levels.items[level].list.count) {
      tree->level = level;
      if (tree->task->bounds_contexts && level > tree->task->contexts && !tree->is_beyond) {
        tree->is_beyond = true;
        tree->most_nodes = least(tree->most_nodes, 2 * tree->nodes.count + FEW_NODES);
      }
      return true;
    }
  }
  return false;
}

bool tree_waits_for_iterations(const struct tree *tree) {
  for (uint32_t level = tree->level; level < tree->levels.count; level++) {
    const struct tree_items *items = &tree->levels.items[level];
    for (size_t i = items->first; i < items->list.count; i++)
      if (switches_of(tree, items->list.items[i]) < tree->level)
        return true;
  }
  return false;
}

uint32_t tree_unwind_at(const struct tree *tree, uint32_t level) {
  return tree->task->unwind       ? (uint32_t)tree->task->unwind
         : level < DEEPEST_UNWIND ? (uint32_t)1 << level
                                  : (uint32_t)1 << DEEPEST_UNWIND;
}

uint32_t tree_unwind(const struct tree *tree) { return tree_unwind_at(tree, tree->level); }

static void show_progress(void *owner) {
  struct tree *tree = owner;
  double now = clock_seconds();
  if (!tree->task->progress || now - tree->last_progress < 0.2)
    return;
  tree->last_progress = now;
  fprintf(stderr, "\r\033[Kcontexts %u, unwind %u: %zu nodes, %llu interleavings, %zu MB ",
          tree->level, tree_unwind(tree), tree->nodes.count, (unsigned long long)tree->ends,
          memory_resident() / (1024 * 1024));
}

/* A search that was ended from within. */
static enum tree_end end_of(const struct tree *tree, const char **limit) {
  *limit = tree->explorer.limit;
  return tree->explorer.limit ? TREE_LIMIT : TREE_FOUND;
}

enum tree_end tree_search(struct tree *tree, const char **limit) {
  if (!tree->nodes.count && start(tree))
    return end_of(tree, limit);
  uint32_t level;
  while (next_level(tree, &level)) {
    if (explorer_is_over(&tree->explorer))
      break;
    if ((tree->budget && tree->taken++ == tree->budget) ||
        (tree->most_nodes && tree->nodes.count > tree->most_nodes))
      return TREE_SPENT;
    if (expand(tree, take(tree, level)))
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

void tree_init(struct tree *tree, const struct task *task, struct tree_listener *listener,
               const struct tree_manner *manner) {
  *tree = (struct tree){.task = task,
                        .listener = listener,
                        .is_reduced = manner->is_reduced,
                        .goes_beyond = manner->goes_beyond,
                        .budget = manner->budget,
                        .most_nodes = manner->most_nodes,
                        .breadth_first = manner->breadth_first,
                        .counts_preemptions = manner->counts_preemptions};
  concretizer_init(&tree->concretizer, manner->checks_guards, task->solver ? task->solver : "sat",
                   &task->limits, &tree->iterations.is_beyond, &tree->explorer.state);
  tree->explorer = (struct explorer){
      .machine = {.domain = &domain_value,
                  .domain_context = &tree->concretizer.context,
                  .known = task->known,
                  .opens_sizes = opens_sizes(task),
                  .is_small_choice = concretizer_is_small_choice,
                  .open_writes = OPEN_MOST_WRITES},
      .owner = tree,
      .prepare = prepare,
      .begin_chain = begin_chain,
      .extends_chain = extends_chain,
      .progress = show_progress,
  };
  explorer_init(&tree->explorer, task->program, task->properties, &task->limits, concretize);
  enum por_level level = manner->is_reduced || task->por == POR_NONE ? task->por : POR_LOCAL;
  explorer_reduce(&tree->explorer, level, manner->without_claims);
  iterations_init(&tree->iterations, &tree->explorer.answers.asked,
                  task->unwind ? (uint32_t)task->unwind * UNITS_PER_ITERATION : UINT32_MAX);
}

void tree_set_overlay(struct tree *tree, struct intervals *intervals) {
  tree->explorer.machine.overlay = &intervals->overlay;
  tree->explorer.machine.opens_sizes = false; /* copies and fills would pass the overlay by */
  por_set_overlay(tree->explorer.por, intervals_hold, intervals);
}

void tree_release(struct tree *tree) {
  explorer_release(&tree->explorer);
  iterations_release(&tree->iterations);
  concretizer_release(&tree->concretizer);
  vector_release(&tree->nodes);
  vector_release(&tree->edges);
  vector_release(&tree->answers);
  vector_release_members(&tree->levels, list);
  vector_release(&tree->expansions);
  finals_release(&tree->finals);
  map_release(&tree->index);
  map_release(&tree->stepped);
}
