/* SPDX-License-Identifier: Apache-2.0 */
/* Strongly connected components after Tarjan. They come out with those first that no conflict
 * leaves, the topologically maximal ones. The paper takes one of those; here a thread may be
 * blocked, and a component without an enabled thread is no choice, so the closure of every
 * component is one: the component and all it can reach. */
#include "por/persistent_set.h"

struct set_search {
  const struct conflict_graph *graph;
  unsigned order[MOST_THREADS], lowest[MOST_THREADS], next;
  unsigned stack[MOST_THREADS], depth;
  uint64_t seen, on_stack;
  uint64_t closures[MOST_THREADS]; /* of threads whose component is complete */
  uint64_t best;
};

static unsigned lowest_thread(uint64_t set) { return (unsigned)__builtin_ctzll(set); }

static void consider(struct set_search *search, uint64_t closure) {
  uint64_t enabled = closure & search->graph->enabled;
  uint64_t best = search->best & search->graph->enabled;
  if (enabled && (!best || __builtin_popcountll(enabled) < __builtin_popcountll(best)))
    search->best = closure;
}

/* The threads from the top of the stack down to `root` are a component. */
static void complete(struct set_search *search, unsigned root) {
  uint64_t component = 0, closure = 0;
  unsigned thread;
  do {
    thread = search->stack[--search->depth];
    component |= (uint64_t)1 << thread;
  } while (thread != root);
  search->on_stack &= ~component;
  for (uint64_t left = component; left; left &= left - 1) {
    uint64_t conflicts = search->graph->conflicts[lowest_thread(left)] & search->graph->active;
    for (uint64_t outside = conflicts & ~component; outside; outside &= outside - 1)
      closure |= search->closures[lowest_thread(outside)];
  }
  closure |= component;
  for (uint64_t left = component; left; left &= left - 1)
    search->closures[lowest_thread(left)] = closure;
  consider(search, closure);
}

static void visit(struct set_search *search, unsigned thread) {
  uint64_t bit = (uint64_t)1 << thread;
  search->order[thread] = search->lowest[thread] = search->next++;
  search->stack[search->depth++] = thread;
  search->seen |= bit;
  search->on_stack |= bit;
  uint64_t conflicts = search->graph->conflicts[thread] & search->graph->active & ~bit;
  for (; conflicts; conflicts &= conflicts - 1) {
    unsigned other = lowest_thread(conflicts);
    if (!(search->seen >> other & 1)) {
      visit(search, other);
      if (search->lowest[other] < search->lowest[thread])
        search->lowest[thread] = search->lowest[other];
    } else if (search->on_stack >> other & 1 && search->order[other] < search->lowest[thread]) {
      search->lowest[thread] = search->order[other];
    }
  }
  if (search->lowest[thread] == search->order[thread])
    complete(search, thread);
}

uint64_t persistent_set_smallest(const struct conflict_graph *graph) {
  struct set_search search;
  search.graph = graph;
  search.next = search.depth = 0;
  search.seen = search.on_stack = search.best = 0;
  for (uint64_t left = graph->active; left; left &= left - 1)
    if (!(search.seen >> lowest_thread(left) & 1))
      visit(&search, lowest_thread(left));
  return search.best;
}
