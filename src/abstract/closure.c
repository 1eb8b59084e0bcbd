/* SPDX-License-Identifier: Apache-2.0 */
/* A matrix for each of the two orders (signed, unsigned) holds the known relations between
 * compared terms. */
#include "abstract/closure.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 96 };
enum known { NOTHING, AT_MOST, LESS };
enum closure_order { UNSIGNED, SIGNED, ORDERS };

struct closure {
  size_t count;
  const struct term *nodes[MOST_NODES];
  unsigned char known[ORDERS][MOST_NODES][MOST_NODES];
  bool differ[MOST_NODES][MOST_NODES];
  bool is_full, changed, is_empty;
};

static bool is_comparison(const struct term *term) {
  return term->kind == TERM_APPLY &&
         (term->op == OP_EQ || term->op == OP_ULT || term->op == OP_ULE || term->op == OP_SLT ||
          term->op == OP_SLE) &&
         term->operands[0]->width > 1;
}

static size_t find_node(const struct closure *closure, const struct term *term) {
  size_t at = 0;
  while (at < closure->count && closure->nodes[at] != term)
    at++;
  return at;
}

static void add_node(struct closure *closure, const struct term *term) {
  if (find_node(closure, term) < closure->count)
    return;
  if (closure->count == MOST_NODES)
    closure->is_full = true;
  else
    closure->nodes[closure->count++] = term;
}

/* The term from which `term` differs by one: `distance` is 1 or -1. NULL: it has another form. */
static const struct term *neighbour(const struct term *term, int *distance) {
  if (term->kind != TERM_APPLY || (term->op != OP_ADD && term->op != OP_SUB))
    return NULL;
  const struct term *a = term->operands[0], *b = term->operands[1];
  if (term->op == OP_ADD && term_is_constant(a)) {
    const struct term *swapped = a;
    a = b;
    b = swapped;
  }
  if (!term_is_constant(b) || (b->value != 1 && b->value != width_mask(b->width)))
    return NULL;
  *distance = (b->value == 1) == (term->op == OP_ADD) ? 1 : -1;
  return a;
}

static void add_operand(struct closure *closure, const struct term *term) {
  int distance;
  add_node(closure, term);
  const struct term *next = neighbour(term, &distance);
  if (next)
    add_node(closure, next);
}

static void add_operands(struct closure *closure, const struct term *term) {
  if (is_comparison(term)) {
    add_operand(closure, term->operands[0]);
    add_operand(closure, term->operands[1]);
  } else if (term->kind == TERM_APPLY && (term->op == OP_NOT || term->op == OP_AND)) {
    for (unsigned i = 0; i < term->arity; i++)
      add_operands(closure, term->operands[i]);
  }
}

static void add_known(struct closure *closure, enum closure_order order, size_t a, size_t b,
                      enum known known) {
  if (closure->known[order][a][b] >= known)
    return;
  closure->known[order][a][b] = (unsigned char)known;
  closure->changed = true;
  closure->is_empty |= a == b && known == LESS;
}

static void learn_difference(struct closure *closure, size_t a, size_t b) {
  closure->changed |= !closure->differ[a][b];
  closure->differ[a][b] = closure->differ[b][a] = true;
  closure->is_empty |= a == b;
}

static void learn_fact(struct closure *closure, const struct term *fact, bool holds) {
  if (fact->kind == TERM_APPLY && fact->op == OP_NOT) {
    learn_fact(closure, fact->operands[0], !holds);
    return;
  }
  if (fact->kind == TERM_APPLY && fact->op == OP_AND && holds && fact->width == 1) {
    learn_fact(closure, fact->operands[0], true);
    learn_fact(closure, fact->operands[1], true);
    return;
  }
  if (!is_comparison(fact))
    return;
  size_t a = find_node(closure, fact->operands[0]), b = find_node(closure, fact->operands[1]);
  enum closure_order order = fact->op == OP_SLT || fact->op == OP_SLE ? SIGNED : UNSIGNED;
  bool is_strict = fact->op == OP_ULT || fact->op == OP_SLT;
  if (fact->op == OP_EQ && !holds) {
    learn_difference(closure, a, b);
  } else if (fact->op == OP_EQ) {
    add_known(closure, UNSIGNED, a, b, AT_MOST);
    add_known(closure, UNSIGNED, b, a, AT_MOST);
  } else if (holds) {
    add_known(closure, order, a, b, is_strict ? LESS : AT_MOST);
  } else {
    add_known(closure, order, b, a, is_strict ? AT_MOST : LESS);
  }
}

static void compare_constants(struct closure *closure) {
  for (size_t a = 0; a < closure->count; a++)
    for (size_t b = 0; b < closure->count; b++) {
      const struct term *x = closure->nodes[a], *y = closure->nodes[b];
      if (!term_is_constant(x) || !term_is_constant(y) || x->width != y->width || a == b)
        continue;
      if (x->value < y->value)
        add_known(closure, UNSIGNED, a, b, LESS);
      if (width_signed(x->value, x->width) < width_signed(y->value, y->width))
        add_known(closure, SIGNED, a, b, LESS);
    }
}

