/* SPDX-License-Identifier: Apache-2.0 */
/* Queries about executed actions (locations.h): what holds before and after them, and whether two
 * of them commute. */
#include "engine/locations_inside.h"

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
  for (size_t i = 0; i < actions->count; i++) {
    struct action *action = &actions->items[i];
    vector_release(&action->facts);
    vector_release(&action->own);
    vector_release(&action->others);
    vector_release(&action->answers);
    vector_release(&action->unresolved);
    vector_release(&action->footprint.list);
  }
  vector_release(actions);
}

void stand_release(struct stand *stand) {
  actions_release(&stand->actions);
  memory_release(stand->targets);
  stand->known = NULL;
  stand->targets = NULL;
}

size_t stand_count(const struct stand *stand) {
  return stand->known ? stand->known->actions.count : stand->actions.count;
}

const struct action *stand_action(const struct stand *stand, size_t index) {
  return stand->known ? &stand->known->actions.items[index] : &stand->actions.items[index];
}

uint32_t stand_target(const struct stand *stand, size_t index) {
  return stand->known ? stand->targets[index] : stand->actions.items[index].to;
}

const struct term *action_bound(const struct action *action, uint32_t cell) {
  const struct cell_bounds *bounds[2] = {&action->own, &action->others};
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < bounds[i]->count; j++)
      if (bounds[i]->items[j].cell == cell)
        return bounds[i]->items[j].term;
  return NULL;
}

const struct term *action_said_before(const struct locations *locations,
                                      const struct action *action, const struct term *formula) {
  unsigned role;
  if (formula->kind == TERM_CONSTANT)
    return formula;
  if (formula->kind == TERM_VARIABLE) {
    const struct term *bound =
        action_bound(action, cells_of_variable(locations->cells, formula, &role));
    return bound ? bound : formula;
  }
  const struct term *operands[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < formula->arity; i++)
    operands[i] = action_said_before(locations, action, formula->operands[i]);
  return term_rebuild(locations->cells->context.terms, formula, operands);
}

struct presence {
  const struct locations *locations;
  const struct standpoint *location;
  bool all;
};

static void look_for(const struct term *variable, void *context) {
  struct presence *presence = context;
  unsigned role;
  uint32_t cell = cells_of_variable(presence->locations->cells, variable, &role);
  presence->all &= cell != NO_CELL && cell < presence->location->has_cell.count &&
                   presence->location->has_cell.items[cell];
}

bool location_has_cells_of(const struct locations *locations, uint32_t number,
                           const struct term *formula) {
  struct presence presence = {locations, &locations->list.items[number], true};
  value_variables(formula, look_for, &presence);
  return presence.all;
}

bool actions_commute(const struct action *a, const struct action *b) {
  const struct footprint *x = &a->footprint, *y = &b->footprint;
  if (x->everything || y->everything || (x->asks_alone && y->finishes) ||
      (y->asks_alone && x->finishes))
    return false;
  return !footprints_conflict(x, y);
}
