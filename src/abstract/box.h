/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes, an interval domain: an interval for each symbol of a list, with known low bits and a
 * stride. A box represents all states in which the values of the symbols are within their
 * intervals. */
#ifndef ABSTRACT_BOX_H
#define ABSTRACT_BOX_H

#include "abstract/entail.h"
#include "term/range.h"

/* A range of a value, read as a signed number. Its lowest `known_bits` bits are those of
 * `residue`; this stays true where arithmetic wraps. The number is `offset` modulo `step`; a step
 * above 1 needs a range without negative numbers, and is lost where a result may wrap. */
struct cell_range {
  struct range range;
  unsigned known_bits;
  uint64_t residue;
  uint32_t step, offset;
};

/* The ranges of the symbols of a list, in its order. */
struct box {
  VECTOR(struct cell_range) ranges;
};

struct symbol_list {
  const struct term **items;
  size_t count, capacity;
};

/* Sorted numbers at which a growing bound stops first. */
struct thresholds {
  VECTOR(int64_t) list;
};
/* Adds the constants of a term, and their neighbours. */
void thresholds_add(struct thresholds *thresholds, const struct term *term);
void thresholds_release(struct thresholds *thresholds);

/* Adds the bounds as terms over the symbols. */
void box_add_facts(const struct box *box, struct terms *terms, const struct symbol_list *symbols,
                   struct premises *facts);

/* Computes ranges of terms from those of symbols. */
struct box_transfer {
  struct terms *terms;
  struct ranges *ranges;           /* of one transfer after the other */
  VECTOR(struct cell_range) known; /* by number of the variable: its range … */
  VECTOR(uint64_t) stamps;         /* … and the transfer that set it */
  uint64_t stamp;
  const struct term *assumed;
};
void box_transfer_init(struct box_transfer *in, struct terms *terms);
void box_transfer_release(struct box_transfer *in);
/* Begins a transfer: nothing is known of any symbol. The facts are assumed to hold. */
void box_transfer_begin(struct box_transfer *in, const struct premises *facts);
/* Also assumes that the symbols are within the box. */
void box_transfer_know(struct box_transfer *in, const struct symbol_list *symbols,
                       const struct box *box);
/* The range of the variable without the assumed facts; NULL: it is unknown. */
const struct cell_range *box_transfer_known(const struct box_transfer *in,
                                            const struct term *variable);
/* A range that includes every value of the term. */
struct cell_range box_transfer_range(struct box_transfer *in, const struct term *term);

/* All numbers of a width. */
struct cell_range cell_range_full(unsigned width);
void cell_range_join(struct cell_range *range, const struct cell_range *other);

bool box_includes(const struct box *box, const struct box *other);
/* The least box that includes both. */
void box_join(struct box *box, const struct box *other);
/* A bound that has grown since `old` grows to the next threshold (NULL: to the end of all
 * numbers). */
void box_widen(struct box *box, const struct box *old, const struct symbol_list *symbols,
               const struct thresholds *thresholds);
void box_copy(struct box *to, const struct box *from);
void box_release(struct box *box);

#endif
