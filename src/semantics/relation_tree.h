/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to semantics/: an expression over relations as a tree, with the value of each part. */
#ifndef SEMANTICS_RELATION_TREE_H
#define SEMANTICS_RELATION_TREE_H

#include "semantics/relation.h"

enum relation_tree_kind {
  RELATION_NAME,
  RELATION_IDENTITY,
  RELATION_UNION,
  RELATION_INTERSECTION,
  RELATION_DIFFERENCE,
  RELATION_SEQUENCE,
  RELATION_INVERSE,
  RELATION_CLOSURE,  /* transitive */
  RELATION_OPTIONAL, /* or identity */
};

struct relation_tree {
  enum relation_tree_kind kind;
  struct relation_tree *left, *right; /* NULL: has none */
  const char *name;                   /* RELATION_NAME: in the expression */
  size_t length;
  struct bit_relation value; /* once it is evaluated */
};

/* Asserts that the expression is well formed. The tree points into it. */
struct relation_tree *relation_tree_parse(const char *expression);
void relation_tree_evaluate(struct relation_tree *tree, struct relation_names *names);
void relation_tree_destroy(struct relation_tree *tree);

#endif
