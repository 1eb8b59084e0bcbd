/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes: for each symbolic cell of a location (engine/locations.h) a range of numbers, and how its
 * lowest bits are. A box stands for all states of the location whose cells are within. */
#ifndef ENGINE_EXPLICIT_BOX_H
#define ENGINE_EXPLICIT_BOX_H

#include "engine/locations.h"
#include "term/range.h"

/* Of the bits read as a signed number. The lowest `known_bits` bits are those of `residue`: numbers
 * in steps of a power of two, which stays true where arithmetic wraps. */
struct cell_range {
  struct range range;
  unsigned known_bits;
  uint64_t residue;
};

/* By the place of the cell in standpoint.cells. */
struct box {
  VECTOR(struct cell_range) ranges;
};

/* Where a bound that grows is stopped first. Sorted. */
struct thresholds {
  VECTOR(int64_t) list;
};
/* Adds the constants of a term, and what is next to them. */
void thresholds_add(struct thresholds *thresholds, const struct term *term);
void thresholds_release(struct thresholds *thresholds);

/* What the box says, as terms over the symbols of the location's cells. */
void box_add_facts(const struct box *box, const struct locations *locations, uint32_t location,
                   struct premises *facts);
/* What computing boxes needs again and again. */
struct box_transfer {
  const struct locations *locations;
  struct ranges *ranges;   /* of one transfer after the other */
  VECTOR(uint32_t) places; /* by cell: where it is in the box before, and one more; else 0 */
};
void box_transfer_init(struct box_transfer *in, const struct locations *locations);
void box_transfer_release(struct box_transfer *in);
/* The box behind an action that leads to a location, from a box of the location it starts at (NULL:
 * the start of the program). It is one only if the action is possible there. */
void box_transfer(struct box_transfer *in, const struct box *from, const struct action *action,
                  struct box *to);

bool box_includes(const struct box *box, const struct box *other);
/* The least box above both. */
void box_join(struct box *box, const struct box *other);
/* What grew from `old` on grows to the next threshold (NULL: to all numbers). */
void box_widen(struct box *box, const struct box *old, const struct locations *locations,
               uint32_t location, const struct thresholds *thresholds);
void box_copy(struct box *to, const struct box *from);
void box_release(struct box *box);

#endif
