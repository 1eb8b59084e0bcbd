/* SPDX-License-Identifier: Apache-2.0 */
/* Search trees, a hash table and linked lists of <search.h>. The trees are not balanced, which only
 * twalk can tell; the table is a list. */
#define _GNU_SOURCE
#include "errors.h"
#include "heddle.h"
#include "reused.h"

#include <search.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct tree {
  const void *key; /* first: the program reads it */
  struct tree *left, *right;
};

/* Where the key is, or would be. */
static struct tree **place_of(const void *key, struct tree **at, __compar_fn_t compare) {
  while (*at != NULL) {
    int order = compare(key, (*at)->key);
    if (order == 0)
      break;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  return at;
}

void *tsearch(const void *key, void **root, __compar_fn_t compare) {
  if (root == NULL)
    return NULL;
  struct tree **at = place_of(key, (struct tree **)root, compare);
  if (*at == NULL) {
    *at = malloc(sizeof **at);
    if (*at != NULL)
      **at = (struct tree){.key = key};
  }
  return *at;
}

void *tfind(const void *key, void *const *root, __compar_fn_t compare) {
  return root == NULL ? NULL : *place_of(key, (struct tree **)(heddle_word)root, compare);
}

/* The node takes the key of the next one, if it has two children. Returns the parent, and something
 * that is not NULL for the root. */
void *tdelete(const void *key, void **root, __compar_fn_t compare) {
  if (root == NULL)
    return NULL;
  struct tree **at = (struct tree **)root;
  void *parent = root;
  while (*at != NULL) {
    int order = compare(key, (*at)->key);
    if (order == 0)
      break;
    parent = *at;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  struct tree *gone = *at;
  if (gone == NULL)
    return NULL;
  if (gone->left != NULL && gone->right != NULL) {
    struct tree **next = &gone->right;
    while ((*next)->left != NULL)
      next = &(*next)->left;
    gone->key = (*next)->key;
    at = next;
    gone = *next;
  }
  *at = gone->left != NULL ? gone->left : gone->right;
  free(gone);
  return parent;
}

static void walk(const struct tree *node, void (*visit)(const void *, VISIT, int), int depth) {
  if (node->left == NULL && node->right == NULL) {
    visit(node, leaf, depth);
    return;
  }
  visit(node, preorder, depth);
  if (node->left != NULL)
    walk(node->left, visit, depth + 1);
  visit(node, postorder, depth);
  if (node->right != NULL)
    walk(node->right, visit, depth + 1);
  visit(node, endorder, depth);
}

void twalk(const void *root, void (*visit)(const void *, VISIT, int)) {
  if (root != NULL && visit != NULL)
    walk(root, visit, 0);
}

void tdestroy(void *root, void (*release)(void *)) {
  struct tree *node = root;
  if (node == NULL)
    return;
  tdestroy(node->left, release);
  tdestroy(node->right, release);
  release((void *)(heddle_word)node->key);
  free(node);
}

/* Doubly linked lists: elements begin with two pointers. */
struct element {
  struct element *next, *previous;
};

void insque(void *element, void *after) {
  struct element *fresh = element, *place = after;
  if (place == NULL) {
    *fresh = (struct element){NULL, NULL};
    return;
  }
  fresh->next = place->next;
  fresh->previous = place;
  if (place->next != NULL)
    place->next->previous = fresh;
  place->next = fresh;
}

void remque(void *element) {
  struct element *gone = element;
  if (gone->next != NULL)
    gone->next->previous = gone->previous;
  if (gone->previous != NULL)
    gone->previous->next = gone->next;
}

/* The one table of hsearch, and those of hsearch_r. */
struct _ENTRY {
  ENTRY *entries;
};

static struct hsearch_data table;

int hcreate_r(size_t most, struct hsearch_data *to) {
  if (to == NULL || to->table != NULL) {
    if (to == NULL)
      *__errno_location() = ERROR_INVAL;
    return 0;
  }
  to->table = malloc(sizeof(struct _ENTRY));
  if (to->table == NULL)
    return 0;
  to->table->entries = malloc((most + 1) * sizeof(ENTRY));
  if (to->table->entries == NULL) {
    free(to->table);
    to->table = NULL;
    return 0;
  }
  to->size = (unsigned)most + 1;
  to->filled = 0;
  return 1;
}

void hdestroy_r(struct hsearch_data *from) {
  if (from->table != NULL) {
    free(from->table->entries);
    free(from->table);
  }
  from->table = NULL;
}

int hsearch_r(ENTRY entry, ACTION action, ENTRY **result, struct hsearch_data *in) {
  ENTRY *entries = in->table->entries;
  for (unsigned i = 0; i < in->filled; i++)
    if (strcmp(entries[i].key, entry.key) == 0) {
      *result = &entries[i];
      return 1;
    }
  *result = NULL;
  if (action == FIND || in->filled >= in->size) {
    *__errno_location() = action == FIND ? ERROR_SRCH : ERROR_NOMEM;
    return 0;
  }
  entries[in->filled] = entry;
  *result = &entries[in->filled++];
  return 1;
}

int hcreate(size_t most) { return hcreate_r(most, &table); }

void hdestroy(void) { hdestroy_r(&table); }

ENTRY *hsearch(ENTRY entry, ACTION action) {
  ENTRY *result;
  hsearch_r(entry, action, &result, &table);
  return result;
}
