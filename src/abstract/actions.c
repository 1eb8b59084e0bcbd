/* SPDX-License-Identifier: Apache-2.0 */
/* Queries about actions. */
#include "abstract/actions.h"

static bool overlap(const struct touched *a, const struct touched *b) {
  return (a->writes || b->writes) && a->address < b->address + b->size &&
         b->address < a->address + a->size;
}

bool footprints_conflict(const struct footprint *a, const struct footprint *b) {
  for (size_t i = 0; i < a->list.count; i++)
    for (size_t j = 0; j < b->list.count; j++)
      if (overlap(&a->list.items[i], &b->list.items[j]))
        return true;
  return false;
}

void actions_release(struct actions *actions) {
  vector_each (action, actions) {
    vector_release(&action->facts);
    vector_release(&action->own);
    vector_release(&action->others);
    vector_release(&action->answers);
    vector_release(&action->unresolved);
    vector_release(&action->footprint.list);
  }
  vector_release(actions);
}

const struct term *action_bound(const struct action *action, uint32_t cell) {
  const struct term *own = cell_bounds_find(&action->own, cell);
  return own ? own : cell_bounds_find(&action->others, cell);
}

const struct term *action_said_before(const struct cells *cells, const struct action *action,
                                      const struct term *formula) {
  unsigned role;
  if (formula->kind == TERM_CONSTANT)
    return formula;
  if (formula->kind == TERM_VARIABLE) {
    const struct term *bound = action_bound(action, cells_of_variable(cells, formula, &role));
    return bound ? bound : formula;
  }
  const struct term *operands[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < formula->arity; i++)
    operands[i] = action_said_before(cells, action, formula->operands[i]);
  return term_rebuild(cells->context.terms, formula, operands);
}

bool actions_commute(const struct action *a, const struct action *b) {
  const struct footprint *x = &a->footprint, *y = &b->footprint;
  if (x->everything || y->everything || (x->asks_alone && y->finishes) ||
      (y->asks_alone && x->finishes))
    return false;
  return !footprints_conflict(x, y);
}
