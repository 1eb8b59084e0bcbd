/* SPDX-License-Identifier: Apache-2.0 */
/* A persistent set is the closure of a thread under conflicts. The paper uses strongly connected
 * components, of which a topologically maximal one is such a set. Here a thread may be blocked, and
 * a component without an enabled thread is of no use, so the closure of every thread is considered.
 * Sets of threads are machine words, so closures are cheap (Warshall). */
#include "por/persistent_set.h"

#include <stdbool.h>

static unsigned lowest_thread(uint64_t set) { return (unsigned)__builtin_ctzll(set); }

uint64_t persistent_set_smallest(const struct conflict_graph *graph) {
  uint64_t closures[MOST_THREADS], best = 0;
  int fewest = MOST_THREADS + 1;
  for (uint64_t left = graph->active; left; left &= left - 1) {
    unsigned thread = lowest_thread(left);
    closures[thread] = (graph->conflicts[thread] & graph->active) | (uint64_t)1 << thread;
  }
  for (uint64_t left = graph->active; left; left &= left - 1)
    for (uint64_t from = graph->active; from; from &= from - 1)
      if (closures[lowest_thread(from)] >> lowest_thread(left) & 1)
        closures[lowest_thread(from)] |= closures[lowest_thread(left)];
  for (uint64_t left = graph->active; left; left &= left - 1) {
    uint64_t closure = closures[lowest_thread(left)];
    int enabled = __builtin_popcountll(closure & graph->enabled);
    bool is_part = !(closure & ~best); /* of the best so far */
    if (enabled && (enabled < fewest || (enabled == fewest && is_part))) {
      fewest = enabled;
      best = closure;
    }
  }
  return best;
}
