/* SPDX-License-Identifier: Apache-2.0 */
/* What registers and cells hold, as addresses of blocks. */
#include "engine/static/heap.h"

#include "engine/static/static_cells.h"

enum { POINTER_BYTES = 8 };

#define REGISTER_KEY (UINT64_C(1) << 63)

uint64_t heap_register_key(const struct heaps *heaps, uint32_t node, uint32_t number) {
  return REGISTER_KEY | (uint64_t)turns_first(heaps->analysis, node) << 32 | number;
}

uint64_t heap_cell_key(uint32_t object, int64_t offset) {
  return (uint64_t)object << 32 | (uint32_t)offset;
}

bool heap_key_is_cell(uint64_t key) { return !(key & REGISTER_KEY); }

uint32_t heap_key_object(uint64_t key) { return (uint32_t)(key >> 32); }

int64_t heap_key_offset(uint64_t key) { return (int64_t)(uint32_t)key; }

static const struct space_object *object_at(const struct heaps *heaps, uint32_t object) {
  return &heaps->analysis->space.objects.items[object];
}

bool heap_is_candidate(const struct heaps *heaps, uint64_t key) {
  for (size_t i = 0; i < heaps->cells.count; i++)
    if (heaps->cells.items[i].key == key)
      return true;
  return false;
}

bool heap_has_candidate(const struct heaps *heaps, uint32_t object) {
  for (size_t i = 0; i < heaps->cells.count; i++)
    if (heap_key_object(heaps->cells.items[i].key) == object)
      return true;
  return false;
}

uint32_t heap_named_object(const struct heaps *heaps, uint32_t number) {
  const struct space_object *object = object_at(heaps, number);
  if (object->kind == SPACE_GLOBAL)
    return object->object->is_constant ? NO_OBJECT : number;
  if (object->kind != SPACE_SLOT && object->kind != SPACE_BLOCK)
    return NO_OBJECT;
  if (number < heaps->object_count && heaps->site_of[number] != NO_OBJECT &&
      heaps->is_kept[heaps->site_of[number]])
    return NO_OBJECT;
  return object->is_public ? number : object->public;
}

uint64_t heap_cell_lock(const struct heaps *heaps, uint64_t key) {
  for (size_t i = 0; i < heaps->cells.count; i++)
    if (heaps->cells.items[i].key == key)
      return heaps->cells.items[i].lock;
  return 0;
}

uint64_t heap_find_lock(const struct heaps *heaps, uint64_t key) {
  struct analysis *analysis = heaps->analysis;
  struct space_cell cell = {heap_key_object(key), POINTER_BYTES, heap_key_offset(key),
                            heap_key_offset(key), 0};
  uint64_t known = analysis->locks.list.count == MOST_LOCKS
                       ? UINT64_MAX
                       : (UINT64_C(1) << analysis->locks.list.count) - 1;
  if (!static_cells_is_single(analysis, cell.object))
    return 0;
  uint64_t set = static_cells_protectors(analysis, &cell);
  if (set == UINT64_MAX) /* nothing stores there once there are threads */
    return 0;
  set &= known & ~analysis->locks.broken;
  return set & (~set + 1);
}

bool heap_cell_is_own(const struct heaps *heaps, const struct heap_place *place, uint64_t key) {
  struct analysis *analysis = heaps->analysis;
  uint32_t object = heap_key_object(key), value;
  if (object_at(heaps, object)->kind == SPACE_GLOBAL)
    return static_cells_are_own(analysis, place->state, object);
  uint32_t newest = object < heaps->object_count ? heaps->newest_of[object] : NO_OBJECT;
  return newest != NO_OBJECT &&
         radix_get(place->state->memory, space_special(&analysis->space, newest, CELL_EXISTS),
                   &value);
}

/* The address of a cell that is certainly one place, or maybe NULL if that does not matter. */
static struct heap_value find_cell(const struct heaps *heaps, const struct heap_place *place,
                                   const struct term *term, bool may_be_null) {
  struct analysis *analysis = heaps->analysis;
  size_t count;
  struct heap_value other = {0};
  estimate address = static_state_value(analysis, place->state, term);
  const struct estimate_part *part = estimate_parts(analysis->estimates, address, &count);
  if (may_be_null && count == 2 && part->base == BASE_NUMBER) {
    part++;
    count--;
  }
  if (count != 1 || part->step || part->base < FIRST_OBJECT || part->low < 0 ||
      part->low > INT32_MAX || !static_cells_is_single(analysis, part->base))
    return other;
  uint32_t object = heap_named_object(heaps, part->base);
  if (object == NO_OBJECT)
    return other;
  return (struct heap_value){.kind = HEAP_CELL, .base = object, .offset = part->low};
}

