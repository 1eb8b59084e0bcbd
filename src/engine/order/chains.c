/* SPDX-License-Identifier: Apache-2.0 */
/* Order along two threads: if a node comes before one of another thread, then so do the nodes
 * before it, and it comes before all nodes that follow there. Clauses between neighbours express
 * this for all pairs of the formula. Only cycles through three threads, or through pairs that the
 * formula does not have, remain for refine.c. Nodes that are not executed take part: they have
 * their place in their thread, and any order of the executed nodes leaves a place for them. */
#include "engine/order/formula.h"

#include <stdlib.h>

/* The node of the thread with the lower number is the first. */
struct ordered_pair {
  const struct order_node *first, *second;
  int literal; /* first comes before second */
};

static int compare_numbers(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

static int by_threads(const struct ordered_pair *a, const struct ordered_pair *b) {
  int result = compare_numbers(a->first->thread, b->first->thread);
  return result ? result : compare_numbers(a->second->thread, b->second->thread);
}

static int by_first(const void *left, const void *right) {
  const struct ordered_pair *a = left, *b = right;
  int result = by_threads(a, b);
  if (!result)
    result = compare_numbers(a->first->position, b->first->position);
  return result ? result : compare_numbers(a->second->position, b->second->position);
}

static void imply_order(struct formula *formula, int condition, int conclusion) {
  formula_imply(formula, condition, conclusion);
  formula->order_clauses++;
}

static struct ordered_pair *sorted_pairs(const struct formula *formula) {
  const struct order_node *nodes = formula->run->log.nodes.items;
  size_t count = formula->precedence.pairs.count;
  struct ordered_pair *pairs = memory_allocate((count + 1) * sizeof *pairs);
  for (size_t i = 0; i < count; i++) {
    const struct node_pair *pair = &formula->precedence.pairs.items[i];
    bool turned = nodes[pair->a].thread > nodes[pair->b].thread;
    pairs[i] = (struct ordered_pair){&nodes[turned ? pair->b : pair->a],
                                     &nodes[turned ? pair->a : pair->b],
                                     turned ? -pair->literal : pair->literal};
  }
  qsort(pairs, count, sizeof *pairs, by_first);
  return pairs;
}

/* The first pair, of those from `begin` to `end` with one first node, whose second node has this
 * position or a later one. */
static size_t find_second(const struct ordered_pair *pairs, size_t begin, size_t end,
                          uint32_t position) {
  while (begin < end) {
    size_t middle = begin + (end - begin) / 2;
    if (pairs[middle].second->position < position)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

enum { MOST_STEPS_BACK = 32 };

/* The pair implies the nearest pairs with an earlier first node and a later second one. The pairs
 * from rows[i] to rows[i + 1] have one first node, and the pair is in the last of these rows. */
static void imply_neighbours(struct formula *formula, const struct ordered_pair *pairs,
                             const size_t *rows, size_t row_count, size_t pair) {
  size_t end = rows[row_count];
  if (pair + 1 < end)
    imply_order(formula, pairs[pair].literal, pairs[pair + 1].literal);
  uint32_t position = pairs[pair].second->position;
  uint32_t nearest = pair + 1 < end ? pairs[pair + 1].second->position : UINT32_MAX;
  for (size_t row = row_count - 1, steps = 0; row-- > 0 && steps < MOST_STEPS_BACK; steps++) {
    size_t found = find_second(pairs, rows[row], rows[row + 1], position);
    if (found == rows[row + 1] || pairs[found].second->position >= nearest)
      continue;
    imply_order(formula, pairs[pair].literal, pairs[found].literal);
    nearest = pairs[found].second->position;
    if (nearest == position)
      return;
  }
}

void formula_add_chains(struct formula *formula) {
  size_t count = formula->precedence.pairs.count;
  struct ordered_pair *pairs = sorted_pairs(formula);
  VECTOR(size_t) rows = {0}; /* of two threads */
  for (size_t i = 0; i < count;) {
    if (i && by_threads(&pairs[i - 1], &pairs[i]))
      rows.count = 0;
    size_t end = i;
    while (end < count && !by_threads(&pairs[i], &pairs[end]) && pairs[end].first == pairs[i].first)
      end++;
    if (!rows.count)
      vector_push(&rows, i);
    vector_push(&rows, end);
    for (; i < end; i++)
      imply_neighbours(formula, pairs, rows.items, rows.count - 1, i);
  }
  vector_release(&rows);
  memory_release(pairs);
}
