/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: what its parts share.
 *
 * A thread is followed through calls: a node is a function as it is called along one path of calls,
 * by the threads of one class. A class of threads is a creation: the SPAWN edge of a node. At each
 * location of a node there is a state, above all states in which a thread can be there.
 *
 * Cells that only one thread can reach are in the state. A cell that several threads can reach is
 * one unknown for the whole program: what any thread has ever stored there. A thread in an atomic
 * section, or that holds a lock that every store to the cell needs, has its own copy in the state,
 * until it leaves the section or releases the lock. */
#ifndef ENGINE_STATIC_ANALYSIS_H
#define ENGINE_STATIC_ANALYSIS_H

#include "analysis/loops.h"
#include "analysis/obligations.h"
#include "analysis/sharing.h"
#include "base/limits.h"
#include "base/radix.h"
#include "engine/static/space.h"

enum { MOST_LOCKS = 64, MOST_CLASSES = 64 };
#define NO_NODE UINT32_MAX

/* What a thread knows about itself and the others. */
struct digest {
  uint64_t locks, shared; /* locks that it certainly holds, exclusively or shared */
  uint64_t may_hold;      /* in any way */
  estimate destroyed;     /* locks that it may have destroyed while no other thread ran */
  uint64_t again;         /* … maybe more than once, so that it may hold them after a release */
  uint64_t running;       /* classes of threads that may run now, with its own if there are more */
  uint64_t created;       /* classes that this thread may have created */
  uint64_t joinable;      /* … certainly has created, and has not joined or detached since */
  uint32_t depth;         /* of atomic sections */
  bool has_threads;       /* a second thread may have been created */
};

struct lock_names;

struct static_state {
  const struct radix_tree *registers; /* estimates by number; missing: ESTIMATE_NONE */
  const struct radix_tree
      *memory; /* estimates by cell: the thread's own, and its copies of shared ones */
  const struct radix_tree *equal; /* registers by cell: the register holds what the cell does */
  struct digest digest;
  const struct lock_names *holding; /* locks by name (lock_names.h); NULL: none */
};

/* A cell that several threads can reach. */
struct shared_cell {
  estimate all;        /* stored by any thread, ever */
  estimate rest;       /* there while no thread holds a lock that protects it */
  uint64_t protectors; /* locks that are held exclusively at each store */
  uint64_t writers;    /* classes of the threads that store there */
  uint64_t beside;     /* classes of which a thread may run while another thread stores there */
  bool is_met;
  uint32_t growth;          /* how often it grew, for widening */
  VECTOR(uint64_t) readers; /* points that depend on it */
};

enum { MOST_LOCK_WORDS = 4 }; /* a mutex has two, a read-write lock three */

struct static_lock {
  uint32_t object;
  int64_t offset, size; /* size: up to the last byte that the library stores to */
  /* What the library stores to when it takes or releases the lock, from `offset` on. */
  struct lock_word {
    int64_t offset;
    uint32_t size;
  } words[MOST_LOCK_WORDS];
  uint32_t word_count;
};

/* A function as it is called along one path. */
struct node {
  const struct function *function;
  uint32_t parent, class, depth;
  const struct edge *call;      /* in the parent's function; NULL: a thread begins */
  const struct edge *user_edge; /* the innermost edge of the user's that led here, or NULL */
  const struct function *user_function; /* of that edge */
  const struct static_state **at;       /* per location; NULL: not reached, or not a stop */
  const struct static_state **narrowed; /* the same while states are narrowed (solve.c) */
  uint32_t *visits;                     /* per location */
  const struct static_state *exit;      /* its registers are the results, by their number */
  uint32_t returns;                     /* how often it came back with more */
  uint32_t turn, loop, base; /* of a turn of a loop: the node that entered it; turn 0: it is none */
  uint32_t previous;         /* the turn before, or the same */
  const struct radix_tree *kept; /* its registers at calls, if it has a setjmp */
  bool is_recursive;
  bool may_misuse;   /* a call of it may misuse a lock, as far as lock_misuse_judge tells, … */
  estimate rests_on; /* … or does not, if these locks are intact */
  estimate ends;     /* locks that it destroys */
  VECTOR(uint32_t) turns;   /* nodes for turns of its loops */
  VECTOR(uint64_t) callers; /* points to go on from when `exit` changes */
};

