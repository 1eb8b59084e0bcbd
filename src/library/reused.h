/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses that are used again: the order of giving one back and taking one matters, which has to
 * show in accesses to memory. They are relaxed, as they must not order anything else. */
#ifndef LIBRARY_REUSED_H
#define LIBRARY_REUSED_H

#include "heddle.h"

extern unsigned char __library_reusable; /* always 0 */

/* Before something is allocated whose address may be of one of these kinds; what follows up to the
 * next access is the same step. */
static inline void look_for_reused(int kinds) {
  if (__heddle_reused() & kinds)
    (void)__atomic_load_n(&__library_reusable, __ATOMIC_RELAXED);
}

/* After an address was given back. */
static inline void note_reusable(int kinds) {
  if (__heddle_reused() & kinds)
    __atomic_exchange_n(&__library_reusable, 0, __ATOMIC_RELAXED);
}

/* A block of the heap; the alignment and the kind have to be constants. */
#define allocate_block(size, alignment, kind)                                                      \
  (look_for_reused(REUSE_BLOCKS), __heddle_allocate(size, alignment, kind))

static inline void free_block(void *block) {
  __heddle_free(block);
  note_reusable(REUSE_BLOCKS);
}

#endif
