/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the variables of a run, and what is known about their values. */
#ifndef ENGINE_ORDER_SYMBOLS_H
#define ENGINE_ORDER_SYMBOLS_H

#include "base/map.h"
#include "base/vector.h"
#include "term/range.h"
#include "term/term.h"

struct symbols {
  struct terms *terms;
  uint64_t next_variable;
  struct ranges *ranges;
  VECTOR(const struct term *) facts; /* true in every execution: the ranges of what is read */
  struct map pointees;               /* by number of a variable: struct pointees * */
  struct map read_words;             /* by id of a term that was read from a word: its address */
  struct map start_values; /* by address of a word: what it held when threads were first created */
  unsigned start_count;    /* how many paths have set start_values */
};

void symbols_init(struct symbols *symbols, struct terms *terms);
void symbols_release(struct symbols *symbols);
const struct term *symbols_fresh(struct symbols *symbols, unsigned width);
/* A variable with just enough bits for the range, extended to the width. */
const struct term *symbols_fresh_in(struct symbols *symbols, struct range range, unsigned width);
/* The condition, or a constant if ranges decide it where the guard holds. */
const struct term *symbols_decide(const struct symbols *symbols, const struct term *guard,
                                  const struct term *condition);

enum { MOST_VALUES = 8 };
/* Adds the constants that a term selects from; false: it is no such selection, or of too many. */
bool symbols_choices(const struct term *term, uint64_t constants[MOST_VALUES], size_t *count);

#endif