struct thread_class {
  uint32_t creator; /* the node of the SPAWN edge; NO_NODE: main */
  const struct edge *spawn;
  uint32_t root; /* its first node */
  bool is_many;
  bool is_mixed;   /* of several nodes: there were too many classes */
  uint64_t beside; /* classes that may run when it is created */
};

/* A point that waits to be visited; the least rank comes first. */
struct waiting_point {
  uint64_t rank, point;
};

/* The points that wait, as a heap. */
struct work_list {
  VECTOR(struct waiting_point) waiting;
  struct map is_waiting; /* by point */
};

/* An edge that was taken since the last stop, after others. */
struct way_step {
  const struct edge *edge;
  uint32_t before; /* in visiting.ways; 0: the stop */
};

/* What is followed now. */
struct visiting {
  uint64_t point;
  uint32_t node;
  bool narrows; /* states are collected anew, as node.narrowed */
  const struct edge *edge;
  VECTOR(struct way_step) ways;
  uint32_t way; /* what led to the state from which the edge is taken; 0: it is not known */
};

struct outlines;

/* Numbers of nodes. */
struct known_nodes {
  struct map children; /* by parent and edge */
  struct map turns;    /* the next turn of a loop, by node and head */
};

struct lock_table {
  VECTOR(struct static_lock) list;
  struct interner *holdings; /* of lock_names.h */
  estimate destroyed;        /* locks that may be destroyed while others may use them */
  uint64_t broken; /* locks that protect nothing: some thread may release them without holding
                    * them, or the program itself may store to them */
};

/* What may spoil rules about threads. */
struct thread_rules {
  bool joins_may_fail; /* two threads may join each other, which is no misuse: one gets an error */
};

struct analysis {
  const struct program *program;
  property_set properties; /* that are checked: what goes on after their violation does not count */
  const struct limits *limits;
  struct sharing *sharing;
  struct arena *arena;
  struct estimates *estimates;
  struct space space;
  struct thresholds thresholds;
  VECTOR(struct shared_cell) shared; /* by cell */
  struct lock_table locks;
  struct thread_rules threads;
  VECTOR(struct node) nodes;
  VECTOR(struct thread_class) classes;
  struct known_nodes known;
  struct map dependences;    /* which points depend on which cells */
  VECTOR(uint64_t) starters; /* points at which the first thread may be created */
  VECTOR(uint64_t) jumpers;  /* points of longjmp */
  bool grew;                 /* a shared cell has changed */
  struct outlines *outlines; /* of functions */
  struct work_list left;
  struct visiting visited;
  const char *reason; /* it gives up; NULL: it does not */
  const struct edge *reason_at;
  uint64_t steps;
  struct assessment *assessment; /* while the result is checked; else NULL */
};

static inline uint64_t point_make(uint32_t node, uint32_t location) {
  return (uint64_t)node << 32 | location;
}

/* Of what main knows of the threads that run, and that it created: may one of the class run? */
bool analysis_runs_beside_main(const struct analysis *analysis, uint64_t running, uint64_t created,
                               uint32_t class);
/* The node of the call itself, of a node for a turn of a loop. */
uint32_t turns_first(const struct analysis *analysis, uint32_t node);
const struct edge *const *analysis_definitions(struct analysis *analysis,
                                               const struct function *function);
const struct loops *analysis_loops(struct analysis *analysis, const struct function *function);
bool analysis_has_setjmp(struct analysis *analysis, const struct function *function);
/* Is a state kept at the location? */
bool analysis_is_stop(struct analysis *analysis, const struct function *function,
                      uint32_t location);
void analysis_give_up(struct analysis *analysis, const char *reason, const struct edge *at);
/* Visit the point again: something that it depends on has changed. */
void analysis_wait(struct analysis *analysis, uint64_t point);

/* … all points again. */
void analysis_wait_for_all(struct analysis *analysis);

#endif
