/* SPDX-License-Identifier: Apache-2.0 */
/* Steps to nodes: known ones, new ones, and the ends of executions. */
#include "engine/context/tree.h"

#include "engine/context/intervals.h"
#include "semantics/open.h"

#include <stdio.h>

enum {
  LONGEST_CHAIN = 20000, /* edges without a node in between */
  MANY_FACTS = 16,       /* with more, a chain forgets those that no longer matter */
};

void tree_note_unknown(struct tree *tree, const char *reason) {
  if (!*tree->unknown)
    snprintf(tree->unknown, sizeof tree->unknown, "%s", reason);
}

void tree_note_unclear(struct tree *tree, enum outcome outcome) {
  if (tree->concretizer.unclear == UNCLEAR_SOLVER)
    tree_note_unknown(tree, "the solver gave up");
  else if (tree->concretizer.unclear == UNCLEAR_TOO_MANY)
    tree_note_unknown(tree, outcome == OUTCOME_UNSUPPORTED ? tree->explorer.machine.reason
                                                           : "access at an unknown address");
  else if (tree->explorer.machine.doubts.unclear)
    tree_note_unknown(tree, "a race or deadlock at an unknown address");
}

void tree_load(struct tree *tree, uint32_t node) {
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

bool tree_report_error(struct tree *tree, struct tree_move move) {
  tree->move = move;
  return tree->listener->error(tree->listener, add_edge(tree, NO_NODE));
}

uint32_t tree_switches(const struct tree *tree, struct tree_item item) {
  const struct tree_node *node = &tree->nodes.items[item.node];
  return node->switches + (item.others && !node->switches_freely);
}

/* Of a search that counts preemptions: the first levels, so that something is complete soon. */
static const struct {
  uint32_t switches, turns;
} first_levels[] = {{0, 2}, {0, 8}, {1, 8}, {1, 32}, {1, 128}};
enum { FIRST_LEVELS = sizeof first_levels / sizeof *first_levels };

/* From level to level, the bound on switches grows by one, and that on iterations doubles. */
struct tree_bounds tree_bounds_at(const struct tree *tree, uint32_t level) {
  struct tree_bounds bounds = {level, {UINT32_MAX, UINT32_MAX}};
  if (tree->task->unwind) /* what is beyond it is not enqueued */
    return bounds;
  if (tree->manner.counts_preemptions && level < FIRST_LEVELS) {
    bounds.switches = first_levels[level].switches;
    bounds.most = (struct iteration_count){UNITS_PER_ITERATION, first_levels[level].turns};
    return bounds;
  }
  level -= tree->manner.counts_preemptions ? FIRST_LEVELS : 0;
  bounds.switches = level + tree->manner.counts_preemptions;
  if (level < TREE_DEEPEST_UNWIND)
    bounds.most.units = UNITS_PER_ITERATION << level;
  return bounds;
}

/* The first level at which the item is within the bounds. */
static uint32_t level_of(const struct tree *tree, struct tree_item item) {
  struct iteration_count most = tree->nodes.items[item.node].most;
  uint32_t switches = tree_switches(tree, item);
  for (uint32_t level = 0;; level++) {
    struct tree_bounds bounds = tree_bounds_at(tree, level);
    if (switches <= bounds.switches && most.units <= bounds.most.units &&
        most.turns <= bounds.most.turns)
      return level;
  }
}

void tree_enqueue(struct tree *tree, uint32_t node, bool others) {
  struct tree_item item = {node, others};
  tree_queue_add(&tree->queue, level_of(tree, item), item);
}

void tree_cut_switches(struct tree *tree, uint32_t node) {
  tree->counts.cuts++;
  tree->cut.switches |= tree->listener->cut(tree->listener, node);
}

/* Is the node beyond a given bound? Then it is cut off. */
static bool cut_beyond(struct tree *tree, uint32_t number) {
  const struct task *task = tree->task;
  const struct tree_node *node = &tree->nodes.items[number];
  bool too_long = task->unwind && node->most.units > task->unwind * UNITS_PER_ITERATION;
  bool too_often =
      task->bounds_contexts && node->switches > task->contexts && !tree->manner.goes_beyond;
  if (!too_long && !too_often)
    return false;
  tree->counts.cuts++;
  if (tree->listener->cut(tree->listener, number)) {
    tree->cut.units |= too_long;
    tree->cut.switches |= too_often;
  }
  return true;
}

/* Does a node with the same state cover this one? A thread other than its active one takes one more
 * switch there. */
static bool is_covered(const struct tree *tree, const struct tree_node *node, uint32_t first,
                       uint32_t *by) {
  for (uint32_t at = first; at != NO_NODE; at = tree->nodes.items[at].next) {
    const struct tree_node *old = &tree->nodes.items[at];
    if (tree->manner.is_reduced ||
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
  tree->counts.covered++;
  if (again)
    tree_enqueue(tree, known, false);
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
  if (!cut_beyond(tree, to))
    tree_enqueue(tree, to, false);
}

/* Forgets facts about unused symbols, unless guards are not checked: then all facts are needed to
 * find out that an interleaving is infeasible. */
static void forget_facts(struct tree *tree) {
  if (!tree->concretizer.context.symbols.count || !tree->concretizer.checks_guards)
    return;
  store_forget_dead(tree->explorer.store, tree->explorer.state);
  value_forget_facts(&tree->concretizer.context, tree->explorer.state);
}

static void arrive_at_node(struct tree *tree) {
  struct tree_node node = {.active = tree->move.active, .switches = tree->move.switches};
  forget_facts(tree);
  node.iterations = iterations_end_step(&tree->iterations, tree->explorer.state, &node.most);
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

/* After an unsupported operation or a limit, the search continues elsewhere. True: it ends. */
static bool arrive(struct tree *tree, enum outcome outcome) {
  if (!tree->concretizer.is_infeasible)
    tree_note_unclear(tree, outcome);
  if (outcome == OUTCOME_STEPPED) {
    arrive_at_node(tree);
    return false;
  }
  tree->counts.ends++;
  tell_arrival(tree, NO_NODE);
  if (tree->concretizer.is_cut) {
    tree->counts.cuts++;
    tree->cut.in_step |= concretizer_is_feasible(&tree->concretizer, tree->explorer.state);
    return false;
  }
  if (outcome == OUTCOME_VIOLATION && tree->task->bounds_contexts && !tree->manner.goes_beyond &&
      tree->move.switches > tree->task->contexts) {
    tree_cut_switches(tree, tree->move.from);
    return false;
  }
  if (outcome == OUTCOME_VIOLATION)
    return tree_report_error(tree, tree->move);
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
  machine_listen(&tree->explorer.machine, &tree->iterations.listener);
  tree->chain_end = tree->explorer.machine.counts.edges + LONGEST_CHAIN;
}

static bool extends_chain(void *owner) {
  struct tree *tree = owner;
  const struct machine *machine = &tree->explorer.machine;
  if (tree->explorer.state->facts.count > MANY_FACTS)
    forget_facts(tree);
  return !machine->doubts.unclear && machine->counts.edges < tree->chain_end;
}

/* Counts a switch of the chain that was taken, unless all of its steps are unobservable. */
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
  machine_unlisten(&tree->explorer.machine, &tree->iterations.listener);
  tree->iterations.is_beyond = false;
  tree->move.thread = move.thread;
  tree->counts.transitions += move.steps;
  count_switch(tree);
  bool ends = arrive(tree, outcome);
  tree->move = planned;
  return !ends;
}

bool tree_step(struct tree *tree, struct tree_move move, size_t index) {
  tree->move = move;
  return !explorer_run_thread(&tree->explorer, tree->nodes.items[move.from].state, index, visit);
}

bool tree_start(struct tree *tree) {
  tree->move = (struct tree_move){NO_NODE, NO_THREAD, 0, 0};
  return !explorer_run_start(&tree->explorer, visit);
}

uint32_t tree_unwind(const struct tree *tree) {
  return tree->task->unwind
             ? (uint32_t)tree->task->unwind
             : tree_bounds_at(tree, tree->queue.level).most.units / UNITS_PER_ITERATION;
}

static void show_progress(void *owner) {
  struct tree *tree = owner;
  double now = clock_seconds();
  if (!tree->task->progress || now - tree->last_progress < 0.2)
    return;
  tree->last_progress = now;
  fprintf(stderr, "\r\033[Kcontexts %u, unwind %u: %zu nodes, %llu interleavings, %zu MB ",
          tree->queue.level, tree_unwind(tree), tree->nodes.count,
          (unsigned long long)tree->counts.ends, memory_resident() / (1024 * 1024));
}

/* May sizes be symbolic? Not for races found by happens-before, nor for leaks, which need all
 * contents of objects. */
static bool opens_sizes(const struct task *task) {
  property_set properties = task->properties;
  return !(property_in(PROPERTY_RACE, properties) && task->program->orders.unordered) &&
         !property_in(PROPERTY_LEAK, properties) && !property_in(PROPERTY_MEMCLEANUP, properties);
}

void tree_init(struct tree *tree, const struct task *task, struct tree_listener *listener,
               const struct tree_manner *manner) {
  *tree = (struct tree){
      .task = task, .listener = listener, .manner = *manner, .most_nodes = manner->most_nodes};
  concretizer_init(&tree->concretizer, manner->checks_guards, task->solver ? task->solver : "sat",
                   &task->limits, &tree->iterations.is_beyond, &tree->explorer.state);
  tree->explorer = (struct explorer){
      .machine = {.domain = &domain_value,
                  .domain_context = &tree->concretizer.context,
                  .known = task->known,
                  .stale_parts = task->stale_parts,
                  .symbolic = {.opens_sizes = opens_sizes(task),
                               .is_small_choice = concretizer_is_small_choice,
                               .open_writes = OPEN_MOST_WRITES}},
      .owner = tree,
      .prepare = prepare,
      .begin_chain = begin_chain,
      .extends_chain = extends_chain,
      .progress = show_progress,
  };
  explorer_init(&tree->explorer, task->program, task->properties, &task->limits, concretize);
  enum por_level level = manner->is_reduced || task->por == POR_NONE ? task->por : POR_LOCAL;
  explorer_reduce(&tree->explorer, level, manner->without_claims);
  footprint_init(&tree->finals.footprint);
  iterations_init(&tree->iterations, &tree->explorer.answers.asked,
                  task->unwind ? (uint32_t)task->unwind * UNITS_PER_ITERATION : UINT32_MAX);
}

void tree_set_overlay(struct tree *tree, struct intervals *intervals) {
  tree->explorer.machine.overlay = &intervals->overlay;
  tree->explorer.machine.symbolic.opens_sizes =
      false; /* copies and fills would bypass the overlay */
  por_set_overlay(tree->explorer.por, intervals_hold, intervals);
}

void tree_release(struct tree *tree) {
  explorer_release(&tree->explorer);
  iterations_release(&tree->iterations);
  concretizer_release(&tree->concretizer);
  vector_release(&tree->nodes);
  vector_release(&tree->edges);
  vector_release(&tree->answers);
  tree_queue_release(&tree->queue);
  vector_release(&tree->expansions.list);
  finals_release(&tree->finals);
  map_release(&tree->index);
  map_release(&tree->expansions.last);
}
