/* SPDX-License-Identifier: Apache-2.0 */
/* The reachability tree: a node is a state of the program with the active thread, the number of
 * context switches, and the number of loop iterations on the way. The rules are those of Cordeiro
 * and Fischer, "Verifying Multi-threaded Software using SMT-based Context-Bounded Model Checking",
 * section 3.1, on the steps of semantics/: switches happen between visible operations; a branch on
 * a symbolic value creates a node for each feasible direction and adds a fact to its state; a
 * waiting thread has no successor.
 *
 * A switch counts if its step is effective, that is, if another thread could observe it.
 * Unobservable steps are taken at once. Bounds that are not given grow: nodes beyond the current
 * bounds wait.
 *
 * Under full partial-order reduction, a state is one node. Such a reduction keeps one of several
 * orders, possibly one with more switches: an error within the bound is real, but other executions
 * within the bound may be missing. To explore a bound exactly, only local steps are reduced, and a
 * state is a node for each active thread, unless it was a node before with fewer switches, or with
 * the same thread, and no more iterations.
 *
 * An engine takes nodes in the given order, and gets callbacks for edges and errors. */
#ifndef ENGINE_CONTEXT_TREE_H
#define ENGINE_CONTEXT_TREE_H

#include "engine/context/concretizer.h"
#include "engine/context/finals.h"
#include "engine/context/iterations.h"
#include "engine/engine.h"
#include "explore/explorer.h"

#define NO_NODE UINT32_MAX

/* Steps of one thread in a row, with their choices. */
struct tree_edge {
  uint32_t from, to; /* nodes; `from` NO_NODE: the beginning. `to` NO_NODE: an error */
  uint32_t thread;   /* NO_THREAD: none, the error is in the state itself */
  uint32_t steps;
  uint32_t switches;                   /* at its end */
  uint32_t first_answer, answer_count; /* in tree.answers */
};

/* What is about to be done: steps of a thread from a node. */
struct tree_move {
  uint32_t from, thread;
  uint32_t active, switches; /* of the node it leads to */
};

struct tree_node {
  uint32_t state;  /* in the store */
  uint32_t edge;   /* that first led here */
  uint32_t active; /* the thread that runs */
  uint32_t switches;
  uint32_t iterations, units; /* of iterations: the largest count */
  uint32_t next;              /* of those with the same state */
  bool is_expanded;
  bool switches_freely; /* a switch from here does not count */
};

/* A node that waits: for its active thread, or for the others, which takes a switch. */
struct tree_item {
  uint32_t node;
  bool others;
};
struct tree_items {
  VECTOR(struct tree_item) list;
  size_t first; /* taken already, if it is a queue */
};

/* That a thread was stepped from a state: after how much. */
struct tree_expansion {
  uint32_t iterations, switches;
  uint32_t next; /* of the same thread and state */
};

/* How the tree is searched. */
struct tree_manner {
  bool is_reduced;     /* under full partial-order reduction */
  bool checks_guards;  /* see concretizer.h */
  bool breadth_first;  /* among nodes after equally many switches; else depth first */
  bool goes_beyond;    /* the bound on switches, under reduction, for about as long again */
  bool without_claims; /* see explorer.h */
  /* A switch counts only if the thread that was active could take a step; not under reduction. */
  bool counts_preemptions;
  /* A look at so many nodes of all levels, for errors only; 0: all nodes, level by level. */
  uint64_t budget;
  size_t most_nodes; /* after which the search is given up; 0: any number */
};

struct tree_listener {
  /* Every edge, `fresh` if the node is a new one. NULL: nobody wants to know. */
  void (*edge)(struct tree_listener *listener, uint32_t edge, bool fresh);
  /* An error, at the end of this edge, if the interleaving is possible; machine.violation tells.
   * True: the search ends. */
  bool (*error)(struct tree_listener *listener, uint32_t edge);
  /* At this node, whose state is loaded, something is left out because of a bound that was given.
   * True: it is, and not only if the node cannot be reached. */
  bool (*cut)(struct tree_listener *listener, uint32_t node);
  /* A step led from a node to another one, known or not, or to an end (NO_NODE). NULL: nobody wants
   * to know. */
  void (*arrived)(struct tree_listener *listener, uint32_t from, uint32_t to);
};

struct tree {
  const struct task *task;
  struct tree_listener *listener;
  struct explorer explorer;
  struct concretizer concretizer;
  struct iterations iterations;
  struct finals finals;
  bool is_reduced, goes_beyond, breadth_first, counts_preemptions;
  size_t most_nodes;
  bool is_beyond; /* the bound on switches */
  uint64_t budget;
  VECTOR(struct tree_node) nodes;
  VECTOR(struct tree_edge) edges;
  VECTOR(uint64_t) answers;
  struct tree_move move; /* being made */
  uint64_t chain_end;    /* edges executed, after which its chain of steps ends */
  struct map index;      /* states to nodes */
  struct map stepped;    /* states and threads to expansions */
  VECTOR(struct tree_expansion) expansions;
  VECTOR(struct tree_items) levels; /* what waits, by the bounds it needs */
  size_t waiting;                   /* in all levels */
  uint32_t level;                   /* the current bounds: so many switches */
  size_t taken, followed, left;     /* with a budget: see tree.c */
  uint64_t random;
  bool some_successor_waits; /* of a local step */
  /* By a bound that was given: at a node, or in the middle of a step. */
  bool cut_switches, cut_units, cut_in_step;
  double last_progress;
  char unknown[256]; /* why the search cannot end with TRUE, "" if it can */
  uint64_t ends, covered, cuts, transitions;
};

enum tree_end {
  TREE_EXHAUSTED, /* of what is within the bounds */
  TREE_FOUND,     /* the listener ended it */
  TREE_VIOLATED,  /* a claim was: to be searched once more without claims */
  TREE_SPENT,     /* the budget, or as many nodes as it may have */
  TREE_LIMIT,
};

void tree_init(struct tree *tree, const struct task *task, struct tree_listener *listener,
               const struct tree_manner *manner);
void tree_release(struct tree *tree);
struct intervals;
/* Before the search: only the intervals of the values of some variables are known. */
void tree_set_overlay(struct tree *tree, struct intervals *intervals);
/* Visits all nodes within the current bounds; *limit receives which limit ended it. */
enum tree_end tree_search(struct tree *tree, const char **limit);
/* To the next bounds at which something waits; false: nothing does. */
bool tree_deepen(struct tree *tree);
/* Does something wait only because of the current bound on iterations? */
bool tree_waits_for_iterations(const struct tree *tree);
/* The bound on iterations at a level, and the current one. */
uint32_t tree_unwind_at(const struct tree *tree, uint32_t level);
uint32_t tree_unwind(const struct tree *tree);
/* The search cannot end with TRUE. The first reason is kept. */
void tree_note_unknown(struct tree *tree, const char *reason);

#endif
