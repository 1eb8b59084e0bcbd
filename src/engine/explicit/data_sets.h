/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of data states as decision diagrams over the bits of a location's symbolic cells, and their
 * images under actions. Actions of one thread between the same two locations form one relation
 * between the bits before and after. Relations are shared by all locations at which a thread does
 * the same. */
#ifndef ENGINE_EXPLICIT_DATA_SETS_H
#define ENGINE_EXPLICIT_DATA_SETS_H

#include "engine/explicit/bit_order.h"
#include "solver/diagram_words.h"

/* Cells, in ascending order. */
struct cell_list {
  uint32_t *items;
  size_t count, capacity;
};

/* What holds before and after one of several actions. */
struct action_relation {
  diagram holds;
  diagram hidden; /* the variables before it of cells that it changes, and inputs */
  struct bit_renaming *after, *before; /* changed cells: from before to after the step, and back */
  VECTOR(const struct action *) actions; /* at the first location with the relation */
  struct cell_list changed;
};

struct data_sets {
  const struct locations *locations;
  struct cells *cells;
  struct bit_order order;
  struct diagrams *diagrams;
  struct diagram_words *words;
  struct interner *keys; /* of relations: the cells changed and hidden, and what actions do */
  VECTOR(struct action_relation) relations;
  struct map
      bindings; /* cell and id of a term: the rows in which the cell is the term after a step */
  VECTOR(diagram) owned; /* those */
  bool is_outdated; /* symbols depend on each other that the order has apart or does not know: what
                     * was computed is too coarse */
};

void data_sets_init(struct data_sets *sets, const struct locations *locations, struct cells *cells,
                    struct dependence *dependence, size_t most_nodes, const struct limits *limits);
void data_sets_release(struct data_sets *sets);

/* The data states in which an action is possible, as far as `among` has them. */
diagram data_sets_possible(struct data_sets *sets, const struct action *action, diagram among);
/* The relation of actions from one location to the same other one; `from` is NO_LOCATION for the
 * start of the program. Returns its number. */
uint32_t data_sets_relate(struct data_sets *sets, uint32_t from, uint32_t to,
                          const struct action *const *actions, size_t count);
/* The data states behind a relation, from a set of those before it. */
diagram data_sets_after(struct data_sets *sets, uint32_t relation, diagram before);
/* The data states before an action from which it leads into a set. */
diagram data_sets_before(struct data_sets *sets, uint32_t from, uint32_t to,
                         const struct action *action, diagram after);

#endif
