/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and evaluates expressions over relations. */
#include "semantics/relation_tree.h"

#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

struct expression_reader {
  const char *at;
};

static struct relation_tree *read_union(struct expression_reader *reader);

static struct relation_tree *make_tree(enum relation_tree_kind kind, struct relation_tree *left,
                                       struct relation_tree *right) {
  struct relation_tree *tree = memory_allocate_zeroed(sizeof *tree);
  *tree = (struct relation_tree){.kind = kind, .left = left, .right = right};
  return tree;
}

static void skip_spaces(struct expression_reader *reader) {
  while (*reader->at == ' ')
    reader->at++;
}

static bool takes(struct expression_reader *reader, const char *symbol) {
  skip_spaces(reader);
  if (strncmp(reader->at, symbol, strlen(symbol)) != 0)
    return false;
  reader->at += strlen(symbol);
  return true;
}

static struct relation_tree *read_name(struct expression_reader *reader) {
  skip_spaces(reader);
  const char *start = reader->at;
  while (isalnum((unsigned char)*reader->at) || *reader->at == '_')
    reader->at++;
  size_t length = (size_t)(reader->at - start);
  assert(length);
  if (length == 2 && memcmp(start, "id", 2) == 0)
    return make_tree(RELATION_IDENTITY, NULL, NULL);
  struct relation_tree *tree = make_tree(RELATION_NAME, NULL, NULL);
  tree->name = start;
  tree->length = length;
  return tree;
}

/* Sets are relations already: brackets only show that one is meant. */
static struct relation_tree *read_group(struct expression_reader *reader) {
  bool is_set = takes(reader, "[");
  if (!is_set && !takes(reader, "("))
    return read_name(reader);
  struct relation_tree *tree = read_union(reader);
  bool is_closed = takes(reader, is_set ? "]" : ")");
  assert(is_closed);
  (void)is_closed;
  return tree;
}

static struct relation_tree *read_postfix(struct expression_reader *reader) {
  struct relation_tree *tree = read_group(reader);
  for (;;) {
    if (takes(reader, "^-1"))
      tree = make_tree(RELATION_INVERSE, tree, NULL);
    else if (takes(reader, "+"))
      tree = make_tree(RELATION_CLOSURE, tree, NULL);
    else if (takes(reader, "*"))
      tree = make_tree(RELATION_OPTIONAL, make_tree(RELATION_CLOSURE, tree, NULL), NULL);
    else if (takes(reader, "?"))
      tree = make_tree(RELATION_OPTIONAL, tree, NULL);
    else
      return tree;
  }
}

static struct relation_tree *read_sequence(struct expression_reader *reader) {
  struct relation_tree *tree = read_postfix(reader);
  while (takes(reader, ";"))
    tree = make_tree(RELATION_SEQUENCE, tree, read_postfix(reader));
  return tree;
}

static struct relation_tree *read_intersection(struct expression_reader *reader) {
  struct relation_tree *tree = read_sequence(reader);
  for (;;) {
    bool keeps = takes(reader, "&");
    if (!keeps && !takes(reader, "\\"))
      return tree;
    tree =
        make_tree(keeps ? RELATION_INTERSECTION : RELATION_DIFFERENCE, tree, read_sequence(reader));
  }
}

static struct relation_tree *read_union(struct expression_reader *reader) {
  struct relation_tree *tree = read_intersection(reader);
  while (takes(reader, "|"))
    tree = make_tree(RELATION_UNION, tree, read_intersection(reader));
  return tree;
}

struct relation_tree *relation_tree_parse(const char *expression) {
  struct expression_reader reader = {expression};
  struct relation_tree *tree = read_union(&reader);
  skip_spaces(&reader);
  assert(!*reader.at);
  return tree;
}

void relation_tree_destroy(struct relation_tree *tree) {
  if (!tree)
    return;
  relation_tree_destroy(tree->left);
  relation_tree_destroy(tree->right);
  relation_release(&tree->value);
  memory_release(tree);
}

static struct bit_relation value_of_name(struct relation_names *names, const char *name,
                                         size_t length) {
  struct bit_relation relation = relation_create(names->count);
  bool found = names->find(names, name, length, &relation);
  assert(found);
  (void)found;
  return relation;
}

/* The union, intersection or difference of two relations. */
static struct bit_relation combine(enum relation_tree_kind kind, const struct bit_relation *a,
                                   const struct bit_relation *b) {
  struct bit_relation result = relation_copy(a);
  for (size_t i = 0; i < a->count * a->words; i++)
    result.bits[i] = kind == RELATION_UNION          ? a->bits[i] | b->bits[i]
                     : kind == RELATION_INTERSECTION ? a->bits[i] & b->bits[i]
                                                     : a->bits[i] & ~b->bits[i];
  return result;
}

void relation_tree_evaluate(struct relation_tree *tree, struct relation_names *names) {
  if (tree->left)
    relation_tree_evaluate(tree->left, names);
  if (tree->right)
    relation_tree_evaluate(tree->right, names);
  switch (tree->kind) {
  case RELATION_NAME:
    tree->value = value_of_name(names, tree->name, tree->length);
    break;
  case RELATION_IDENTITY:
    tree->value = relation_create(names->count);
    relation_add_identity(&tree->value);
    break;
  case RELATION_UNION:
  case RELATION_INTERSECTION:
  case RELATION_DIFFERENCE:
    tree->value = combine(tree->kind, &tree->left->value, &tree->right->value);
    break;
  case RELATION_SEQUENCE:
    tree->value = relation_compose(&tree->left->value, &tree->right->value);
    break;
  case RELATION_INVERSE:
    tree->value = relation_invert(&tree->left->value);
    break;
  case RELATION_CLOSURE:
    tree->value = relation_copy(&tree->left->value);
    relation_close(&tree->value);
    break;
  case RELATION_OPTIONAL:
    tree->value = relation_copy(&tree->left->value);
    relation_add_identity(&tree->value);
    break;
  }
}

struct bit_relation relation_evaluate(struct relation_names *names, const char *expression) {
  struct relation_tree *tree = relation_tree_parse(expression);
  relation_tree_evaluate(tree, names);
  struct bit_relation value = tree->value;
  tree->value.bits = NULL;
  relation_tree_destroy(tree);
  return value;
}
