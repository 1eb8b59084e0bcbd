/* SPDX-License-Identifier: Apache-2.0 */
/* The order of variables in decision diagrams, from the dependence between cells. Cells and inputs
 * that are assigned to each other or compared are in one group, whose bits are interleaved, lowest
 * bits first. Groups follow each other. */
#ifndef ENGINE_EXPLICIT_BIT_ORDER_H
#define ENGINE_EXPLICIT_BIT_ORDER_H

#include "abstract/locations.h"

/* Groups of symbols, by number of the symbol in terms. They only grow, and the next search uses
 * them. */
struct dependence {
  VECTOR(uint32_t) leaders; /* the symbol that leads the group of each symbol */
};
void dependence_note(struct dependence *dependence, const struct cells *cells,
                     const struct action *action);
void dependence_release(struct dependence *dependence);

/* A symbol of terms: a symbolic cell, or an input. */
struct bit_word {
  const struct term *symbol;
  uint32_t cell;  /* NO_CELL: an input */
  uint32_t group; /* the symbol that leads its group */
  /* By bit: the variables of diagrams before a step, and of cells also after it. */
  unsigned before[64], after[64];
};

struct bit_place {
  uint32_t word;
  unsigned bit;
};

struct bit_order {
  VECTOR(struct bit_word) words;
  VECTOR(uint32_t) of_symbol;           /* by number: 1 + the index of its word, or 0 */
  VECTOR(struct bit_place) of_variable; /* of diagrams */
  VECTOR(unsigned) blocks;              /* sizes of blocks of variables that stay together */
  unsigned variables;
};
/* Orders the bits of all symbols. */
void bit_order_make(struct bit_order *order, struct dependence *dependence,
                    const struct cells *cells);
/* NULL: the symbol is newer than the order. */
const struct bit_word *bit_order_find(const struct bit_order *order, const struct term *symbol);
void bit_order_release(struct bit_order *order);

#endif
