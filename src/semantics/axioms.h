/* SPDX-License-Identifier: Apache-2.0 */
/* Memory models as tables of relations: which execution graphs are executions. Written straight
 * from the definitions and evaluated without any cleverness, so that it can confirm what a search
 * finds by other means.
 *
 *   rc11  the repaired C11 model: Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing Sequential
 *         Consistency in C/C++11", PLDI 2017. Release sequences are those of C++20 and C23, which
 *         later stores of the same thread do not continue.
 *   sc    one order of all accesses
 *   tso, pso  what the buffers of memory_model.h allow
 *
 * Beyond the paper: an atomic section (a mutex, a join, …) is one unit: no other access comes
 * between its accesses. They acquire and release. */
#ifndef SEMANTICS_AXIOMS_H
#define SEMANTICS_AXIOMS_H

#include "semantics/event_graph.h"
#include "semantics/memory_model.h"
#include "semantics/relation.h"

/* The first axiom of the model that the graph violates ("coherence", …); NULL: it is consistent. */
const char *axioms_violated(const struct event_graph *graph, enum memory_model model);
/* Why the graph is not consistent: of each axiom that it violates up to `most` reasons. Facts are
 * about the relations and sets that axioms.c calls given; elements from the number of actions on
 * are the initial writes of locations. Returns the number of reasons; 0: it is consistent. */
size_t axioms_explain(const struct event_graph *graph, enum memory_model model, size_t most,
                      relation_listener *listener, void *context);
/* The same for pairs of actions: tells why the first happens before the second, for each pair of
 * which that is true. */
void axioms_explain_order(const struct event_graph *graph, struct relation_pair *pairs,
                          size_t count, relation_listener *listener, void *context);

/* Two conflicting accesses, not both atomic, of which neither happens before the other. False:
 * there are none. The second one was added later. Those for which `skips` is true do not count. */
bool axioms_find_race(const struct event_graph *graph,
                      bool (*skips)(void *context, uint32_t first, uint32_t second), void *context,
                      uint32_t *first, uint32_t *second);
/* Does action `first` happen before action `second`, as C11 defines it? Both are numbers. */
bool axioms_happens_before(const struct event_graph *graph, uint32_t first, uint32_t second);

#endif
