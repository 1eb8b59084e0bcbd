/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks, their fields, and what leads where. */
#include "engine/static/heap_graph.h"

#include <string.h>

enum { POINTER_BYTES = 8 };

static uint32_t bit(uint32_t block) { return UINT32_C(1) << block; }

static const struct heap_targets anything = {0, false, true};

struct heap *heap_copy(const struct heap *heap) {
  struct heap *copy = memory_allocate(sizeof *copy);
  *copy = *heap;
  return copy;
}

void heap_list_release(heap_list *list) {
  for (size_t i = 0; i < list->count; i++)
    memory_release(list->items[i]);
  vector_release(list);
}

uint32_t heap_add_block(struct heap *heap, uint32_t site, bool is_zeroed) {
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    if (heap->blocks[i].is_there)
      continue;
    memset(&heap->blocks[i], 0, sizeof heap->blocks[i]);
    heap->blocks[i].site = site;
    heap->blocks[i].is_there = true;
    heap->blocks[i].is_zeroed = is_zeroed;
    return i;
  }
  heap->is_full = true;
  return NO_HEAP_BLOCK;
}

struct heap_targets heap_read(const struct heap_block *block, int64_t offset) {
  for (uint32_t i = 0; i < block->field_count; i++) {
    const struct heap_field *field = &block->fields[i];
    if (field->offset == offset)
      return field->to;
    if (field->offset < offset + POINTER_BYTES && offset < field->offset + POINTER_BYTES)
      return anything;
  }
  return block->is_zeroed ? (struct heap_targets){0, true, false} : anything;
}

static void remove_field(struct heap_block *block, uint32_t number) {
  memmove(&block->fields[number], &block->fields[number + 1],
          (--block->field_count - number) * sizeof *block->fields);
}

/* A field that may hold anything is only listed where it would be NULL otherwise. */
static void put_field(struct heap_block *block, int64_t offset, struct heap_targets to) {
  uint32_t at = 0;
  while (at < block->field_count && block->fields[at].offset < offset)
    at++;
  bool is_known = at < block->field_count && block->fields[at].offset == offset;
  if (is_known && to.other && !block->is_zeroed) {
    remove_field(block, at);
  } else if (is_known) {
    block->fields[at].to = to;
  } else if (!to.other || block->is_zeroed) {
    if (block->field_count == MOST_HEAP_FIELDS) {
      /* What was NULL may be anything, which is above. */
      block->is_zeroed = false;
      for (uint32_t i = block->field_count; i-- > 0;)
        if (block->fields[i].to.other)
          remove_field(block, i);
      return;
    }
    memmove(&block->fields[at + 1], &block->fields[at],
            (block->field_count - at) * sizeof *block->fields);
    block->fields[at] = (struct heap_field){offset, to};
    block->field_count++;
  }
}

static uint32_t at_most(uint32_t count) {
  return count < MOST_HEAP_DEGREE ? count : MOST_HEAP_DEGREE;
}

static void recount(struct heap *heap, uint32_t target) {
  uint32_t count = 0;
  bool is_from_many = false;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    const struct heap_block *block = &heap->blocks[i];
    for (uint32_t j = 0; block->is_there && j < block->field_count; j++) {
      if (!(block->fields[j].to.blocks & bit(target)))
        continue;
      bool is_many = block->is_many && !block->is_one;
      is_from_many |= is_many;
      count += !is_many;
    }
  }
  struct heap_block *block = &heap->blocks[target];
  block->from_many = is_from_many ? block->from_many : 0;
  count = at_most(count + block->from_many);
  block->degree = count < block->degree ? count : block->degree;
}

void heap_recount(struct heap *heap) {
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    if (heap->blocks[i].is_there)
      recount(heap, i);
}

/* A field of a block that is certainly there changes or goes: where it certainly led, one field
 * less leads to. If that is one of many, as many as before may lead to the others. */
static void leave_target(struct heap *heap, const struct heap_block *block,
                         const struct heap_field *field) {
  uint32_t blocks = field->to.blocks;
  if (block->is_many || field->to.null || !blocks || blocks & (blocks - 1))
    return;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    struct heap_block *target = &heap->blocks[i];
    if (blocks == bit(i) && (!target->is_many || target->is_one) && target->degree &&
        target->degree < MOST_HEAP_DEGREE)
      target->degree--;
  }
}

