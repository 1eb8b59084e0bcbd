/* SPDX-License-Identifier: Apache-2.0 */
#include "transform/expected.h"

#include "analysis/kept.h"
#include "base/map.h"
#include "base/memory.h"

struct expected {
  const struct program *program;
  struct sharing *sharing;
  struct kept_bytes *kept;
  struct map values; /* from loads to terms */
};

static void take_stores(struct kept_bytes *kept, const struct function *function) {
  struct edge_access accesses[MOST_ACCESSES];
  for (uint32_t i = 0; i < function->edge_count; i++)
    for (unsigned k = edge_accesses(&function->edges[i], accesses); k-- > 0;)
      if (access_writes(&accesses[k]) && accesses[k].kind != EDGE_END)
        kept_note(kept, function, &accesses[k], accesses[k].address, accesses[k].stored);
}

static void find_loads(struct expected *fields, const struct function *function) {
  uint64_t value;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (edge->op == OPERATION_LOAD && edge->load.target != NO_REGISTER &&
        kept_value(fields->kept, function, edge->load.address, edge->load.size, &value)) {
      unsigned width = function->registers[edge->load.target].width;
      map_set(&fields->values, (uintptr_t)edge,
              (uintptr_t)term_constant(fields->program->terms, width, value & width_mask(width)));
    }
  }
}

struct expected *expected_create(const struct program *program) {
  struct expected *fields = memory_allocate_zeroed(sizeof *fields);
  fields->program = program;
  fields->sharing = sharing_create(program);
  fields->kept = kept_create(program, fields->sharing, KEPT_WHOLE_FIELDS);
  return fields;
}

void expected_find(struct expected *fields, const bool *is_reached) {
  const struct program *program = fields->program;
  map_release(&fields->values);
  fields->values = (struct map){0};
  kept_restart(fields->kept);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (is_reached[i])
      take_stores(fields->kept, program->functions[i]);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (is_reached[i] && program->functions[i]->is_library)
      find_loads(fields, program->functions[i]);
}

void expected_destroy(struct expected *fields) {
  if (!fields)
    return;
  map_release(&fields->values);
  kept_destroy(fields->kept);
  sharing_destroy(fields->sharing);
  memory_release(fields);
}

const struct term *expected_value(const struct expected *fields, const struct edge *load) {
  uint64_t value;
  return map_get(&fields->values, (uintptr_t)load, &value) ? (const struct term *)(uintptr_t)value
                                                           : NULL;
}
