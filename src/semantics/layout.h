/* SPDX-License-Identifier: Apache-2.0 */
/* The decisions of an execution on where objects lie, for programs that ask
 * (transform/questions.h). Decided are some bits of an object's address, its remainders by some odd
 * numbers, and the order of some objects by their addresses. */
#ifndef SEMANTICS_LAYOUT_H
#define SEMANTICS_LAYOUT_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

/* A decision on the real address of an object. */
struct layout_fact {
  uint64_t object;
  uint64_t
      modulus; /* an odd number: `bits` is the remainder by it; 0: `bits` are the bits of `mask` */
  uint64_t mask, bits; /* of the real address */
};

struct real_layout {
  VECTOR(struct layout_fact) facts; /* ascending by object and modulus */
  VECTOR(uint64_t) order;           /* objects by their real addresses */
};

void layout_destroy(struct real_layout *layout);
/* An object begins to exist: forgets the decisions on its address. Were there any? `layout` may
 * be NULL. */
bool layout_forget(struct real_layout *layout, uint64_t object);

#endif