void heap_clobber(struct heap *heap, uint32_t number, int64_t low, int64_t end) {
  struct heap_block *block = &heap->blocks[number];
  enum { MOST_WORDS = 6 };
  if (block->is_zeroed && end - low > (int64_t)MOST_WORDS * POINTER_BYTES) {
    block->is_zeroed = false;
    for (uint32_t i = block->field_count; i-- > 0;)
      if (block->fields[i].to.other)
        remove_field(block, i);
  }
  for (uint32_t i = block->field_count; i-- > 0;) {
    struct heap_field *field = &block->fields[i];
    if (field->offset >= end || low >= field->offset + POINTER_BYTES)
      continue;
    leave_target(heap, block, field);
    if (block->is_zeroed)
      field->to = anything;
    else
      remove_field(block, i);
  }
  for (int64_t at = low - low % POINTER_BYTES; block->is_zeroed && at < end; at += POINTER_BYTES)
    put_field(block, at, anything);
  heap_recount(heap);
}

void heap_write(struct heap *heap, uint32_t number, int64_t offset,
                const struct heap_value *value) {
  struct heap_block *block = &heap->blocks[number];
  bool leads = value->kind == HEAP_BLOCK && !value->is_inside && !value->offset;
  struct heap_targets to = {leads ? bit(value->base) : 0, value->kind == HEAP_NULL,
                            !leads && value->kind != HEAP_NULL};
  heap_clobber(heap, number, offset, offset + POINTER_BYTES);
  if (offset % POINTER_BYTES)
    return;
  if (leads) {
    struct heap_block *target = &heap->blocks[value->base];
    recount(heap, value->base);
    target->degree = at_most(target->degree + 1);
  }
  put_field(block, offset, to);
  heap_recount(heap);
}

void heap_remove_blocks(struct heap *heap, uint32_t blocks) {
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    for (uint32_t j = 0; blocks & bit(i) && j < heap->blocks[i].field_count; j++)
      leave_target(heap, &heap->blocks[i], &heap->blocks[i].fields[j]);
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    struct heap_block *block = &heap->blocks[i];
    if (blocks & bit(i))
      memset(block, 0, sizeof *block);
    for (uint32_t j = block->field_count; j-- > 0;)
      if (block->fields[j].to.blocks & blocks)
        put_field(block, block->fields[j].offset, anything);
  }
  for (uint32_t i = heap->name_count; i-- > 0;) {
    const struct heap_value *value = &heap->names[i].value;
    if (value->kind == HEAP_BLOCK && blocks & bit(value->base))
      heap_set_name(heap, heap->names[i].key, (struct heap_value){0});
  }
  heap_recount(heap);
}

struct heap_value heap_name_value(const struct heap *heap, uint64_t key) {
  for (uint32_t i = 0; i < heap->name_count; i++)
    if (heap->names[i].key == key)
      return heap->names[i].value;
  return (struct heap_value){0};
}

void heap_set_name(struct heap *heap, uint64_t key, struct heap_value value) {
  uint32_t at = 0;
  while (at < heap->name_count && heap->names[at].key < key)
    at++;
  bool is_known = at < heap->name_count && heap->names[at].key == key;
  size_t rest = (heap->name_count - at) * sizeof *heap->names;
  if (is_known && value.kind == HEAP_OTHER) {
    memmove(&heap->names[at], &heap->names[at + 1], rest - sizeof *heap->names);
    heap->name_count--;
  } else if (is_known) {
    heap->names[at].value = value;
  } else if (value.kind != HEAP_OTHER) {
    if (heap->name_count == MOST_HEAP_NAMES) {
      heap->is_full = true;
      return;
    }
    memmove(&heap->names[at + 1], &heap->names[at], rest);
    heap->names[at] = (struct heap_name){key, value};
    heap->name_count++;
  }
}

/* One of many blocks gets a name. The field from which it is reached is the only one that leads to
 * it if at most one leads to each of them; else others that lead to them may lead to it, too. */
static uint32_t take_one(struct heap *heap, uint32_t many) {
  uint32_t one = heap_add_block(heap, heap->blocks[many].site, false);
  if (one == NO_HEAP_BLOCK)
    return one;
  heap->blocks[one] = heap->blocks[many];
  heap->blocks[one].is_many = heap->blocks[one].is_one = false;
  heap->blocks[one].reach = 0;
  if (heap->blocks[many].degree <= 1)
    return one;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    for (uint32_t j = 0; heap->blocks[i].is_there && j < heap->blocks[i].field_count; j++)
      if (heap->blocks[i].fields[j].to.blocks & bit(many))
        heap->blocks[i].fields[j].to.blocks |= bit(one);
  return one;
}

