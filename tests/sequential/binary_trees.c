/* A search tree: insertion, traversal, deletion, rotation. */
#include <stdio.h>
#include <stdlib.h>

struct tree {
  struct tree *left, *right;
  int key;
  char name[4];
};

static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
    snprintf(t->name, sizeof t->name, "%d", key);
    return t;
  }
  if (key < t->key)
    t->left = insert(t->left, key);
  else if (key > t->key)
    t->right = insert(t->right, key);
  return t;
}

static struct tree *delete_key(struct tree *t, int key) {
  struct tree **at = &t;
  while (*at && (*at)->key != key)
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  struct tree *victim = *at;
  if (!victim)
    return t;
  if (!victim->left || !victim->right) {
    *at = victim->left ? victim->left : victim->right;
  } else {
    struct tree **next = &victim->right;
    while ((*next)->left)
      next = &(*next)->left;
    struct tree *heir = *next;
    *next = heir->right;
    heir->left = victim->left;
    heir->right = victim->right;
    *at = heir;
  }
  free(victim);
  return t;
}

static int height(const struct tree *t) {
  if (!t)
    return 0;
  int l = height(t->left), r = height(t->right);
  return 1 + (l > r ? l : r);
}

static void walk(const struct tree *t, unsigned *sum) {
  if (!t)
    return;
  walk(t->left, sum);
  printf("%s ", t->name);
  *sum = *sum * 3 + (unsigned)t->key;
  walk(t->right, sum);
}

static void destroy(struct tree *t) {
  if (t) {
    destroy(t->left);
    destroy(t->right);
    free(t);
  }
}

int main(void) {
  struct tree *t = NULL;
  for (int i = 0, x = 17; i < 25; i++, x = (x * 37 + 11) % 100)
    t = insert(t, x);
  unsigned sum = 0;
  walk(t, &sum);
  printf("%d\n", height(t));
  for (int i = 0; i < 100; i += 3)
    t = delete_key(t, i);
  sum = 0;
  walk(t, &sum);
  printf("%d %u\n", height(t), sum);
  destroy(t);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
