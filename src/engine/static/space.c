/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/static/space.h"

#include "base/number.h"

#include <string.h>

void space_init(struct space *space, const struct program *program) {
  *space = (struct space){.program = program, .cell_numbers = interner_create()};
  vector_ensure(&space->objects, FIRST_OBJECT - 1);
  struct space_object *self = &space->objects.items[BASE_SELF];
  self->kind = SPACE_RECORD;
  self->least = self->most = (int64_t)program->thread_local_end;
  if (self->most < (int64_t)program->record_size)
    self->least = self->most = (int64_t)program->record_size;
  self->is_zeroed = true;
}

void space_release(struct space *space) {
  for (size_t i = 0; i < space->objects.count; i++) {
    vector_release(&space->objects.items[i].cells);
    vector_release(&space->objects.items[i].publishers);
  }
  vector_release(&space->objects);
  vector_release(&space->cells);
  interner_destroy(space->cell_numbers);
  map_release(&space->globals);
  map_release(&space->allocations);
  map_release(&space->records);
  map_release(&space->frames);
}

static uint32_t add_object(struct space *space, const struct space_object *object) {
  vector_push(&space->objects, *object);
  return (uint32_t)space->objects.count - 1;
}

uint32_t space_at_address(struct space *space, uint64_t address, int64_t *offset) {
  const struct object *object = program_find_object(space->program, address);
  uint64_t number;
  if (!object)
    return NO_OBJECT;
  *offset = (int64_t)(address - object->address);
  if (map_get(&space->globals, object->address, &number))
    return (uint32_t)number;
  struct space_object fresh = {.kind = object->function ? SPACE_FUNCTION : SPACE_GLOBAL,
                               .object = object,
                               .least = (int64_t)object->size,
                               .most = (int64_t)object->size};
  number = add_object(space, &fresh);
  map_set(&space->globals, object->address, number);
  return (uint32_t)number;
}

static uint32_t find_allocation(const struct space *space, uint32_t node, const struct edge *edge,
                                uint64_t *key) {
  uint64_t number;
  *key = (uint64_t)(uintptr_t)edge * 0x9e3779b97f4a7c15u + node;
  for (; map_get(&space->allocations, *key, &number); ++*key) {
    const struct space_object *found = &space->objects.items[number];
    if (found->edge == edge && found->node == node)
      return (uint32_t)number;
  }
  return NO_OBJECT;
}

uint32_t space_known_allocation(const struct space *space, uint32_t node, const struct edge *edge) {
  uint64_t key;
  return find_allocation(space, node, edge, &key);
}

uint32_t space_allocation(struct space *space, uint32_t node, const struct edge *edge) {
  uint64_t key;
  uint32_t number = find_allocation(space, node, edge, &key);
  if (number != NO_OBJECT)
    return number;
  struct space_object fresh = {.kind = edge->allocate.heap ? SPACE_BLOCK : SPACE_SLOT,
                               .edge = edge,
                               .node = node,
                               .least = INT64_MAX,
                               .is_zeroed = edge->allocate.zeroed};
  number = add_object(space, &fresh);
  uint32_t old = add_object(space, &fresh);
  fresh.is_public = true;
  uint32_t public = add_object(space, &fresh);
  space->objects.items[number].old = old;
  space->objects.items[number].public = public;
  space->objects.items[old].public = public;
  map_set(&space->allocations, key, number);
  return (uint32_t)number;
}

static uint32_t find_record(struct space *space, uint32_t class, uint64_t key) {
  uint64_t number;
  if (map_get(&space->records, key, &number))
    return (uint32_t)number;
  struct space_object fresh = {.kind = SPACE_RECORD,
                               .least = space->objects.items[BASE_SELF].least,
                               .most = space->objects.items[BASE_SELF].most,
                               .is_zeroed = true,
                               .is_public = true,
                               .class = class};
  number = add_object(space, &fresh);
  map_set(&space->records, key, number);
  return (uint32_t)number;
}

