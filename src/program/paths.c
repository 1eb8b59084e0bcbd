/* SPDX-License-Identifier: Apache-2.0 */
#include "program/paths.h"

#include "base/memory.h"
#include "base/vector.h"

void paths_mark(const struct function *function, bool *reached, edge_passes *passes,
                void *context) {
  VECTOR(uint32_t) left = {0};
  for (uint32_t i = 0; i < function->location_count; i++)
    if (reached[i])
      vector_push(&left, i);
  while (left.count) {
    const struct location *location = &function->locations[vector_pop(&left)];
    for (uint32_t i = 0; i < location->edge_count; i++) {
      const struct edge *edge = &function->edges[location->first_edge + i];
      if (edge->to >= function->location_count || reached[edge->to] ||
          (passes && !passes(edge, context)))
        continue;
      reached[edge->to] = true;
      vector_push(&left, edge->to);
    }
  }
  vector_release(&left);
}

bool *paths_from(const struct function *function, uint32_t from, edge_passes *passes,
                 void *context) {
  bool *reached = memory_allocate_zeroed(function->location_count + 1u);
  reached[from] = true;
  paths_mark(function, reached, passes, context);
  return reached;
}

bool paths_repeat(const struct function *function, const struct edge *edge) {
  bool *reached = paths_from(function, edge->to, NULL, NULL), repeats = reached[edge->from];
  memory_release(reached);
  return repeats;
}
