/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of data states as decision diagrams over the bits of a location's symbolic cells, and their
 * images under actions. Actions of one thread between the same two locations form one relation
 * between the bits before and after. Relations are shared by all locations at which a thread has
 * the same actions. */
#ifndef ENGINE_EXPLICIT_DATA_SETS_H
#define ENGINE_EXPLICIT_DATA_SETS_H

#include "engine/explicit/bit_order.h"
#include "solver/diagram_words.h"

/* Cells, in ascending order. */
struct cell_list {
  uint32_t *items;
  size_t count, capacity;
};

/* The relation between data states before and after one of several actions. */
struct action_relation {
  diagram holds;
  diagram hidden; /* variables before it of cells that it changes, and of inputs */
  struct bit_renaming *after,
      *before; /* of changed cells: from before to after the step, and back */
  VECTOR(const struct action *) actions; /* at the first location with the relation */
  struct cell_list changed;
};

struct data_sets {
  const struct locations *locations;
  struct cells *cells;
  struct bit_order order;
  struct diagrams *diagrams;
  struct diagram_words *words;
  struct interner *keys; /* of relations: changed and hidden cells, and the actions */
  VECTOR(struct action_relation) relations;
  struct map
      bindings; /* of cell and id of a term: the rows in which the cell is the term after a step */
  VECTOR(diagram) owned; /* the bindings */
  bool is_outdated; /* the order separates or lacks symbols that depend on each other, so the sets
                       are too coarse */
};

void data_sets_init(struct data_sets *sets, const struct locations *locations, struct cells *cells,
                    struct dependence *dependence, size_t most_nodes, const struct limits *limits);
void data_sets_release(struct data_sets *sets);

/* The data states in `among` in which an action is possible. */
diagram data_sets_possible(struct data_sets *sets, const struct action *action, diagram among);
/* Returns the number of the relation of actions from one location to another; `from` is
 * NO_LOCATION for the start of the program. */
uint32_t data_sets_relate(struct data_sets *sets, uint32_t from, uint32_t to,
                          const struct action *const *actions, size_t count);
/* The data states after a relation. */
diagram data_sets_after(struct data_sets *sets, uint32_t relation, diagram before);
/* The data states from which an action leads into a set. */
diagram data_sets_before(struct data_sets *sets, uint32_t from, uint32_t to,
                         const struct action *action, diagram after);

#endif