uint32_t space_record(struct space *space, uint32_t class) {
  return find_record(space, class, 2 * (uint64_t) class);
}

uint32_t space_own_record(struct space *space, uint32_t class) {
  return find_record(space, class, 2 * (uint64_t) class + 1);
}

uint32_t space_frame(struct space *space, uint32_t node) {
  uint64_t number;
  if (map_get(&space->frames, node, &number))
    return (uint32_t)number;
  struct space_object fresh = {.kind = SPACE_FRAME, .node = node};
  number = add_object(space, &fresh);
  map_set(&space->frames, node, number);
  return (uint32_t)number;
}

static uint32_t add_cell(struct space *space, const struct space_cell *cell, bool *is_new) {
  bool added;
  uint32_t number = interner_add(space->cell_numbers, cell, sizeof *cell, &added);
  if (added) {
    vector_push(&space->cells, *cell);
    if (!space_is_special(cell))
      vector_push(&space->objects.items[cell->object].cells, number);
  }
  if (is_new)
    *is_new = added;
  return number;
}

uint32_t space_cell(struct space *space, uint32_t object, int64_t offset, uint32_t size,
                    bool *is_new) {
  struct space_cell cell;
  memset(&cell, 0, sizeof cell); /* with its padding */
  cell.object = object;
  cell.offset = cell.high = offset;
  cell.size = size;
  return add_cell(space, &cell, is_new);
}

enum { MOST_RANGES = 40 };

uint32_t space_range(struct space *space, const struct estimate_part *part, uint32_t size,
                     bool *is_new) {
  struct space_cell cell;
  memset(&cell, 0, sizeof cell); /* with its padding */
  cell.object = part->base;
  cell.offset = part->low;
  cell.high = part->high;
  cell.step = part->step ? part->step : 1;
  cell.size = size;
  uint32_t known;
  if (space->objects.items[part->base].range_count >= MOST_RANGES &&
      !interner_find(space->cell_numbers, &cell, sizeof cell, &known)) {
    cell.offset = 0;
    cell.high = INT64_MAX - 1;
    cell.step = 1;
    cell.size = CELL_BYTES;
  }
  bool added;
  uint32_t number = add_cell(space, &cell, &added);
  space->objects.items[part->base].range_count += added;
  if (is_new)
    *is_new = added;
  return number;
}

static int64_t end_of(int64_t high, int64_t size) {
  return high > INT64_MAX - size ? INT64_MAX : high + size;
}

enum meeting space_meet(const struct space_cell *cell, const struct estimate_part *part,
                        uint32_t size) {
  bool is_bytes = cell->size == CELL_BYTES || size == CELL_BYTES;
  int64_t first_size = cell->size == CELL_BYTES ? 1 : cell->size;
  int64_t second_size = size == CELL_BYTES ? 1 : size;
  int64_t end = end_of(cell->high, first_size), other_end = end_of(part->high, second_size);
  if (cell->offset >= other_end || part->low >= end)
    return MEETS_NOT;
  uint64_t step = number_divisor(cell->step, part->step);
  if (is_bytes)
    return MEETS_PART;
  uint64_t apart = cell->offset < part->low ? (uint64_t)part->low - (uint64_t)cell->offset
                                            : (uint64_t)cell->offset - (uint64_t)part->low;
  if (!step)
    return !apart && cell->size == size ? MEETS_SAME : MEETS_PART;
  uint64_t shift = apart % step;
  if (shift && part->low < cell->offset)
    shift = step - shift;
  /* Modulo the step, the cell covers [0, cell->size) and the access [shift, shift + size). */
  if (shift >= cell->size && shift + size <= step)
    return MEETS_NOT;
  return !shift && cell->size == size && step >= size ? MEETS_SAME : MEETS_PART;
}

