/* SPDX-License-Identifier: Apache-2.0 */
/* Executes paths forwards. */
#include "engine/impact/route.h"

#include "term/walk.h"

#include <assert.h>

static const struct term *input_at(const struct route *route, const struct term *input,
                                   unsigned occurrence) {
  if (!occurrence)
    return input;
  uint64_t key = input->value << 16 | occurrence, number;
  assert(occurrence < 1u << 16);
  if (map_get(route->inputs, key, &number))
    return term_variable(route->cells->context.terms, input->width, number);
  const struct term *made = cells_input(route->cells, input->width);
  map_set(route->inputs, key, made->value);
  return made;
}

struct replacement {
  const struct route *route;
  const struct term **cells;
  unsigned occurrence;
};

static const struct term *content_of(const struct term *variable, void *context) {
  const struct replacement *by = context;
  unsigned role;
  uint32_t cell = cells_of_variable(by->route->cells, variable, &role);
  if (cell == NO_CELL)
    return input_at(by->route, variable, by->occurrence);
  return by->cells ? by->cells[cell] : NULL;
}

/* The term with the contents of the cells at a moment (NULL: before the start), and with the
 * inputs of this occurrence. */
static const struct term *replace(const struct route *route, const struct term **cells,
                                  unsigned occurrence, const struct term *term) {
  return term_map(route->cells->context.terms, term, content_of,
                  &(struct replacement){route, cells, occurrence});
}

const struct term *route_say(const struct route *route, size_t moment, const struct term *formula) {
  return replace(route, route->moments.items[moment].cells, 0, formula);
}

static void add_fact(struct route *route, const struct term *fact) {
  assert(fact);
  route->is_impossible |= term_is_false(fact);
  if (!term_is_true(fact))
    vector_push(&route->facts, fact);
}

void route_extend(struct route *route, uint32_t node, const struct action *action) {
  const struct term **before = route->moments.count ? vector_last(&route->moments).cells : NULL;
  size_t count = route->cells->list.count;
  struct moment moment = {.node = node, .action = action};
  moment.cells = memory_allocate_zeroed((count + 1) * sizeof *moment.cells);
  for (size_t i = 0; before && i < count; i++)
    moment.cells[i] = before[i];
  for (size_t i = 0; i < route->moments.count; i++)
    moment.occurrence += route->moments.items[i].action == action;
  for (size_t i = 0; i < action->facts.count; i++)
    add_fact(route, replace(route, before, moment.occurrence, action->facts.items[i]));
  const struct cell_bounds *bounds[2] = {&action->own, &action->others};
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < bounds[i]->count; j++)
      moment.cells[bounds[i]->items[j].cell] =
          replace(route, before, moment.occurrence, bounds[i]->items[j].term);
  moment.fact_end = route->facts.count;
  vector_push(&route->moments, moment);
}

static void begin_at(struct route *route, const struct locations *locations, const struct art *tree,
                     uint32_t origin) {
  const struct art_node *node = &tree->nodes.items[origin];
  const struct standpoint *location = &locations->list.items[node->location];
  struct moment moment = {.node = origin};
  moment.cells = memory_allocate_zeroed((route->cells->list.count + 1) * sizeof *moment.cells);
  for (size_t i = 0; i < location->cells.count; i++)
    moment.cells[location->cells.items[i]] =
        route->cells->list.items[location->cells.items[i]].symbols[0];
  for (size_t i = 0; i < node->label.count; i++)
    add_fact(route, node->label.items[i]);
  moment.fact_end = route->facts.count;
  vector_push(&route->moments, moment);
}

void route_init(struct route *route, const struct locations *locations, struct map *inputs,
                const struct art *tree, uint32_t origin, uint32_t node) {
  VECTOR(uint32_t) nodes = {0};
  *route = (struct route){.cells = locations->cells, .inputs = inputs};
  if (origin != NO_NODE)
    begin_at(route, locations, tree, origin);
  for (; node != origin; node = tree->nodes.items[node].parent)
    vector_push(&nodes, node);
  while (nodes.count) {
    uint32_t next = vector_pop(&nodes);
    route_extend(route, next, tree->nodes.items[next].action);
  }
  vector_release(&nodes);
}

void route_release(struct route *route) {
  for (size_t i = 0; i < route->moments.count; i++)
    memory_release(route->moments.items[i].cells);
  vector_release(&route->moments);
  vector_release(&route->facts);
}

void route_path(const struct route *route, struct path *path) {
  for (size_t i = 0; i < route->moments.count; i++) {
    const struct action *action = route->moments.items[i].action;
    path_add(path, action->move, action->answers.items, action->answers.count);
  }
}
