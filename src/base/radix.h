/* SPDX-License-Identifier: Apache-2.0 */
/* Immutable maps from numbers to numbers: radix trees whose versions share what they have in
 * common, so that copies cost nothing and merging two versions only looks at what differs (Okasaki,
 * Gill: "Fast Mergeable Integer Maps", ML 1998). NULL is the empty map. Nodes live in an arena. */
#ifndef BASE_RADIX_H
#define BASE_RADIX_H

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

struct radix_tree {
  const struct radix_tree *left, *right; /* NULL: a leaf */
  uint32_t key;    /* of a leaf; else the bits above `branch` that all keys share */
  uint32_t branch; /* the highest bit in which keys below differ */
  uint32_t value;  /* of a leaf */
};

bool radix_get(const struct radix_tree *tree, uint32_t key, uint32_t *value);
const struct radix_tree *radix_put(struct arena *arena, const struct radix_tree *tree, uint32_t key,
                                   uint32_t value);
const struct radix_tree *radix_remove(struct arena *arena, const struct radix_tree *tree,
                                      uint32_t key);

/* Merges two versions. Parts that are the same node in both stay as they are. */
struct radix_merger {
  /* The value of a key with these values; NULL: the key is missing there. False: leave it out. */
  bool (*merge)(struct radix_merger *merger, uint32_t key, const uint32_t *a, const uint32_t *b,
                uint32_t *value);
  struct arena *arena;
};
const struct radix_tree *radix_merge(struct radix_merger *merger, const struct radix_tree *a,
                                     const struct radix_tree *b);

/* Do they map the same keys to the same values? */
bool radix_is_same(const struct radix_tree *a, const struct radix_tree *b);

/* Calls `visit` for each key, in ascending order. */
void radix_visit(const struct radix_tree *tree,
                 void (*visit)(void *context, uint32_t key, uint32_t value), void *context);

#endif
