/* SPDX-License-Identifier: Apache-2.0 */
#include "base/radix.h"

#include <stddef.h>

static bool is_leaf(const struct radix_tree *tree) { return !tree->left; }

/* The bits of a key above the branching bit. */
static uint32_t prefix_of(uint32_t key, uint32_t branch) { return key & ~(branch | (branch - 1)); }

static bool is_below(const struct radix_tree *tree, uint32_t key) {
  return prefix_of(key, tree->branch) == tree->key;
}

static const struct radix_tree *make_leaf(struct arena *arena, uint32_t key, uint32_t value) {
  struct radix_tree *leaf = arena_allocate(arena, sizeof *leaf);
  leaf->key = key;
  leaf->value = value;
  return leaf;
}

static const struct radix_tree *make_node(struct arena *arena, uint32_t key, uint32_t branch,
                                          const struct radix_tree *left,
                                          const struct radix_tree *right) {
  if (!left || !right)
    return left ? left : right;
  struct radix_tree *node = arena_allocate(arena, sizeof *node);
  *node = (struct radix_tree){left, right, prefix_of(key, branch), branch, 0};
  return node;
}

/* Of two trees without a common prefix of keys. */
static const struct radix_tree *join(struct arena *arena, const struct radix_tree *a,
                                     const struct radix_tree *b) {
  uint32_t branch = UINT32_C(1) << (31 - __builtin_clz(a->key ^ b->key));
  return a->key & branch ? make_node(arena, a->key, branch, b, a)
                         : make_node(arena, a->key, branch, a, b);
}

static const struct radix_tree *find(const struct radix_tree *tree, uint32_t key) {
  while (tree && !is_leaf(tree))
    tree = !is_below(tree, key) ? NULL : key & tree->branch ? tree->right : tree->left;
  return tree && tree->key == key ? tree : NULL;
}

bool radix_get(const struct radix_tree *tree, uint32_t key, uint32_t *value) {
  const struct radix_tree *leaf = find(tree, key);
  if (leaf)
    *value = leaf->value;
  return leaf != NULL;
}

static const struct radix_tree *put(struct arena *arena, const struct radix_tree *tree,
                                    const struct radix_tree *leaf) {
  if (!tree || (is_leaf(tree) && tree->key == leaf->key))
    return leaf;
  if (is_leaf(tree) || !is_below(tree, leaf->key))
    return join(arena, tree, leaf);
  if (leaf->key & tree->branch)
    return make_node(arena, tree->key, tree->branch, tree->left, put(arena, tree->right, leaf));
  return make_node(arena, tree->key, tree->branch, put(arena, tree->left, leaf), tree->right);
}

const struct radix_tree *radix_put(struct arena *arena, const struct radix_tree *tree, uint32_t key,
                                   uint32_t value) {
  const struct radix_tree *old = find(tree, key);
  return old && old->value == value ? tree : put(arena, tree, make_leaf(arena, key, value));
}

static const struct radix_tree *remove_key(struct arena *arena, const struct radix_tree *tree,
                                           uint32_t key) {
  if (is_leaf(tree))
    return NULL;
  if (key & tree->branch)
    return make_node(arena, tree->key, tree->branch, tree->left,
                     remove_key(arena, tree->right, key));
  return make_node(arena, tree->key, tree->branch, remove_key(arena, tree->left, key), tree->right);
}

const struct radix_tree *radix_remove(struct arena *arena, const struct radix_tree *tree,
                                      uint32_t key) {
  return find(tree, key) ? remove_key(arena, tree, key) : tree;
}

static const struct radix_tree *merge_leaf(struct radix_merger *merger, uint32_t key,
                                           const struct radix_tree *a, const struct radix_tree *b) {
  uint32_t value;
  if (!merger->merge(merger, key, a ? &a->value : NULL, b ? &b->value : NULL, &value))
    return NULL;
  if (a && a->value == value)
    return a;
  return b && b->value == value ? b : make_leaf(merger->arena, key, value);
}

/* A tree that is missing in the other version. */
static const struct radix_tree *merge_missing(struct radix_merger *merger,
                                              const struct radix_tree *tree, bool is_first) {
  if (!tree)
    return NULL;
  if (is_leaf(tree))
    return merge_leaf(merger, tree->key, is_first ? tree : NULL, is_first ? NULL : tree);
  const struct radix_tree *left = merge_missing(merger, tree->left, is_first);
  const struct radix_tree *right = merge_missing(merger, tree->right, is_first);
  if (left == tree->left && right == tree->right)
    return tree;
  return make_node(merger->arena, tree->key, tree->branch, left, right);
}

/* `inner` lies below one child of `outer`. */
static const struct radix_tree *merge_below(struct radix_merger *merger,
                                            const struct radix_tree *outer,
                                            const struct radix_tree *inner, bool outer_is_first) {
  bool is_right = (inner->key & outer->branch) != 0;
  const struct radix_tree *child = is_right ? outer->right : outer->left;
  const struct radix_tree *other =
      merge_missing(merger, is_right ? outer->left : outer->right, outer_is_first);
  const struct radix_tree *merged =
      outer_is_first ? radix_merge(merger, child, inner) : radix_merge(merger, inner, child);
  if (merged == child && other == (is_right ? outer->left : outer->right))
    return outer;
  return is_right ? make_node(merger->arena, outer->key, outer->branch, other, merged)
                  : make_node(merger->arena, outer->key, outer->branch, merged, other);
}

static bool is_above(const struct radix_tree *outer, const struct radix_tree *inner) {
  return !is_leaf(outer) && is_below(outer, inner->key) &&
         (is_leaf(inner) || inner->branch < outer->branch);
}

const struct radix_tree *radix_merge(struct radix_merger *merger, const struct radix_tree *a,
                                     const struct radix_tree *b) {
  if (a == b)
    return a;
  if (!a || !b)
    return merge_missing(merger, a ? a : b, a != NULL);
  if (is_leaf(a) && is_leaf(b) && a->key == b->key)
    return merge_leaf(merger, a->key, a, b);
  if (is_above(a, b))
    return merge_below(merger, a, b, true);
  if (is_above(b, a))
    return merge_below(merger, b, a, false);
  if (!is_leaf(a) && !is_leaf(b) && a->branch == b->branch && a->key == b->key) {
    const struct radix_tree *left = radix_merge(merger, a->left, b->left);
    const struct radix_tree *right = radix_merge(merger, a->right, b->right);
    if (left == a->left && right == a->right)
      return a;
    return make_node(merger->arena, a->key, a->branch, left, right);
  }
  const struct radix_tree *first = merge_missing(merger, a, true);
  const struct radix_tree *second = merge_missing(merger, b, false);
  return first && second ? join(merger->arena, first, second) : first ? first : second;
}

/* The shape of a tree depends only on its keys. */
bool radix_is_same(const struct radix_tree *a, const struct radix_tree *b) {
  if (a == b)
    return true;
  if (!a || !b || is_leaf(a) != is_leaf(b))
    return false;
  if (is_leaf(a))
    return a->key == b->key && a->value == b->value;
  return a->branch == b->branch && radix_is_same(a->left, b->left) &&
         radix_is_same(a->right, b->right);
}

void radix_visit(const struct radix_tree *tree,
                 void (*visit)(void *context, uint32_t key, uint32_t value), void *context) {
  if (!tree)
    return;
  if (is_leaf(tree)) {
    visit(context, tree->key, tree->value);
    return;
  }
  radix_visit(tree->left, visit, context);
  radix_visit(tree->right, visit, context);
}
