/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses of edges, from the table of operations. */
#include "program/access.h"

static struct edge_access *add(struct edge_access *list, unsigned *count,
                               enum edge_access_kind kind, const struct term *address) {
  list[*count] = (struct edge_access){.kind = kind, .address = address, .loaded = NO_REGISTER};
  return &list[(*count)++];
}

/* clang-format off */
/* NOLINTBEGIN(bugprone-macro-parentheses, bugprone-branch-clone) */
#define SIZE(field) at->size = edge->field;
#define LENGTH(field) at->length = edge->field;
#define ORDER(field) at->order = edge->field;
#define QUIET(field) at->is_quiet = edge->field;
#define STORED(field) at->stored = edge->field;
#define LOADED(field) at->loaded = edge->field;
#define ACCESS(sort, field, details) at = add(out, &count, EDGE_##sort, edge->field); details
#define OPERATION(name, text, sorts, violates, operands, accesses) \
  case OPERATION_##name: accesses break;

unsigned edge_accesses(const struct edge *edge, struct edge_access out[MOST_ACCESSES]) {
  struct edge_access *at;
  unsigned count = 0;
  switch (edge->op) {
  OPERATIONS
  case OPERATION_COUNT:
    break;
  }
  return count;
}
/* NOLINTEND(bugprone-macro-parentheses, bugprone-branch-clone) */
/* clang-format on */

bool edge_value_access(const struct edge *edge, struct edge_access *access) {
  struct edge_access list[MOST_ACCESSES];
  if (edge_accesses(edge, list) != 1 || !access_is_of_value(list))
    return false;
  *access = *list;
  return true;
}

enum memory_order edge_order(const struct edge *edge) {
  struct edge_access access;
  return edge_value_access(edge, &access) ? access.order : ORDER_PLAIN;
}

bool edge_is_quiet(const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  return edge_accesses(edge, list) && list->is_quiet;
}
