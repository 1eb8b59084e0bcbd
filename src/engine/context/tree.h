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
 * An engine takes nodes in the given order (search.h), and gets callbacks for edges and errors. */
#ifndef ENGINE_CONTEXT_TREE_H
#define ENGINE_CONTEXT_TREE_H

#include "engine/context/concretizer.h"
#include "engine/context/finals.h"
#include "engine/context/iterations.h"
#include "engine/context/queue.h"
#include "engine/engine.h"
#include "explore/explorer.h"

#define NO_NODE UINT32_MAX

enum { TREE_DEEPEST_UNWIND = 20 }; /* from this level on, loops are not bounded */

/* Steps of one thread in a row, with their choices. */
struct tree_edge {
  uint32_t from, to; /* nodes; `from` NO_NODE: the beginning. `to` NO_NODE: an error */
  uint32_t thread;   /* NO_THREAD: none, the error is in the state itself */
  uint32_t steps;
  uint32_t switches;                   /* at its end */
  uint32_t first_answer, answer_count; /* in tree.answers */
};

/* The steps of a thread from a node that are being taken. */
struct tree_move {
  uint32_t from, thread;
  uint32_t active, switches; /* of the node that they lead to */
};

struct tree_node {
  uint32_t state;  /* in the store */
  uint32_t edge;   /* that first led here */
  uint32_t active; /* the active thread */
  uint32_t switches;
  uint32_t iterations;
  struct iteration_count most; /* of the iterations */
  uint32_t next;               /* of those with the same state */
  bool is_expanded;
  bool switches_freely; /* a switch from here does not count */
};

/* A thread was stepped from a state after so many iterations and switches. */
struct tree_expansion {
  uint32_t iterations, switches;
  uint32_t next; /* of the same thread and state */
};

struct tree_expansions {
  VECTOR(struct tree_expansion) list;
  struct map last; /* by state and thread */
};

/* How the tree is searched. */
struct tree_manner {
  bool is_reduced;     /* under full partial-order reduction */
  bool checks_guards;  /* see concretizer.h */
  bool breadth_first;  /* among nodes after equally many switches; else depth first */
  bool goes_beyond;    /* continues beyond the bound on switches, for about as long again */
  bool without_claims; /* see explorer.h */
  /* A switch counts only if the thread that was active could take a step; not under reduction. */
  bool counts_preemptions;
  /* Samples so many nodes of all levels, for errors only; 0: all nodes, level by level. */
  uint64_t budget;
  size_t most_nodes; /* ends the search; 0: any number */
};

struct tree_listener {
  /* Every edge; `fresh`: its node is new. May be NULL. */
  void (*edge)(struct tree_listener *listener, uint32_t edge, bool fresh);
  /* An error at the end of this edge, if the interleaving is feasible; machine.violation tells
   * which. True: the search ends. */
  bool (*error)(struct tree_listener *listener, uint32_t edge);
  /* A given bound cuts something off at this node, whose state is loaded. False: the node cannot be
   * reached. */
  bool (*cut)(struct tree_listener *listener, uint32_t node);
  /* A step led from a node to another one, new or not, or to an end (NO_NODE). May be NULL. */
  void (*arrived)(struct tree_listener *listener, uint32_t from, uint32_t to);
};

/* What a given bound cut off. */
struct tree_cut {
  bool switches, units; /* at a node */
  bool in_step;         /* in the middle of a step */
};

struct tree_counts {
  uint64_t ends, covered, cuts, transitions;
};

struct tree {
  const struct task *task;
  struct tree_listener *listener;
  struct tree_manner manner;
  struct explorer explorer;
  struct concretizer concretizer;
  struct iterations iterations;
  struct finals finals;
  VECTOR(struct tree_node) nodes;
  VECTOR(struct tree_edge) edges;
  VECTOR(uint64_t) answers;
  struct map index; /* states to nodes */
  struct tree_expansions expansions;
  struct tree_queue queue;
  uint64_t taken;            /* nodes, if they are sampled */
  size_t most_nodes;         /* 0: any number */
  bool is_beyond;            /* the search continues beyond the bound on switches */
  struct tree_move move;     /* being made */
  uint64_t chain_end;        /* the number of executed edges at which its chain of steps ends */
  bool some_successor_waits; /* of a local step */
  struct tree_cut cut;
  struct tree_counts counts;
  double last_progress;
  char unknown[256]; /* why the search cannot end with TRUE, "" if it can */
};

void tree_init(struct tree *tree, const struct task *task, struct tree_listener *listener,
               const struct tree_manner *manner);
void tree_release(struct tree *tree);
struct intervals;
/* Call this before the search: it knows only intervals of the values of some variables. */
void tree_set_overlay(struct tree *tree, struct intervals *intervals);

/* Starts from the initial states. True: the search ends. */
bool tree_start(struct tree *tree);
void tree_load(struct tree *tree, uint32_t node);
/* Takes all steps of the thread with this index. True: the search ends. */
bool tree_step(struct tree *tree, struct tree_move move, size_t index);
/* An error in the loaded state. True: the search ends. */
bool tree_report_error(struct tree *tree, struct tree_move move);
/* Adds the node to the queue. */
void tree_enqueue(struct tree *tree, uint32_t node, bool others);
/* The switches of the item, once it is taken. */
uint32_t tree_switches(const struct tree *tree, struct tree_item item);
/* A given bound on switches cuts something off at this node. */
void tree_cut_switches(struct tree *tree, uint32_t node);
/* Notes that races and waits may be left out, because an address is unknown or the solver gave up.
 */
void tree_note_unclear(struct tree *tree, enum outcome outcome);
/* Notes that the search cannot end with TRUE. The first reason is kept. */
void tree_note_unknown(struct tree *tree, const char *reason);
/* What is within the bounds at a level. */
struct tree_bounds {
  uint32_t switches;
  struct iteration_count most;
};
struct tree_bounds tree_bounds_at(const struct tree *tree, uint32_t level);
/* The current bound on iterations. */
uint32_t tree_unwind(const struct tree *tree);

#endif
