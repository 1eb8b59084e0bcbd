/* SPDX-License-Identifier: Apache-2.0 */
/* The nodes of the reachability tree that wait, by the level at which they are within the bounds.
 */
#ifndef ENGINE_CONTEXT_QUEUE_H
#define ENGINE_CONTEXT_QUEUE_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

/* A node that waits for its active thread, or for the other threads, which takes a switch. */
struct tree_item {
  uint32_t node;
  bool others;
};

struct tree_items {
  VECTOR(struct tree_item) list;
  size_t first; /* those before it were taken; if taken first in, first out */
};

struct tree_queue {
  VECTOR(struct tree_items) levels;
  size_t waiting; /* in all levels */
  uint32_t level; /* the current one */
  /* Of samples: the level that is followed until so many of its items are left. */
  size_t followed, left;
  uint64_t random;
};

void tree_queue_release(struct tree_queue *queue);
void tree_queue_add(struct tree_queue *queue, uint32_t level, struct tree_item item);
/* Does anything wait at this level? */
bool tree_queue_waits(const struct tree_queue *queue, uint32_t level);
/* The item of the level that was added last, or first. */
struct tree_item tree_queue_take(struct tree_queue *queue, uint32_t level, bool first_in);
/* The next level to sample: random items of the first levels, one after the other, each followed by
 * the items that it adds. False: nothing waits there. */
bool tree_queue_sample(struct tree_queue *queue, uint32_t *level);

#endif
