/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices of bits, and expressions over them as trees. */
#include "semantics/relation_tree.h"

#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

struct bit_relation relation_create(size_t count) {
  size_t words = (count + 63) / 64;
  return (struct bit_relation){count, words,
                               memory_allocate_zeroed((count * words + 1) * sizeof(uint64_t))};
}

void relation_release(struct bit_relation *relation) {
  memory_release(relation->bits);
  relation->bits = NULL;
}

bool relation_is_empty(const struct bit_relation *relation) {
  for (size_t i = 0; i < relation->count * relation->words; i++)
    if (relation->bits[i])
      return false;
  return true;
}

bool relation_is_irreflexive(const struct bit_relation *relation) {
  for (size_t i = 0; i < relation->count; i++)
    if (relation_has(relation, i, i))
      return false;
  return true;
}

static void close_transitively(struct bit_relation *relation) {
  for (size_t middle = 0; middle < relation->count; middle++)
    for (size_t from = 0; from < relation->count; from++)
      if (relation_has(relation, from, middle))
        for (size_t i = 0; i < relation->words; i++)
          relation->bits[from * relation->words + i] |=
              relation->bits[middle * relation->words + i];
}

static struct bit_relation copy(const struct bit_relation *relation) {
  struct bit_relation fresh = relation_create(relation->count);
  memcpy(fresh.bits, relation->bits, relation->count * relation->words * sizeof(uint64_t));
  return fresh;
}

bool relation_is_acyclic(const struct bit_relation *relation) {
  struct bit_relation closed = copy(relation);
  close_transitively(&closed);
  bool is_acyclic = relation_is_irreflexive(&closed);
  relation_release(&closed);
  return is_acyclic;
}

static void add_identity(struct bit_relation *relation) {
  for (size_t i = 0; i < relation->count; i++)
    relation_add(relation, i, i);
}

static struct bit_relation compose(const struct bit_relation *a, const struct bit_relation *b) {
  struct bit_relation result = relation_create(a->count);
  for (size_t from = 0; from < a->count; from++)
    for (size_t middle = 0; middle < a->count; middle++)
      if (relation_has(a, from, middle))
        for (size_t i = 0; i < a->words; i++)
          result.bits[from * a->words + i] |= b->bits[middle * a->words + i];
  return result;
}

static struct bit_relation invert(const struct bit_relation *relation) {
  struct bit_relation result = relation_create(relation->count);
  for (size_t i = 0; i < relation->count; i++)
    for (size_t j = 0; j < relation->count; j++)
      if (relation_has(relation, i, j))
        relation_add(&result, j, i);
  return result;
}

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
  struct bit_relation result = copy(a);
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
    add_identity(&tree->value);
    break;
  case RELATION_UNION:
  case RELATION_INTERSECTION:
  case RELATION_DIFFERENCE:
    tree->value = combine(tree->kind, &tree->left->value, &tree->right->value);
    break;
  case RELATION_SEQUENCE:
    tree->value = compose(&tree->left->value, &tree->right->value);
    break;
  case RELATION_INVERSE:
    tree->value = invert(&tree->left->value);
    break;
  case RELATION_CLOSURE:
    tree->value = copy(&tree->left->value);
    close_transitively(&tree->value);
    break;
  case RELATION_OPTIONAL:
    tree->value = copy(&tree->left->value);
    add_identity(&tree->value);
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