static void close_transitively(struct closure *closure, enum closure_order order) {
  for (size_t k = 0; k < closure->count; k++)
    for (size_t a = 0; a < closure->count; a++) {
      unsigned char first = closure->known[order][a][k];
      if (!first)
        continue;
      for (size_t b = 0; b < closure->count; b++) {
        unsigned char second = closure->known[order][k][b];
        if (second)
          add_known(closure, order, a, b, first > second ? first : second);
      }
    }
}

static bool is_equal(const struct closure *closure, size_t a, size_t b) {
  return (closure->known[UNSIGNED][a][b] && closure->known[UNSIGNED][b][a]) ||
         (closure->known[SIGNED][a][b] && closure->known[SIGNED][b][a]);
}

/* Combines both orders, and differences. */
static void close_pairwise(struct closure *closure) {
  for (size_t a = 0; a < closure->count; a++)
    for (size_t b = 0; b < closure->count; b++) {
      if (a == b)
        continue;
      if (is_equal(closure, a, b)) {
        closure->is_empty |= closure->differ[a][b];
        add_known(closure, UNSIGNED, a, b, AT_MOST);
        add_known(closure, SIGNED, a, b, AT_MOST);
      }
      for (int order = 0; order < ORDERS; order++) {
        if (closure->known[order][a][b] == LESS)
          learn_difference(closure, a, b);
        if (closure->known[order][a][b] && closure->differ[a][b])
          add_known(closure, (enum closure_order)order, a, b, LESS);
      }
    }
}

/* Does the order have a number above (distance 1) or below the node's? */
static bool has_neighbour(const struct closure *closure, enum closure_order order, size_t node,
                          int distance) {
  unsigned width = closure->nodes[node]->width;
  uint64_t last = distance > 0 ? width_mask(width) : 0;
  if (order == SIGNED)
    last ^= (uint64_t)1 << (width - 1);
  for (size_t i = 0; i < closure->count; i++) {
    const struct term *other = closure->nodes[i];
    bool is_beyond = distance > 0 ? closure->known[order][node][i] == LESS
                                  : closure->known[order][i][node] == LESS;
    bool is_last = term_is_constant(other) && other->value == last && other->width == width;
    if (is_beyond || (is_last && closure->differ[node][i]))
      return true;
  }
  return false;
}

static void close_neighbours(struct closure *closure) {
  for (size_t t = 0; t < closure->count; t++) {
    int distance;
    const struct term *term = neighbour(closure->nodes[t], &distance);
    if (!term)
      continue;
    size_t x = find_node(closure, term);
    for (int order = 0; order < ORDERS; order++) {
      if (x == closure->count || !has_neighbour(closure, (enum closure_order)order, x, distance))
        continue;
      bool up = distance > 0;
      add_known(closure, (enum closure_order)order, up ? x : t, up ? t : x, LESS);
      for (size_t y = 0; y < closure->count; y++) {
        if (up && closure->known[order][x][y] == LESS)
          add_known(closure, (enum closure_order)order, t, y, AT_MOST);
        if (!up && closure->known[order][y][x] == LESS)
          add_known(closure, (enum closure_order)order, y, t, AT_MOST);
      }
    }
  }
}

struct closure *closure_create(const struct premises *premises, const struct premises *goals) {
  struct closure *closure = memory_allocate_zeroed(sizeof *closure);
  for (size_t i = 0; i < premises->count; i++)
    add_operands(closure, premises->items[i]);
  for (size_t i = 0; goals && i < goals->count; i++)
    add_operands(closure, goals->items[i]);
  if (closure->is_full) {
    closure_destroy(closure);
    return NULL;
  }
  for (size_t i = 0; i < premises->count; i++)
    learn_fact(closure, premises->items[i], true);
  compare_constants(closure);
  for (closure->changed = true; closure->changed && !closure->is_empty;) {
    closure->changed = false;
    close_transitively(closure, UNSIGNED);
    close_transitively(closure, SIGNED);
    close_pairwise(closure);
    close_neighbours(closure);
  }
  return closure;
}

void closure_destroy(struct closure *closure) { memory_release(closure); }

bool closure_is_empty(const struct closure *closure) { return closure->is_empty; }

static bool implies(const struct closure *closure, const struct term *goal, bool holds) {
  if (goal->kind == TERM_APPLY && goal->op == OP_NOT)
    return implies(closure, goal->operands[0], !holds);
  if (goal->kind == TERM_APPLY && goal->op == OP_AND && holds && goal->width == 1)
    return implies(closure, goal->operands[0], true) && implies(closure, goal->operands[1], true);
  if (!is_comparison(goal))
    return false;
  size_t a = find_node(closure, goal->operands[0]), b = find_node(closure, goal->operands[1]);
  if (goal->op == OP_EQ)
    return holds ? a == b || is_equal(closure, a, b) : closure->differ[a][b];
  enum closure_order order = goal->op == OP_SLT || goal->op == OP_SLE ? SIGNED : UNSIGNED;
  bool is_strict = goal->op == OP_ULT || goal->op == OP_SLT;
  if (holds)
    return closure->known[order][a][b] >= (is_strict ? LESS : AT_MOST);
  return closure->known[order][b][a] >= (is_strict ? AT_MOST : LESS);
}

bool closure_implies(const struct closure *closure, const struct term *goal) {
  return closure->is_empty || implies(closure, goal, true);
}
