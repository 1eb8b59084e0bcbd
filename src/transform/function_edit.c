/* SPDX-License-Identifier: Apache-2.0 */
#include "transform/function_edit.h"

#include "base/memory.h"
#include "program/paths.h"

void function_edit_begin(struct function_edit *edit, struct arena *arena,
                         const struct function *function) {
  *edit = (struct function_edit){.arena = arena, .function = function, .entry = function->entry};
  vector_append(&edit->locations, function->locations, function->location_count);
  vector_append(&edit->edges, function->edges, function->edge_count);
}

uint32_t function_edit_add_location(struct function_edit *edit) {
  vector_push(&edit->locations, (struct location){.first_edge = (uint32_t)edit->edges.count});
  return (uint32_t)edit->locations.count - 1;
}

size_t function_edit_add_edge(struct function_edit *edit, struct edge edge) {
  edge.from = (uint32_t)edit->locations.count - 1;
  vector_last(&edit->locations).edge_count++;
  vector_push(&edit->edges, edge);
  return edit->edges.count - 1;
}

/* The edges of a location become those of a new one, where they stay. */
static uint32_t move_edges(struct function_edit *edit, uint32_t location) {
  uint32_t fresh = function_edit_add_location(edit);
  struct location *from = &edit->locations.items[location];
  edit->locations.items[fresh] =
      (struct location){.first_edge = from->first_edge, .edge_count = from->edge_count};
  for (uint32_t i = 0; i < from->edge_count; i++)
    edit->edges.items[from->first_edge + i].from = fresh;
  from->first_edge = (uint32_t)edit->edges.count;
  from->edge_count = 0;
  return fresh;
}

uint32_t function_edit_insert_before(struct function_edit *edit, uint32_t location,
                                     struct edge edge) {
  uint32_t fresh = move_edges(edit, location);
  edge.from = location;
  edge.to = fresh;
  edit->locations.items[location].edge_count = 1;
  vector_push(&edit->edges, edge);
  return fresh;
}

uint32_t function_edit_insert_after(struct function_edit *edit, uint32_t location,
                                    struct edge next) {
  struct edge *before = &edit->edges.items[edit->locations.items[location].first_edge];
  next.to = before->to;
  uint32_t fresh = function_edit_add_location(edit);
  before->to = fresh;
  function_edit_add_edge(edit, next);
  return fresh;
}

void function_edit_drop_unreached(struct function_edit *edit) {
  struct function now = {.location_count = (uint32_t)edit->locations.count,
                         .locations = edit->locations.items,
                         .edges = edit->edges.items};
  bool *is_reached = paths_from(&now, edit->entry, NULL, NULL);
  uint32_t *numbers = memory_allocate_zeroed(edit->locations.count * sizeof *numbers);
  uint32_t count = 0;
  for (size_t i = 0; i < edit->locations.count; i++)
    if (is_reached[i]) {
      edit->locations.items[count] = edit->locations.items[i];
      numbers[i] = count++;
    }
  edit->locations.count = count;
  edit->entry = numbers[edit->entry];
  for (uint32_t i = 0; i < count; i++) {
    const struct location *location = &edit->locations.items[i];
    for (uint32_t j = 0; j < location->edge_count; j++) {
      struct edge *edge = &edit->edges.items[location->first_edge + j];
      edge->from = i;
      edge->to = numbers[edge->to];
    }
  }
  memory_release(numbers);
  memory_release(is_reached);
}

void function_edit_finish(struct function_edit *edit, struct function *function) {
  uint32_t location_count = (uint32_t)edit->locations.count, edge_count = 0;
  struct location *locations =
      arena_allocate(edit->arena, (location_count + 1) * sizeof *locations);
  struct edge *edges = arena_allocate(edit->arena, (edit->edges.count + 1) * sizeof *edges);
  for (uint32_t i = 0; i < location_count; i++) {
    const struct location *from = &edit->locations.items[i];
    locations[i] = *from;
    locations[i].first_edge = edge_count;
    for (uint32_t j = 0; j < from->edge_count; j++)
      edges[edge_count++] = edit->edges.items[from->first_edge + j];
  }
  function->locations = locations;
  function->edges = edges;
  function->location_count = location_count;
  function->edge_count = edge_count;
  function->entry = edit->entry;
  function_edit_cancel(edit);
}

void function_edit_cancel(struct function_edit *edit) {
  vector_release(&edit->locations);
  vector_release(&edit->edges);
}
