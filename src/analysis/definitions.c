/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/definitions.h"

#include "base/memory.h"
#include "program/uses.h"

struct definition_count {
  const struct edge **list;
  bool *is_defined;
  const struct edge *edge;
};

static void note_definition(uint32_t number, void *context) {
  struct definition_count *search = context;
  if (number == NO_REGISTER)
    return;
  search->list[number] = search->is_defined[number] ? NULL : search->edge;
  search->is_defined[number] = true;
}

const struct edge **definitions_find(const struct function *function) {
  size_t count = function->register_count + 1u;
  struct definition_count search = {.list = memory_allocate_zeroed(count * sizeof *search.list),
                                    .is_defined = memory_allocate_zeroed(count * sizeof(bool))};
  for (uint32_t i = 0; i < function->parameter_count; i++)
    search.is_defined[function->parameters[i]] = true;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    search.edge = &function->edges[i];
    edge_visit_definitions(search.edge, note_definition, &search);
  }
  memory_release(search.is_defined);
  return search.list;
}

struct redefinition {
  uint32_t reg;
  bool is_found;
};

static void look_for(uint32_t number, void *context) {
  struct redefinition *search = context;
  search->is_found |= number == search->reg;
}

bool definitions_is_parameter(const struct function *function, uint32_t reg, uint32_t *position) {
  struct redefinition search = {reg, false};
  bool is_parameter = false;
  for (uint32_t i = 0; i < function->parameter_count && !is_parameter; i++)
    if (function->parameters[i] == reg) {
      *position = i;
      is_parameter = true;
    }
  for (uint32_t i = 0; i < function->edge_count && is_parameter && !search.is_found; i++)
    edge_visit_definitions(&function->edges[i], look_for, &search);
  return is_parameter && !search.is_found;
}
