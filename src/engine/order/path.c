/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of paths, and their view of memory. */
#include "engine/order/path.h"

#include <string.h>

struct thread_path *order_path_copy(struct order_run *run, struct thread_path *path,
                                    uint32_t register_count) {
  struct thread_path *copy = arena_copy(run->arena, path, sizeof *path);
  copy->registers =
      arena_copy(run->arena, path->registers, register_count * sizeof *path->registers);
  copy->memory = arena_copy(run->arena, path->memory, path->memory_count * sizeof *path->memory);
  /* The contents are shared from now on: neither path may change them in place. */
  copy->number = run->next_path++;
  path->number = run->next_path++;
  return copy;
}

void order_path_set_contents(struct order_run *run, struct thread_path *path,
                             struct instance *instance, struct contents *contents) {
  if (instance->number >= path->memory_count) {
    size_t count = run->instances.count;
    struct contents **memory = arena_allocate(run->arena, count * sizeof *memory);
    if (path->memory_count)
      memcpy(memory, path->memory, path->memory_count * sizeof *memory);
    path->memory = memory;
    path->memory_count = count;
  }
  path->memory[instance->number] = contents;
}

struct contents *order_path_initial(struct order_run *run, const struct instance *instance) {
  struct contents *contents =
      arena_allocate(run->arena, sizeof *contents + (size_t)instance->size * sizeof(struct lane));
  for (uint64_t i = 0; i < instance->size && !instance->arbitrary; i++)
    contents->lanes[i].term =
        term_constant(run->terms, 8, instance->bytes ? instance->bytes[i] : 0);
  return contents;
}

struct lane *order_path_lanes(struct order_run *run, struct thread_path *path,
                              struct instance *instance) {
  struct contents *contents =
      instance->number < path->memory_count ? path->memory[instance->number] : NULL;
  if (contents == run->instances.untouched)
    contents = NULL;
  if (contents && contents->owner == path->number)
    return contents->lanes;
  struct contents *own =
      contents ? arena_copy(run->arena, contents,
                            sizeof *contents + (size_t)instance->size * sizeof(struct lane))
               : order_path_initial(run, instance);
  own->owner = path->number;
  order_path_set_contents(run, path, instance, own);
  return own->lanes;
}

/* Terms of the program are of another table, so that constants are made anew, too. */
const struct term *order_path_evaluate(struct order_run *run, const struct thread_path *path,
                                       const struct term *term) {
  if (term->kind == TERM_VARIABLE)
    return path->registers[term->value];
  if (term->kind == TERM_CONSTANT)
    return order_number(run->terms, term, term->value);
  const struct term *operands[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = order_path_evaluate(run, path, term->operands[i]);
  return term_rebuild(run->terms, term, operands);
}