uint32_t space_special(struct space *space, uint32_t object, enum special_cell kind) {
  return space_cell(space, object, INT64_MIN, (uint32_t)kind, NULL);
}

static bool contains(const struct space_object *object, int64_t offset, uint32_t size) {
  return offset >= 0 && offset <= object->least && (int64_t)size <= object->least - offset;
}

/* Bytes of a variable as a value: the address of an object, or a number. */
static estimate read_bytes(struct space *space, struct estimates *estimates,
                           const struct object *object, int64_t offset, uint32_t size) {
  uint64_t bits = 0;
  if (size > 8)
    return ESTIMATE_ANY;
  if (object->bytes)
    memcpy(&bits, object->bytes + offset, size);
  int64_t inside;
  const struct object *target =
      size * 8 == space->program->pointer_width ? program_find_object(space->program, bits) : NULL;
  if (target) {
    uint32_t number = space_at_address(space, bits, &inside);
    return estimate_make(estimates, number, inside, inside, 0);
  }
  return estimate_constant(estimates, size * 8, bits);
}

estimate space_initial(struct space *space, struct estimates *estimates, uint32_t number,
                       int64_t offset, uint32_t size) {
  const struct space_object *object = &space->objects.items[number];
  if (object->kind == SPACE_GLOBAL)
    return contains(object, offset, size)
               ? read_bytes(space, estimates, object->object, offset, size)
               : ESTIMATE_NONE;
  if (object->kind == SPACE_RECORD) {
    for (uint32_t i = 0; i < space->program->thread_local_count; i++) {
      const struct object *local = &space->program->thread_locals[i];
      if ((uint64_t)offset >= local->address && (uint64_t)offset - local->address < local->size &&
          local->bytes && offset + (int64_t)size <= (int64_t)(local->address + local->size))
        return read_bytes(space, estimates, local, offset - (int64_t)local->address, size);
    }
    return estimate_constant(estimates, 64, 0);
  }
  if (object->is_zeroed)
    return estimate_constant(estimates, 64, 0);
  return estimate_all_numbers(estimates, size <= 8 ? size * 8 : 64);
}

enum { MOST_ELEMENTS = 4096 };

estimate space_initial_range(struct space *space, struct estimates *estimates, uint32_t number,
                             const struct estimate_part *part, uint32_t size) {
  const struct space_object *object = &space->objects.items[number];
  if (object->kind != SPACE_GLOBAL && object->kind != SPACE_RECORD)
    return space_initial(space, estimates, number, 0, size);
  if (object->kind == SPACE_GLOBAL && !object->object->bytes)
    return estimate_constant(estimates, 64, 0);
  int64_t low = part->low < 0 ? 0 : part->low;
  int64_t high = part->high > object->least - size ? object->least - size : part->high;
  int64_t step = part->step && part->step < INT32_MAX ? (int64_t)part->step : 1;
  if (high - low > MOST_ELEMENTS * step)
    return object->kind == SPACE_GLOBAL && size * 8 >= space->program->pointer_width
               ? space_initial_words(space, estimates, number)
               : estimate_all_numbers(estimates, size > 8 ? 64 : size * 8);
  estimate all = ESTIMATE_NONE;
  for (int64_t at = low; at <= high; at += step)
    all = estimate_join(estimates, all, space_initial(space, estimates, number, at, size));
  return all;
}

estimate space_initial_words(struct space *space, struct estimates *estimates, uint32_t number) {
  const struct object *object = space->objects.items[number].object;
  uint32_t size = space->program->pointer_width / 8;
  if (!object->bytes)
    return estimate_constant(estimates, 64, 0);
  estimate all = estimate_all_numbers(estimates, 64);
  for (uint64_t at = 0; at + size <= object->size && all != ESTIMATE_ANY; at += size) {
    estimate word = read_bytes(space, estimates, object, (int64_t)at, size);
    all = estimate_join(estimates, all, word);
  }
  return all;
}
