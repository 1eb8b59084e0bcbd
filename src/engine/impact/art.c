/* Nodes, and the covering relation. */
#include "engine/impact/art.h"

void art_release(struct art *tree) {
  for (size_t i = 0; i < tree->nodes.count; i++) {
    struct node *node = &tree->nodes.items[i];
    vector_release(&node->label);
    vector_release(&node->covered);
    vector_release(&node->children);
    vector_release(&node->wanted);
    vector_release(&node->expanded);
  }
  for (size_t i = 0; i < tree->at.count; i++)
    vector_release(&tree->at.items[i]);
  vector_release(&tree->nodes);
  vector_release(&tree->at);
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
  struct node node = {
      .location = action->to, .parent = parent, .action = action, .coverer = NO_NODE};
  vector_push(&tree->nodes, node);
  while (tree->at.count <= action->to)
    vector_push(&tree->at, (struct nodes_at){0});
  vector_push(&tree->at.items[action->to], number);
  if (parent != NO_NODE)
    vector_push(&tree->nodes.items[parent].children, number);
  art_wait(tree, number);
  return number;
}

bool art_is_covered(const struct art *tree, uint32_t node) {
  for (; node != NO_NODE; node = tree->nodes.items[node].parent)
    if (tree->nodes.items[node].coverer != NO_NODE)
      return true;
  return false;
}

/* Everything below a node that is not covered any more has to be looked at. */
static void wait_below(struct art *tree, uint32_t number) {
  const struct node *node = &tree->nodes.items[number];
  art_wait(tree, number);
  for (size_t i = 0; i < node->children.count; i++)
    wait_below(tree, node->children.items[i]);
}

void art_uncover(struct art *tree, uint32_t number) {
  struct node *node = &tree->nodes.items[number];
  while (node->covered.count) {
    uint32_t covered = vector_pop(&node->covered);
    tree->nodes.items[covered].coverer = NO_NODE;
    tree->uncovers++;
    wait_below(tree, covered);
  }
}

static void uncover_below(struct art *tree, uint32_t number) {
  art_uncover(tree, number);
  const struct node *node = &tree->nodes.items[number];
  for (size_t i = 0; i < node->children.count; i++)
    uncover_below(tree, node->children.items[i]);
}

void art_cover(struct art *tree, uint32_t number, uint32_t coverer) {
  tree->nodes.items[number].coverer = coverer;
  vector_push(&tree->nodes.items[coverer].covered, number);
  tree->covers++;
  uncover_below(tree, number);
}

bool label_has(const struct premises *label, const struct term *formula) {
  for (size_t i = 0; i < label->count; i++)
    if (label->items[i] == formula)
      return true;
  return false;
}
