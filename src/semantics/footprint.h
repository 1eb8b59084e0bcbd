/* SPDX-License-Identifier: Apache-2.0 */
/* The footprint of a step: its accesses in order, for partial-order reduction. Unlike events, they
 * include everything that could matter to another thread, such as the memory that waiting
 * conditions read, and the ends of lifetimes. */
#ifndef SEMANTICS_FOOTPRINT_H
#define SEMANTICS_FOOTPRINT_H

#include "base/vector.h"
#include "semantics/listener.h"

struct footprint {
  struct listener listener; /* first: adds what it hears, after footprint_init */
  VECTOR(struct touched) list;
  bool everything;     /* touches more than can be listed */
  bool asks_alone;     /* whether other threads have still to finish … */
  bool is_alone;       /* … and the answer */
  bool finishes;       /* ends its thread */
  bool is_undecidable; /* depends on more than its thread and the values listed */
};

void footprint_init(struct footprint *footprint);
/* The listener stays in its list. */
void footprint_clear(struct footprint *footprint);

#endif
