/* SPDX-License-Identifier: Apache-2.0 */
/* An address of a thread-local begins with a SELF edge. It stays in the function if it is only
 * copied to registers, moved by offsets, compared with addresses and accessed. */
#include "analysis/published.h"

#include "base/memory.h"
#include "program/access.h"
#include "program/uses.h"
#include "term/walk.h"

struct edge_search {
  const bool *own;
  const struct edge *edge;
  bool is_published;
};

static bool is_comparison(const struct term *term) {
  return term->kind == TERM_APPLY && operator_is_comparison((enum operator)term->op);
}

static bool is_own(const struct term *part, void *context) {
  return part->kind == TERM_VARIABLE && (*(const bool **)context)[part->value];
}

static bool mentions(const bool *own, const struct term *term) {
  return term_any(term, is_own, &own);
}

static bool keeps(const bool *own, const struct term *term);

/* Does the term use an address only in comparisons? */
static bool only_compares(const bool *own, const struct term *term) {
  if (!mentions(own, term))
    return true;
  if (is_comparison(term))
    return keeps(own, term->operands[0]) && keeps(own, term->operands[1]);
  if (term->kind != TERM_APPLY || term->width > 1)
    return false;
  for (unsigned i = 0; i < term->arity; i++)
    if (!only_compares(own, term->operands[i]))
      return false;
  return true;
}

/* Does the term copy and move such addresses, and nothing else? */
static bool keeps(const bool *own, const struct term *term) {
  if (term->kind != TERM_APPLY || !mentions(own, term))
    return true;
  if (term->width == 1)
    return only_compares(own, term);
  if (term->op == OP_ITE)
    return only_compares(own, term->operands[0]) && keeps(own, term->operands[1]) &&
           keeps(own, term->operands[2]);
  return (term->op == OP_ADD || term->op == OP_SUB) && keeps(own, term->operands[0]) &&
         keeps(own, term->operands[1]);
}

bool published_is_own(const bool *own, const struct term *term) {
  return term->width > 1 && mentions(own, term);
}

bool *published_find_own(const struct function *function) {
  bool *own = memory_allocate_zeroed((function->register_count + 1) * sizeof *own);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < function->edge_count; i++) {
      const struct edge *edge = &function->edges[i];
      if (edge->op == OPERATION_SELF && edge->get.target != NO_REGISTER && !own[edge->get.target])
        own[edge->get.target] = changed = true;
      for (uint32_t j = 0; edge->op == OPERATION_ASSIGN && j < edge->assign.count; j++) {
        const struct assignment *assign = &edge->assign.list[j];
        if (!own[assign->target] && published_is_own(own, assign->value))
          own[assign->target] = changed = true;
      }
    }
  }
  return own;
}

static bool is_address(const struct edge *edge, const struct term *term) {
  struct edge_access list[MOST_ACCESSES];
  for (unsigned i = edge_accesses(edge, list); i-- > 0;)
    if (list[i].address == term && list[i].stored != term && list[i].length != term)
      return true;
  return false;
}

static void look_at(const struct term *term, void *context) {
  struct edge_search *search = context;
  const struct edge *edge = search->edge;
  if (!mentions(search->own, term))
    return;
  if (edge->op == OPERATION_ASSIGN || is_address(edge, term))
    search->is_published |= !keeps(search->own, term);
  else if (edge->op == OPERATION_ASSUME || edge->op == OPERATION_CHECK)
    search->is_published |= !only_compares(search->own, term);
  else
    search->is_published = true;
}

const struct edge *published_find(const struct function *function, const bool *own) {
  struct edge_search search = {.own = own};
  for (uint32_t i = 0; i < function->edge_count; i++) {
    search.edge = &function->edges[i];
    edge_visit_terms(search.edge, look_at, &search);
    if (search.is_published)
      return search.edge;
  }
  return NULL;
}
