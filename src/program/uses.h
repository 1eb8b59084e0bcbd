/* SPDX-License-Identifier: Apache-2.0 */
/* The registers that an edge reads and writes: one list of operands per operation, for all
 * analyses. */
#ifndef PROGRAM_USES_H
#define PROGRAM_USES_H

#include "program/program.h"

typedef void register_visitor(uint32_t number, void *context);

void edge_visit_uses(const struct edge *edge, register_visitor *visit, void *context);
void edge_visit_definitions(const struct edge *edge, register_visitor *visit, void *context);

/* What the edge assigns to a register; NULL: it assigns nothing to it. NULL is fine as an edge. */
const struct term *edge_assigned(const struct edge *edge, uint32_t number);

/* The terms an edge evaluates. */
void edge_visit_terms(const struct edge *edge,
                      void (*visit)(const struct term *term, void *context), void *context);
/* Those whose values go on to a register, to memory or to a function. */
void edge_visit_values(const struct edge *edge,
                       void (*visit)(const struct term *term, void *context), void *context);
/* The terms that an edge evaluates as a list, in no particular order; fills at most `most` and
 * returns how many there are. */
size_t edge_terms(const struct edge *edge, const struct term **terms, size_t most);
/* Puts `map(term)` in the place of each of them. Lists are copied to the arena. */
void edge_map_terms(struct edge *edge, struct arena *arena,
                    const struct term *(*map)(const struct term *term, void *context),
                    void *context);

#endif