static struct heap_value add(struct heap_value value, const struct term *more, bool is_minus) {
  bool is_near = more->kind == TERM_CONSTANT && more->value && more->value < 4096 && !is_minus;
  if (value.kind == HEAP_NULL && is_near)
    return (struct heap_value){.kind = HEAP_NO_PLACE};
  if (value.kind == HEAP_NULL || value.kind == HEAP_CELL)
    return (struct heap_value){0};
  if (value.kind != HEAP_BLOCK)
    return value;
  int64_t by = (int64_t)more->value;
  if (more->kind != TERM_CONSTANT || value.is_inside || by > INT32_MAX || by < -INT32_MAX) {
    value.is_inside = true;
    value.offset = 0;
    return value;
  }
  value.offset += is_minus ? -by : by;
  return value;
}

/* The value of an operation on addresses. */
static struct heap_value apply(const struct heaps *heaps, const struct heap_place *place,
                               const struct heap *heap, const struct term *term) {
  struct heap_value other = {0};
  if (term->op == OP_ITE) {
    int chosen = heap_condition(heaps, place, heap, term->operands[0]);
    return chosen < 0 ? other : heap_value_of(heaps, place, heap, term->operands[chosen ? 1 : 2]);
  }
  if ((term->op != OP_ADD && term->op != OP_SUB) || term->width != 64)
    return other;
  struct heap_value first = heap_value_of(heaps, place, heap, term->operands[0]);
  struct heap_value second = heap_value_of(heaps, place, heap, term->operands[1]);
  bool is_address = first.kind == HEAP_BLOCK || first.kind == HEAP_NULL;
  if (is_address && second.kind != HEAP_BLOCK)
    return add(first, term->operands[1], term->op == OP_SUB);
  if (term->op == OP_ADD && second.kind == HEAP_BLOCK && first.kind != HEAP_BLOCK)
    return add(second, term->operands[0], false);
  return other;
}

struct heap_value heap_value_of(const struct heaps *heaps, const struct heap_place *place,
                                const struct heap *heap, const struct term *term) {
  struct heap_value value = {0};
  if (term->width == 1) {
    int bit = heap_condition(heaps, place, heap, term);
    return bit < 0 ? value : (struct heap_value){.kind = HEAP_BIT, .base = (uint32_t)bit};
  }
  if (term->kind == TERM_CONSTANT && !term->value)
    return (struct heap_value){.kind = HEAP_NULL};
  if (term->kind == TERM_VARIABLE)
    value = heap_name_value(heap, heap_register_key(heaps, place->node, (uint32_t)term->value));
  else if (term->kind == TERM_APPLY)
    value = apply(heaps, place, heap, term);
  if (value.kind == HEAP_OTHER && term->width == 64)
    value = find_cell(heaps, place, term, false);
  return value;
}

struct heap_value heap_address_of(const struct heaps *heaps, const struct heap_place *place,
                                  const struct heap *heap, const struct term *term) {
  struct heap_value value = heap_value_of(heaps, place, heap, term);
  return value.kind == HEAP_OTHER ? find_cell(heaps, place, term, true) : value;
}

static int compare(struct heap_value a, struct heap_value b) {
  bool is_null = a.kind == HEAP_NULL || b.kind == HEAP_NULL;
  if (a.kind == HEAP_OTHER || b.kind == HEAP_OTHER || a.kind == HEAP_NO_PLACE ||
      b.kind == HEAP_NO_PLACE)
    return -1;
  if (is_null && a.kind == b.kind)
    return 1;
  if (is_null) { /* the beginning of a block, or a byte of an object */
    const struct heap_value *place = a.kind == HEAP_NULL ? &b : &a;
    return place->kind == HEAP_CELL || (!place->is_inside && place->offset >= 0) ? 0 : -1;
  }
  if (a.kind == HEAP_BLOCK && b.kind == HEAP_BLOCK) {
    if (a.is_inside || b.is_inside)
      return -1;
    if (a.base == b.base)
      return a.offset == b.offset;
    return a.offset == 0 && b.offset == 0 ? 0 : -1;
  }
  if (a.kind == HEAP_CELL && b.kind == HEAP_CELL && a.base == b.base)
    return a.offset == b.offset;
  return -1;
}

int heap_condition(const struct heaps *heaps, const struct heap_place *place,
                   const struct heap *heap, const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return term->value != 0;
  if (term->kind == TERM_VARIABLE) {
    struct heap_value bit =
        heap_name_value(heap, heap_register_key(heaps, place->node, (uint32_t)term->value));
    return bit.kind == HEAP_BIT ? (int)bit.base : -1;
  }
  if (term->op == OP_NOT && term->width == 1) {
    int value = heap_condition(heaps, place, heap, term->operands[0]);
    return value < 0 ? -1 : !value;
  }
  if (term->op == OP_EQ && term->operands[0]->width == 64)
    return compare(heap_value_of(heaps, place, heap, term->operands[0]),
                   heap_value_of(heaps, place, heap, term->operands[1]));
  if ((term->op == OP_AND || term->op == OP_OR) && term->width == 1) {
    int a = heap_condition(heaps, place, heap, term->operands[0]);
    int b = heap_condition(heaps, place, heap, term->operands[1]);
    int decided = term->op == OP_OR;
    if (a == decided || b == decided)
      return decided;
    return a < 0 || b < 0 ? -1 : !decided;
  }
  return -1;
}
