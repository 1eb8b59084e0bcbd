/* SPDX-License-Identifier: Apache-2.0 */
/* Explains why a pair is in the value of an expression, by descending to the given relations. For a
 * closure the shortest path is taken, for a composition any element in the middle. */
#include "semantics/relation_tree.h"

#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <string.h>

struct relation_definition {
  const char *expression;
  struct relation_tree *tree;
};

struct relation_explainer {
  struct relation_names *names;
  VECTOR(struct relation_definition) definitions; /* that were needed so far */
  VECTOR(struct relation_fact) facts;
};

static void explain(struct relation_explainer *explainer, const struct relation_tree *tree,
                    size_t from, size_t to);

static const struct relation_tree *tree_of(struct relation_explainer *explainer,
                                           const char *expression) {
  for (size_t i = 0; i < explainer->definitions.count; i++)
    if (explainer->definitions.items[i].expression == expression)
      return explainer->definitions.items[i].tree;
  struct relation_definition fresh = {expression, relation_tree_parse(expression)};
  relation_tree_evaluate(fresh.tree, explainer->names);
  vector_push(&explainer->definitions, fresh);
  return fresh.tree;
}

static void add_fact(struct relation_explainer *explainer, const struct relation_tree *name,
                     size_t from, size_t to, bool holds) {
  struct relation_fact fact = {name->name, name->length, from, to, holds};
  vector_push(&explainer->facts, fact);
}

static void explain_name(struct relation_explainer *explainer, const struct relation_tree *tree,
                         size_t from, size_t to) {
  const char *expression = explainer->names->define(explainer->names, tree->name, tree->length);
  if (expression)
    explain(explainer, tree_of(explainer, expression), from, to);
  else
    add_fact(explainer, tree, from, to, true);
}

/* What is taken away is given, or the identity. */
static void explain_absence(struct relation_explainer *explainer, const struct relation_tree *tree,
                            size_t from, size_t to) {
  assert(tree->kind == RELATION_NAME || tree->kind == RELATION_IDENTITY);
  if (tree->kind == RELATION_NAME)
    add_fact(explainer, tree, from, to, false);
}

static void explain_sequence(struct relation_explainer *explainer, const struct relation_tree *tree,
                             size_t from, size_t to) {
  size_t middle = 0;
  while (!relation_has(&tree->left->value, from, middle) ||
         !relation_has(&tree->right->value, middle, to))
    middle++;
  explain(explainer, tree->left, from, middle);
  explain(explainer, tree->right, middle, to);
}

/* Breadth first: the step before each element on a shortest path of at least one step; `from` of
 * elements that are not reached is the number of elements. False: `to` is not reached. */
static bool find_path(const struct bit_relation *relation, size_t from, size_t to,
                      size_t *predecessors) {
  size_t *queue = memory_allocate((relation->count + 1) * sizeof *queue), head = 0, tail = 0;
  for (size_t i = 0; i < relation->count; i++)
    predecessors[i] = relation->count;
  queue[tail++] = from;
  while (head < tail && predecessors[to] == relation->count) {
    size_t at = queue[head++];
    for (size_t i = 0; i < relation->count; i++)
      if (relation_has(relation, at, i) && predecessors[i] == relation->count) {
        predecessors[i] = at;
        if (i != from)
          queue[tail++] = i;
      }
  }
  memory_release(queue);
  return predecessors[to] != relation->count;
}

/* The steps of a shortest path; `covered`, if it is not NULL, gets its elements. */
static void explain_path(struct relation_explainer *explainer, const struct relation_tree *tree,
                         size_t from, size_t to, bool *covered) {
  size_t *predecessors = memory_allocate((tree->value.count + 1) * sizeof *predecessors);
  bool found = find_path(&tree->value, from, to, predecessors);
  assert(found);
  (void)found;
  size_t at = to;
  do {
    if (covered)
      covered[at] = true;
    explain(explainer, tree, predecessors[at], at);
    at = predecessors[at];
  } while (at != from);
  memory_release(predecessors);
}

