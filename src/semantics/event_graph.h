/* SPDX-License-Identifier: Apache-2.0 */
/* Execution graphs: what the threads of one execution did to memory, which write each read takes
 * its value from (reads-from), and in which order the writes to each location follow one another
 * (modification order). A memory model says which graphs are executions (axioms.h).
 *
 * A read-modify-write is a read and the write that follows it. What memory holds before the first
 * thread is created is the initial write of each location, which is no action of its own. */
#ifndef SEMANTICS_EVENT_GRAPH_H
#define SEMANTICS_EVENT_GRAPH_H

#include "base/vector.h"
#include "program/program.h"
#include "semantics/memory_model.h"

#define INITIAL_WRITE UINT32_MAX /* instead of the number of an action */

#define NO_TWIN UINT32_MAX

enum action_kind { ACTION_READ, ACTION_WRITE, ACTION_FENCE, ACTION_CHOICE };

/* The order of a fence that stands for an operation which drains the store buffer (tso, pso) and is
 * no action. Unlike a fence of the program it synchronises with nothing. */
#define ORDER_OF_DRAIN ORDER_PLAIN

struct memory_action {
  enum action_kind kind;
  enum memory_order order; /* ORDER_PLAIN: not atomic */
  uint32_t thread;         /* dense: 0, 1, 2, … */
  uint32_t index;          /* in its thread */
  uint32_t
      unit; /* the unit in its thread: the actions of one step, which others do not interrupt */
  bool in_section;   /* the unit is part of an atomic section */
  bool is_exclusive; /* the read of a read-modify-write, also of one that fails */
  bool is_rmw;       /* a write: of a read-modify-write, whose read is the action before */
  bool is_awaited;   /* a read by the condition of a wait */
  bool is_of_library;
  uint32_t location; /* READ, WRITE: in event_graph.locations */
  /* CHOICE of an address that comes back: the last write of the freeing, which synchronises with
   * it. Else: */
  uint32_t source;     /* READ: the write, or INITIAL_WRITE */
  uint64_t value;      /* the value that is read, written or chosen */
  uint64_t count;      /* CHOICE: of how many values */
  uint64_t rendezvous; /* the object at which threads meet in this unit, or 0 (program.h) */
  uint64_t expected;   /* the read of a compare-exchange: what it compares with */
  const struct edge *edge, *user_edge;
};

struct action_numbers {
  uint32_t *items;
  size_t count, capacity;
};

struct action_location {
  uint64_t address, initial;
  uint64_t object; /* the address of what it is a part of */
  uint32_t size;
  uint32_t life;               /* how many earlier objects had the address */
  bool is_uninitialised;       /* there is no initial value */
  struct action_numbers order; /* the writes in modification order, without the initial one */
};

/* A thread begins after the first `after` actions of its creator, which had made so many steps;
 * main is its own creator. `twin`: the previous thread that was created alike, for a search that
 * uses symmetry, or NO_TWIN. */
struct action_thread_start {
  uint32_t creator, after;
  uint64_t steps;
  uint32_t twin;
};

struct event_graph {
  VECTOR(struct memory_action) actions; /* all actions, in the order in which they were added */
  VECTOR(struct action_location) locations;
  VECTOR(struct action_thread_start) threads;
};

void event_graph_clear(struct event_graph *graph);
void event_graph_release(struct event_graph *graph);
void event_graph_copy(struct event_graph *to, const struct event_graph *from);
/* Where a write stands in the modification order of its location: 0 is the initial one. */
size_t event_graph_rank(const struct event_graph *graph, uint32_t location, uint32_t write);
struct thread;
/* Sets `order` and `in_section` of the thread's action from the order that the edge asks for.
 * Accesses in atomic sections, and all atomic accesses of library models, acquire and release and
 * are atomic. With `keeps_relaxed`, accesses that a library model declares relaxed stay relaxed, as
 * in calls that fail, which order nothing. */
void event_graph_set_order(struct memory_action *action, const struct thread *thread,
                           enum memory_order order, bool keeps_relaxed);
/* The same if a compare-exchange reads another write: whether it succeeds may have changed. */
void event_graph_renew_order(struct memory_action *action, bool succeeds, bool keeps_relaxed);
/* Do relaxed accesses of library models stay relaxed? Under sc, tso and pso they matter, for
 * races, only if the program itself has atomic accesses that order nothing. */
static inline bool event_graph_keeps_relaxed(const struct program *program,
                                             enum memory_model model) {
  return model == MEMORY_RC11 || program->orders.unordered;
}
/* The order that a load, store, read-modify-write or compare-exchange asks for. */
enum memory_order event_graph_order_of(const struct edge *edge, bool succeeds);
static inline bool order_acquires(enum memory_order order) {
  return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}
static inline bool order_releases(enum memory_order order) {
  return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

#endif
