/* SPDX-License-Identifier: Apache-2.0 */
/* Items by level. */
#include "engine/context/queue.h"

enum { SAMPLED_LEVELS = 6 };

void tree_queue_release(struct tree_queue *queue) { vector_release_members(&queue->levels, list); }

void tree_queue_add(struct tree_queue *queue, uint32_t level, struct tree_item item) {
  vector_ensure(&queue->levels, level);
  vector_push(&queue->levels.items[level].list, item);
  queue->waiting++;
}

bool tree_queue_waits(const struct tree_queue *queue, uint32_t level) {
  return level < queue->levels.count && queue->levels.items[level].list.count;
}

struct tree_item tree_queue_take(struct tree_queue *queue, uint32_t level, bool first_in) {
  struct tree_items *items = &queue->levels.items[level];
  queue->waiting--;
  if (!first_in)
    return vector_pop(&items->list);
  struct tree_item item = items->list.items[items->first++];
  if (items->first == items->list.count)
    items->first = items->list.count = 0;
  return item;
}

/* A random item becomes the last one. */
static void put_any_last(struct tree_queue *queue, struct tree_items *items) {
  size_t last = items->list.count - 1;
  queue->random = queue->random * 6364136223846793005u + 1442695040888963407u;
  size_t any = (size_t)(queue->random >> 33) % items->list.count;
  struct tree_item item = items->list.items[any];
  items->list.items[any] = items->list.items[last];
  items->list.items[last] = item;
}

bool tree_queue_sample(struct tree_queue *queue, uint32_t *level) {
  size_t count = queue->levels.count < SAMPLED_LEVELS ? queue->levels.count : SAMPLED_LEVELS;
  for (size_t i = 0; i < count && queue->levels.items[queue->followed].list.count <= queue->left;
       i++) {
    queue->followed = (queue->followed + 1) % count;
    struct tree_items *items = &queue->levels.items[queue->followed];
    queue->left = items->list.count ? items->list.count - 1 : 0;
    if (items->list.count)
      put_any_last(queue, items);
  }
  *level = (uint32_t)queue->followed;
  return count && queue->levels.items[queue->followed].list.count > queue->left;
}