static void explain(struct relation_explainer *explainer, const struct relation_tree *tree,
                    size_t from, size_t to) {
  switch (tree->kind) {
  case RELATION_NAME:
    explain_name(explainer, tree, from, to);
    break;
  case RELATION_IDENTITY:
    break;
  case RELATION_UNION:
    explain(explainer, relation_has(&tree->left->value, from, to) ? tree->left : tree->right, from,
            to);
    break;
  case RELATION_INTERSECTION:
    explain(explainer, tree->left, from, to);
    explain(explainer, tree->right, from, to);
    break;
  case RELATION_DIFFERENCE:
    explain(explainer, tree->left, from, to);
    explain_absence(explainer, tree->right, from, to);
    break;
  case RELATION_SEQUENCE:
    explain_sequence(explainer, tree, from, to);
    break;
  case RELATION_INVERSE:
    explain(explainer, tree->left, to, from);
    break;
  case RELATION_CLOSURE:
    explain_path(explainer, tree->left, from, to, NULL);
    break;
  case RELATION_OPTIONAL:
    if (from != to)
      explain(explainer, tree->left, from, to);
    break;
  }
}

/* Cycles through elements that no cycle found before goes through. */
static size_t explain_cycles(struct relation_explainer *explainer, const struct relation_tree *tree,
                             size_t most, relation_listener *listener, void *context) {
  size_t count = tree->value.count, found = 0;
  bool *covered = memory_allocate_zeroed(count + 1);
  size_t *predecessors = memory_allocate((count + 1) * sizeof *predecessors);
  for (size_t i = 0; i < count && found < most; i++) {
    if (covered[i] || !find_path(&tree->value, i, i, predecessors))
      continue;
    explainer->facts.count = 0;
    explain_path(explainer, tree, i, i, covered);
    listener(context, explainer->facts.items, explainer->facts.count);
    found++;
  }
  memory_release(covered);
  memory_release(predecessors);
  return found;
}

/* Pairs that should not be there: those of an element with itself, or all. */
static size_t explain_pairs(struct relation_explainer *explainer, const struct relation_tree *tree,
                            bool only_reflexive, size_t most, relation_listener *listener,
                            void *context) {
  size_t count = tree->value.count, found = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count && found < most; j++) {
      if ((only_reflexive && i != j) || !relation_has(&tree->value, i, j))
        continue;
      explainer->facts.count = 0;
      explain(explainer, tree, i, j);
      listener(context, explainer->facts.items, explainer->facts.count);
      found++;
    }
  return found;
}

static void begin(struct relation_explainer *explainer, struct relation_names *names) {
  *explainer = (struct relation_explainer){.names = names};
}

static void end(struct relation_explainer *explainer) {
  for (size_t i = 0; i < explainer->definitions.count; i++)
    relation_tree_destroy(explainer->definitions.items[i].tree);
  vector_release(&explainer->definitions);
  vector_release(&explainer->facts);
}

void relation_explain_pairs(struct relation_names *names, const char *expression,
                            struct relation_pair *pairs, size_t count, relation_listener *listener,
                            void *context) {
  struct relation_explainer explainer;
  begin(&explainer, names);
  const struct relation_tree *tree = tree_of(&explainer, expression);
  for (size_t i = 0; i < count; i++) {
    pairs[i].is_related = relation_has(&tree->value, pairs[i].from, pairs[i].to);
    if (!pairs[i].is_related)
      continue;
    explainer.facts.count = 0;
    explain(&explainer, tree, pairs[i].from, pairs[i].to);
    listener(context, explainer.facts.items, explainer.facts.count);
  }
  end(&explainer);
}

size_t relation_explain(struct relation_names *names, const char *expression,
                        enum relation_demand demand, size_t most, relation_listener *listener,
                        void *context) {
  struct relation_explainer explainer;
  begin(&explainer, names);
  const struct relation_tree *tree = tree_of(&explainer, expression);
  size_t found =
      demand == DEMAND_ACYCLIC
          ? explain_cycles(&explainer, tree, most, listener, context)
          : explain_pairs(&explainer, tree, demand == DEMAND_IRREFLEXIVE, most, listener, context);
  end(&explainer);
  return found;
}
