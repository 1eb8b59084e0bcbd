/* SPDX-License-Identifier: Apache-2.0 */
/* The footprint of a step: its accesses in order, for partial-order reduction. Unlike the observer,
 * it includes everything that could matter to another thread, such as the memory that waiting
 * conditions read, and the ends of lifetimes. */
#ifndef SEMANTICS_FOOTPRINT_H
#define SEMANTICS_FOOTPRINT_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

struct touched {
  uint64_t address, size;
  uint64_t value; /* that was read, if `is_known` */
  bool writes, is_known;
};

struct footprint {
  VECTOR(struct touched) list;
  bool everything;     /* touches more than can be listed */
  bool asks_alone;     /* whether other threads have still to finish … */
  bool is_alone;       /* … and the answer */
  bool finishes;       /* ends its thread */
  bool is_undecidable; /* depends on more than its thread and the values listed */
};

static inline void footprint_clear(struct footprint *footprint) {
  footprint->list.count = 0;
  footprint->everything = footprint->asks_alone = footprint->is_alone = false;
  footprint->finishes = footprint->is_undecidable = false;
}

/* Below, `footprint` may be NULL. */
static inline void footprint_add(struct footprint *footprint, uint64_t address, uint64_t size,
                                 bool writes) {
  struct touched touched = {.address = address, .size = size, .writes = writes};
  if (footprint)
    vector_push(&footprint->list, touched);
}
static inline void footprint_add_everything(struct footprint *footprint) {
  if (footprint)
    footprint->everything = true;
}
/* The step depends on more than its thread and the values listed. */
static inline void footprint_note_dependence(struct footprint *footprint) {
  if (footprint)
    footprint->is_undecidable = true;
}

#endif
