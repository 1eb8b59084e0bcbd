/* SPDX-License-Identifier: Apache-2.0 */
/* What an execution has decided of where objects lie, for programs that ask
 * (transform/questions.h). An object has some bits of its address decided, and its remainders by
 * some odd numbers; some objects are in order. What was decided stays, so that all answers are
 * those of one layout that a machine could have. More is decided when it is asked for, by choices
 * of one bit, in every way unless these are too many: then only a few ways are tried, and nothing
 * counts as proven (REUSE_LAYOUT).
 *
 * Which thread asks first makes no difference: the layout might as well be chosen at the start.
 *
 * Executions along a graph (state.keeps_dead) may ask in another order than the one that is
 * replayed. There everything is asked every time, and an answer that contradicts what was decided
 * ends the execution. A state without a layout remembers nothing. */
#ifndef SEMANTICS_LAYOUT_H
#define SEMANTICS_LAYOUT_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

/* Of an object, by its address here. */
struct layout_fact {
  uint64_t object;
  uint64_t modulus;    /* odd: `bits` is the remainder; 0: the bits of `mask` are those */
  uint64_t mask, bits; /* of the real address */
};

struct real_layout {
  VECTOR(struct layout_fact) facts; /* ascending by object and modulus */
  VECTOR(uint64_t) order;           /* objects by their real addresses */
};

void layout_destroy(struct real_layout *layout);
/* An object begins to exist. Was anything known of its address? `layout` may be NULL. */
bool layout_forget(struct real_layout *layout, uint64_t object);

#endif