/* The field certainly leads to the block; no other one does if at most one leads to it. False: that
 * is not possible. */
static bool narrow(struct heap *heap, uint32_t block, int64_t offset, struct heap_targets to) {
  put_field(&heap->blocks[block], offset, to);
  for (uint32_t target = 0; target < MOST_HEAP_BLOCKS; target++) {
    if (to.blocks != bit(target) || heap->blocks[target].degree > 1)
      continue;
    for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
      for (uint32_t j = 0; heap->blocks[i].is_there && j < heap->blocks[i].field_count; j++) {
        struct heap_field *field = &heap->blocks[i].fields[j];
        if (i == block && field->offset == offset)
          continue;
        field->to.blocks &= ~bit(target);
        if (!heap->blocks[i].is_many && !field->to.blocks && !field->to.null && !field->to.other)
          return false;
      }
  }
  return true;
}

static void push_load(heap_loads *out, struct heap *heap, enum heap_value_kind kind,
                      uint32_t base) {
  vector_push(out, (struct heap_loaded){heap, {.kind = kind, .base = base}});
}

void heap_load(struct heap *heap, uint32_t block, int64_t offset, heap_loads *out) {
  struct heap_targets to = heap_read(&heap->blocks[block], offset);
  if (to.other) {
    push_load(out, heap, HEAP_OTHER, 0);
    return;
  }
  if (to.null) {
    struct heap *copy = heap_copy(heap);
    narrow(copy, block, offset, (struct heap_targets){0, true, false});
    push_load(out, copy, HEAP_NULL, 0);
  }
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    if (!(to.blocks & bit(i)))
      continue;
    struct heap *copy = heap_copy(heap);
    uint32_t one = i;
    if (copy->blocks[i].is_many)
      one = take_one(copy, i);
    if (one != NO_HEAP_BLOCK &&
        !narrow(copy, block, offset, (struct heap_targets){bit(one), false, false})) {
      memory_release(copy);
      continue;
    }
    push_load(out, copy, HEAP_BLOCK, one == NO_HEAP_BLOCK ? 0 : one);
  }
  memory_release(heap);
}

uint32_t heap_reach(const struct heap *heap, uint32_t blocks) {
  for (uint32_t before = 0; before != blocks;) {
    before = blocks;
    for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
      for (uint32_t j = 0; blocks & bit(i) && j < heap->blocks[i].field_count; j++)
        blocks |= heap->blocks[i].fields[j].to.blocks;
  }
  return blocks;
}

/* A copy of many blocks, for those of them to which a field of a block leads that stays. */
static uint32_t copy_many(struct heap *heap, uint32_t copies[MOST_HEAP_BLOCKS], uint32_t many) {
  if (copies[many] != NO_HEAP_BLOCK)
    return copies[many];
  uint32_t copy = heap_add_block(heap, heap->blocks[many].site, false);
  if (copy != NO_HEAP_BLOCK)
    heap->blocks[copy] = heap->blocks[many];
  copies[many] = copy;
  return copy;
}

void heap_split(struct heap *heap, uint32_t given) {
  uint32_t copies[MOST_HEAP_BLOCKS], left = 0;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    copies[i] = NO_HEAP_BLOCK;
    if (heap->blocks[i].is_there && !heap->blocks[i].is_many && !(given & bit(i)))
      left |= bit(i);
  }
  for (uint32_t i = 0; left; i = (i + 1) % MOST_HEAP_BLOCKS) {
    if (!(left & bit(i)))
      continue;
    left &= ~bit(i);
    for (uint32_t j = 0; j < heap->blocks[i].field_count; j++)
      for (uint32_t k = 0; k < MOST_HEAP_BLOCKS; k++) {
        struct heap_targets *to = &heap->blocks[i].fields[j].to;
        if (!(to->blocks & given & bit(k)) || !heap->blocks[k].is_many ||
            heap->blocks[k].degree > 1)
          continue;
        bool is_new = copies[k] == NO_HEAP_BLOCK;
        uint32_t copy = copy_many(heap, copies, k);
        if (copy == NO_HEAP_BLOCK)
          return;
        to->blocks = (to->blocks & ~bit(k)) | bit(copy);
        left |= is_new ? bit(copy) : 0;
      }
  }
}
