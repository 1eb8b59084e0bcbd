/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes, and the covering relation. */
#include "engine/impact/art.h"

void art_release(struct art *tree) {
  vector_each (node, &tree->nodes) {
    vector_release(&node->label);
    vector_release(&node->covered);
    vector_release(&node->children);
    vector_release(&node->wanted);
    vector_release(&node->expanded);
  }
  vector_release_all(&tree->at);
  vector_release(&tree->nodes);
  vector_release(&tree->waiting);
}

void art_wait(struct art *tree, uint32_t node) {
  if (tree->nodes.items[node].is_waiting)
    return;
  tree->nodes.items[node].is_waiting = true;
  vector_push(&tree->waiting, node);
}

uint32_t art_take(struct art *tree) {
  if (!tree->waiting.count)
    return NO_NODE;
  uint32_t node = vector_pop(&tree->waiting);
  tree->nodes.items[node].is_waiting = false;
  return node;
}

uint32_t art_add(struct art *tree, uint32_t parent, const struct action *action) {
  uint32_t number = (uint32_t)tree->nodes.count;
  struct art_node node = {
      .location = action->to, .parent = parent, .action = action, .coverer = NO_NODE};
  vector_push(&tree->nodes, node);
  vector_ensure(&tree->at, action->to);
  vector_push(&tree->at.items[action->to], number);
  if (parent != NO_NODE)
    vector_push(&tree->nodes.items[parent].children, number);
  art_wait(tree, number);
  return number;
}

bool art_is_covered(const struct art *tree, uint32_t node) {
  for (; node != NO_NODE; node = tree->nodes.items[node].parent)
    if (tree->nodes.items[node].coverer != NO_NODE || tree->nodes.items[node].is_dead)
      return true;
  return false;
}

static bool is_finished(const struct art_node *node) {
  bool finished = node->wanted.count > 0;
  for (size_t i = 0; i < node->wanted.count; i++)
    finished &= node->expanded.items[i] || !node->wanted.items[i];
  return finished;
}

/* Waits for all nodes below that are no longer covered and not fully expanded. */
static void wait_below(struct art *tree, uint32_t number) {
  const struct art_node *node = &tree->nodes.items[number];
  if (!is_finished(node))
    art_wait(tree, number);
  for (size_t i = 0; i < node->children.count; i++)
    wait_below(tree, node->children.items[i]);
}

void art_uncover(struct art *tree, uint32_t number) {
  struct art_node *node = &tree->nodes.items[number];
  struct art_node *coverer = &tree->nodes.items[node->coverer];
  size_t kept = 0;
  for (size_t i = 0; i < coverer->covered.count; i++)
    if (coverer->covered.items[i] != number)
      coverer->covered.items[kept++] = coverer->covered.items[i];
  coverer->covered.count = kept;
  node->coverer = NO_NODE;
  tree->uncovers++;
  wait_below(tree, number);
}

static void uncover_by_all_below(struct art *tree, uint32_t number) {
  const struct art_node *node = &tree->nodes.items[number];
  while (node->covered.count)
    art_uncover(tree, vector_last(&node->covered));
  for (size_t i = 0; i < node->children.count; i++)
    uncover_by_all_below(tree, node->children.items[i]);
}

void art_kill(struct art *tree, uint32_t number) {
  tree->nodes.items[number].is_dead = true;
  uncover_by_all_below(tree, number);
}

void art_cover(struct art *tree, uint32_t number, uint32_t coverer) {
  tree->nodes.items[number].coverer = coverer;
  vector_push(&tree->nodes.items[coverer].covered, number);
  tree->covers++;
  uncover_by_all_below(tree, number);
}
