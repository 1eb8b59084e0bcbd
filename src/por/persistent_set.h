/* SPDX-License-Identifier: Apache-2.0 */
/* Persistent sets from conflicts between threads: the algorithm CompatiblePersistentSet (figure 3.1
 * of the thesis on sequentialisation with reduction), after Farzan, Klumpp and Podelski. */
#ifndef POR_PERSISTENT_SET_H
#define POR_PERSISTENT_SET_H

#include <stdint.h>

enum { MOST_THREADS = 64 }; /* a set of threads is a word */

/* Nodes are the threads that have not finished. i is in conflict with j if the next step of i does
 * not commute with something j may do, now or later. */
struct conflict_graph {
  uint64_t active, enabled; /* sets of threads; what is enabled is active */
  uint64_t conflicts[MOST_THREADS];
};

/* The smallest set of threads that no conflict leaves and of which at least one is enabled,
 * measured by how many are. 0 if none is enabled. */
uint64_t persistent_set_smallest(const struct conflict_graph *graph);

#endif
