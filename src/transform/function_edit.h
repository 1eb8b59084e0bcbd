/* SPDX-License-Identifier: Apache-2.0 */
/* Rewrites the control-flow automaton of a function. A pass begins an edit, adds locations and
 * edges, redirects existing edges, and finishes the edit. Finishing lays the edges out again,
 * sorted by the location they start at, so pointers to the edges of the function before are stale.
 */
#ifndef TRANSFORM_FUNCTION_EDIT_H
#define TRANSFORM_FUNCTION_EDIT_H

#include "base/vector.h"
#include "program/program.h"

struct function_edit {
  struct arena *arena; /* gets the new locations and edges */
  const struct function *function;
  VECTOR(struct location) locations; /* the edges of each are consecutive in `edges` */
  VECTOR(struct edge) edges;         /* in any order of locations */
  uint32_t entry;
};

/* Begins with the automaton as it is. `arena`: that of the program the function belongs to. */
void function_edit_begin(struct function_edit *edit, struct arena *arena,
                         const struct function *function);
/* Adds a location without edges; returns its number. */
uint32_t function_edit_add_location(struct function_edit *edit);
/* Adds an edge from the location that was added last; returns its index in edit->edges. */
size_t function_edit_add_edge(struct function_edit *edit, struct edge edge);
/* Makes `edge` the first operation at a location: the edges that start there move to a new
 * location, to which the edge leads. Returns the number of the new location. */
uint32_t function_edit_insert_before(struct function_edit *edit, uint32_t location,
                                     struct edge edge);
/* Makes `next` the operation after the only edge of a location. Returns the new location, which is
 * where `next` starts. */
uint32_t function_edit_insert_after(struct function_edit *edit, uint32_t location,
                                    struct edge next);
/* Removes the locations that cannot be reached from the entry and renumbers the others. */
void function_edit_drop_unreached(struct function_edit *edit);
/* Stores the result in `function`, which may be the one that was edited or a copy of it, and
 * releases the edit. */
void function_edit_finish(struct function_edit *edit, struct function *function);
/* Releases the edit and changes nothing. */
void function_edit_cancel(struct function_edit *edit);

#endif
