/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: an execution graph with its threads and clocks.
 *
 * Clocks are prefixes of the graph. clocks.c computes them; symmetry.c, cycles.c and revisit.c read
 * them. */
#ifndef ENGINE_GRAPH_CLOCKED_GRAPH_H
#define ENGINE_GRAPH_CLOCKED_GRAPH_H

#include "base/map.h"
#include "engine/graph/event_thread.h"
#include "program/program.h"
#include "semantics/event_graph.h"

#define NO_ACTION UINT32_MAX

/* The clocks of each action, which consist of `stride` numbers. */
struct event_clocks {
  size_t stride, capacity; /* there is room for so many actions */
  uint32_t *happened;      /* what happens before the action, and the action */
  uint32_t *causes;        /* its predecessors by program order, reads-from and creation */
  uint32_t *released;      /* of a write: what an acquire read of it synchronises with */
  uint32_t *seen, *fenced; /* event_thread.seen and .fenced after the action */
  bool *is_derived;        /* the clocks of the action are valid */
  uint32_t *ranks;         /* in modification order: of writes, and of what reads read (cycles.c) */
};

/* Threads that are created alike are explored in one order (symmetry.c). */
struct symmetry {
  bool is_on;
  bool notes_twins;     /* twins are found even if `is_on` is false (collection.c) */
  bool is_refuted;      /* threads turned out not to be alike: the search has to restart */
  uint64_t record_size; /* bytes of the record of a thread; 0: no thread was created yet */
  enum data_model data_model;
};

struct clocked_graph {
  struct event_graph events;
  VECTOR(struct event_thread) threads;
  struct map slots;                       /* from numbers of threads to their indexes */
  VECTOR(struct action_numbers) accesses; /* by location: the accesses whose clocks are derived */
  struct event_clocks clocks;
  size_t derived_count;                /* actions with clocks, … */
  size_t seq_cst_count, section_count; /* … that are seq_cst, and in sections */
  struct symmetry symmetry;
  enum memory_model model;
  bool keeps_relaxed; /* relaxed accesses of library models stay relaxed: see event_graph_set_order
                       */
};

/* The index of the machine's thread `number`, which is added if it is new. */
uint32_t clocked_graph_slot(struct clocked_graph *graph, uint32_t number);
/* Call this after an action or a thread was added. */
void clocked_graph_make_room(struct clocked_graph *graph);
/* Deletes the actions whose entry of `numbers` is NO_ACTION. The entries of others become their new
 * numbers. Sources of what is kept must be kept. */
void clocked_graph_restrict(struct event_graph *graph, uint32_t *numbers);
/* Releases everything but what threads own outside this header: images and visits of loops. */
void clocked_graph_release(struct clocked_graph *graph);

static inline const struct memory_action *clocked_graph_action(const struct clocked_graph *graph,
                                                               size_t number) {
  return &graph->events.actions.items[number];
}
/* Of an action: its causes, and what happens before it; both contain the action. */
static inline event_clock clocks_causes(const struct clocked_graph *graph, size_t action) {
  return graph->clocks.causes + action * graph->clocks.stride;
}
static inline event_clock clocks_happened(const struct clocked_graph *graph, size_t action) {
  return graph->clocks.happened + action * graph->clocks.stride;
}
static inline bool clocks_happens_before(const struct clocked_graph *graph, size_t action,
                                         size_t later) {
  const struct memory_action *first = clocked_graph_action(graph, action);
  return first->index < clocks_happened(graph, later)[first->thread];
}
static inline bool is_access(const struct memory_action *action) {
  return action->kind == ACTION_READ || action->kind == ACTION_WRITE;
}
/* Do the actions belong to sections in which threads meet (rendezvous.c)? */
static inline bool actions_meet(const struct memory_action *a, const struct memory_action *b) {
  return a->rendezvous && a->rendezvous == b->rendezvous;
}
/* Does the read of a compare-exchange find the expected value? */
bool clocked_graph_finds_expected(const struct memory_action *read);

#endif
