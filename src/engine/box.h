/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes, an interval domain: an interval for each symbol of a list, with known low bits and a
 * stride. A box represents all states in which the values of the symbols are within their
 * intervals. */
#ifndef ENGINE_BOX_H
#define ENGINE_BOX_H

#include "engine/entail.h"
#include "term/range.h"

/* Of the bits read as a signed number. The lowest `known_bits` bits are those of `residue`: numbers
 * in steps of a power of two, which stays true where arithmetic wraps. And the number is `offset`
 * modulo `step`, which does not: it is more than 1 only where no number is negative, and is given
 * up where a result may wrap. */
struct cell_range {
  struct range range;
  unsigned known_bits;
  uint64_t residue;
  uint32_t step, offset;
};

/* By the place of the symbol in its list. */
struct box {
  VECTOR(struct cell_range) ranges;
};

struct symbol_list {
  const struct term **items;
  size_t count, capacity;
};

/* Where a bound that grows is stopped first. Sorted. */
struct thresholds {
  VECTOR(int64_t) list;
};
/* Adds the constants of a term, and what is next to them. */
void thresholds_add(struct thresholds *thresholds, const struct term *term);
void thresholds_release(struct thresholds *thresholds);

/* What the box says, as terms over the symbols. */
void box_add_facts(const struct box *box, struct terms *terms, const struct symbol_list *symbols,
                   struct premises *facts);

/* What symbols stand for before something happens, and what of it is computed then. */
struct box_transfer {
  struct terms *terms;
  struct ranges *ranges;           /* of one transfer after the other */
  VECTOR(struct cell_range) known; /* by the number of a variable … */
  VECTOR(uint64_t) stamps;         /* … if this is the present one */
  uint64_t stamp;
  const struct term *assumed;
};
void box_transfer_init(struct box_transfer *in, struct terms *terms);
void box_transfer_release(struct box_transfer *in);
/* Nothing is known of any symbol; the facts are assumed to hold. */
void box_transfer_begin(struct box_transfer *in, const struct premises *facts);
/* The symbols are within the box, too. */
void box_transfer_know(struct box_transfer *in, const struct symbol_list *symbols,
                       const struct box *box);
/* What is known of the variable itself, whatever is assumed; NULL: nothing. */
const struct cell_range *box_transfer_known(const struct box_transfer *in,
                                            const struct term *variable);
/* What the term can be. */
struct cell_range box_transfer_range(struct box_transfer *in, const struct term *term);

/* All numbers of a width. */
struct cell_range cell_range_full(unsigned width);
void cell_range_join(struct cell_range *range, const struct cell_range *other);

bool box_includes(const struct box *box, const struct box *other);
/* The least box above both. */
void box_join(struct box *box, const struct box *other);
/* What grew from `old` on grows to the next threshold (NULL: to all numbers). */
void box_widen(struct box *box, const struct box *old, const struct symbol_list *symbols,
               const struct thresholds *thresholds);
void box_copy(struct box *to, const struct box *from);
void box_release(struct box *box);

#endif
