/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of an edge on the blocks that a thread owns. */
#include "engine/static/heap.h"

#include "base/hash.h"
#include "program/access.h"
#include "program/uses.h"

#include <string.h>

enum { POINTER_BYTES = 8 };

/* An edge that is taken. */
struct heap_step {
  struct heaps *heaps;
  const struct heap_place *place;
  const struct edge *edge;
  struct heap *heap;
  heap_list *out;
};

static struct analysis *analysis_of(const struct heap_step *step) { return step->heaps->analysis; }

static estimate estimate_of(const struct heap_step *step, const struct term *term) {
  return static_state_value(analysis_of(step), step->place->state, term);
}

static struct heap_value value_of(const struct heap_step *step, const struct term *term) {
  return heap_value_of(step->heaps, step->place, step->heap, term);
}

void heap_lose(struct heaps *heaps, const struct heap_place *place, uint32_t object) {
  uint32_t site = object < heaps->object_count ? heaps->site_of[object] : NO_OBJECT;
  if (site == NO_OBJECT || !heaps->is_kept[site])
    return;
  for (size_t i = 0; i < heaps->losses.count; i++)
    if (heaps->losses.items[i].site == site)
      return;
  vector_push(&heaps->losses, (struct heap_loss){site, place->node, place->edge});
  heaps->begins_again = true;
}

void heap_lose_all(struct heaps *heaps, const struct heap_place *place, estimate value) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(heaps->analysis->estimates, value, &count);
  for (size_t i = 0; i < count; i++)
    heap_lose(heaps, place, parts[i].base);
}

static uint32_t kept_site(const struct heaps *heaps, uint32_t object) {
  uint32_t site = object < heaps->object_count ? heaps->site_of[object] : NO_OBJECT;
  return site != NO_OBJECT && heaps->is_kept[site] ? site : NO_OBJECT;
}

void heap_forget_cells(struct heap *heap, uint32_t object, int64_t low, int64_t end) {
  for (uint32_t i = heap->name_count; i-- > 0;) {
    uint64_t key = heap->names[i].key;
    if (!heap_key_is_cell(key) || heap_key_object(key) != object)
      continue;
    int64_t offset = heap_key_offset(key);
    if (offset < end && low < offset + POINTER_BYTES)
      heap_set_name(heap, key, (struct heap_value){0});
  }
}

static struct range size_of(const struct heap_step *step, const struct edge_access *access) {
  struct range range;
  if (!access->length)
    return (struct range){access->size, access->size};
  if (!estimate_range(analysis_of(step)->estimates, estimate_of(step, access->length), &range) ||
      range.low < 0)
    return (struct range){0, INT64_MAX};
  return range;
}

static void note(const struct heap_step *step, bool fails) {
  struct heaps *heaps = step->heaps;
  uint64_t key = hash_combine((uint64_t)(uintptr_t)step->edge, step->place->node), known;
  if (!heaps->is_check)
    return;
  for (; map_get(&heaps->verdict_numbers, key, &known); key++) {
    struct heap_verdict *verdict = &heaps->verdicts.items[known];
    if (verdict->edge != step->edge || verdict->node != step->place->node)
      continue;
    verdict->fails |= fails;
    return;
  }
  map_set(&heaps->verdict_numbers, key, heaps->verdicts.count);
  vector_push(&heaps->verdicts, (struct heap_verdict){step->place->node, step->edge, fails});
}

/* Do the parts of the address that lead to blocks of this allocation, or to none that is kept, stay
 * where they may be? `only`: those to this object. */
static bool are_parts_fine(const struct heap_step *step, estimate address, uint32_t site,
                           struct range size, bool writes, uint32_t only) {
  struct analysis *analysis = analysis_of(step);
  size_t count;
  bool found = false;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    uint32_t own = kept_site(step->heaps, list[i].base);
    bool is_other = only != NO_OBJECT && (list[i].base < FIRST_OBJECT ||
                                          heap_named_object(step->heaps, list[i].base) != only);
    if (own != site || is_other)
      continue;
    found = true;
    bool is_fine =
        site != NO_OBJECT
            ? assess_is_inside(&analysis->space.objects.items[list[i].base], &list[i], size)
            : assess_is_valid(analysis, step->place->state, &list[i], size, writes);
    if (!is_fine)
      return false;
  }
  return found;
}

/* An access to a block that the thread owns. */
static bool is_block_fine(const struct heap_step *step, const struct edge_access *access,
                          struct heap_value value) {
  const struct heap_block *block = &step->heap->blocks[value.base];
  bool writes = access_writes(access);
  if (writes && block->lender)
    heap_lose(step->heaps, step->place, block->site);
  if (step->edge->op == OPERATION_FREE && step->edge->free.is_slot)
    return true;
  if (access->kind == EDGE_END || (access->kind == EDGE_MEASURE && !step->edge->block_size.rest))
    return !value.is_inside && value.offset == 0 && !block->lender;
  struct range size = size_of(step, access);
  if (size.high == 0)
    return true;
  return are_parts_fine(step, estimate_of(step, access->address), block->site, size, writes,
                        NO_OBJECT);
}

/* False: no execution goes on. */
static bool check_access(const struct heap_step *step, const struct edge_access *access) {
  struct heap_value value = heap_address_of(step->heaps, step->place, step->heap, access->address);
  bool is_end = access->kind == EDGE_END;
  if (value.kind == HEAP_BLOCK) {
    note(step, !is_block_fine(step, access, value));
    return true;
  }
  if (value.kind == HEAP_NULL || value.kind == HEAP_NO_PLACE) {
    struct range size = size_of(step, access);
    is_end &= value.kind == HEAP_NULL;
    note(step, is_end ? false : size.high > 0);
    return is_end || size.low == 0;
  }
  estimate address = estimate_of(step, access->address);
  if (address == ESTIMATE_ANY) {
    heaps_give_up(step->heaps, "an address that may lead anywhere");
    return false;
  }
  struct range size = size_of(step, access);
  if (value.kind != HEAP_CELL && (size.high > 0 || is_end))
    heap_lose_all(step->heaps, step->place, address);
  bool is_valued = access_is_of_value(access) || access->length;
  note(step, !is_valued || is_end ||
                 !are_parts_fine(step, address, NO_OBJECT, size, access_writes(access),
                                 value.kind == HEAP_CELL ? value.base : NO_OBJECT));
  return true;
}

static void set_register(const struct heap_step *step, uint32_t number, struct heap_value value) {
  if (number == NO_REGISTER)
    return;
  const struct reg *reg =
      &analysis_of(step)->nodes.items[step->place->node].function->registers[number];
  bool is_of_names = reg->width == (value.kind == HEAP_BIT ? 1 : 64) &&
                     (reg->is_pointer || value.kind != HEAP_NULL) &&
                     (value.kind != HEAP_CELL || heap_has_candidate(step->heaps, value.base));
  heap_set_name(step->heap, heap_register_key(step->heaps, step->place->node, number),
                is_of_names ? value : (struct heap_value){0});
}

static void forget_register(uint32_t number, void *context) {
  set_register(context, number, (struct heap_value){0});
}

/* May the thread read the cell, and does what it knows of the cell hold? */
static bool is_known_cell(const struct heap_step *step, uint64_t key, bool writes) {
  uint64_t held = step->heap->held | (writes ? 0 : step->heap->shared);
  return step->place->is_alone || heap_cell_lock(step->heaps, key) & held ||
         heap_cell_is_own(step->heaps, step->place, key);
}

static void finish(struct heap_step *step) {
  if (step->heap->is_full)
    heaps_give_up(step->heaps, "too many blocks");
  vector_push(step->out, step->heap);
}

static void take_load(struct heap_step *step) {
  const struct edge *edge = step->edge;
  struct heap_value address =
      heap_address_of(step->heaps, step->place, step->heap, edge->load.address);
  if (address.kind == HEAP_BLOCK && !address.is_inside && edge->load.size == POINTER_BYTES) {
    heap_loads loads = {0};
    heap_load(step->heap, address.base, address.offset, &loads);
    for (size_t i = 0; i < loads.count; i++) {
      step->heap = loads.items[i].heap;
      set_register(step, edge->load.target, loads.items[i].value);
      finish(step);
    }
    vector_release(&loads);
    return;
  }
  struct heap_value value = {0};
  if (address.kind == HEAP_CELL && edge->load.size == POINTER_BYTES) {
    uint64_t key = heap_cell_key(address.base, address.offset);
    if (is_known_cell(step, key, false))
      value = heap_name_value(step->heap, key);
  }
  set_register(step, edge->load.target, value);
  finish(step);
}

/* The bytes of the block that the address may be of. */
static void find_bytes(const struct heap_step *step, estimate address, struct heap_value value,
                       int64_t size, int64_t *low, int64_t *end) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis_of(step)->estimates, address, &count);
  uint32_t site = step->heap->blocks[value.base].site;
  *low = INT64_MAX;
  *end = 0;
  for (size_t i = 0; i < count; i++) {
    if (kept_site(step->heaps, parts[i].base) != site)
      continue;
    *low = parts[i].low < *low ? parts[i].low : *low;
    *end = parts[i].high > *end ? parts[i].high : *end;
  }
  if (!value.is_inside)
    *low = *end = value.offset;
  *low = *low < 0 ? 0 : *low;
  *end = *end > INT64_MAX - size ? INT64_MAX : *end + size;
}

/* Anything is written at the address. */
static void clobber(const struct heap_step *step, const struct edge_access *access) {
  struct heap_value value = heap_address_of(step->heaps, step->place, step->heap, access->address);
  struct range size = size_of(step, access);
  estimate address = estimate_of(step, access->address);
  if (access->kind == EDGE_SAVE)
    size.high = 2 * POINTER_BYTES;
  if (value.kind == HEAP_BLOCK) {
    int64_t low, end;
    find_bytes(step, address, value, size.high, &low, &end);
    if (low < end)
      heap_clobber(step->heap, value.base, low, end);
    return;
  }
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis_of(step)->estimates, address, &count);
  for (size_t i = 0; i < count; i++) {
    uint32_t object = heap_named_object(step->heaps, parts[i].base);
    int64_t end = parts[i].high > INT64_MAX - size.high ? INT64_MAX : parts[i].high + size.high;
    if (object != NO_OBJECT)
      heap_forget_cells(step->heap, object, parts[i].low, end);
  }
}

static bool is_lent(const struct heap_step *step, struct heap_value value) {
  return value.kind == HEAP_BLOCK && step->heap->blocks[value.base].lender;
}

/* Is a cell of its own from now on, in the next round. */
static void add_cell(struct heaps *heaps, uint64_t key) {
  enum { MOST_CELLS = 32 };
  for (size_t i = 0; i < heaps->found.count; i++)
    if (heaps->found.items[i] == key)
      return;
  if (heap_is_candidate(heaps, key) || heaps->cells.count + heaps->found.count >= MOST_CELLS)
    return;
  vector_push(&heaps->found, key);
  heaps->begins_again = true;
}

static void store_cell(const struct heap_step *step, uint64_t key, struct heap_value value) {
  if (value.kind == HEAP_OTHER || value.kind == HEAP_NO_PLACE || is_lent(step, value))
    return;
  if (value.kind == HEAP_BLOCK)
    add_cell(step->heaps, key);
  if (heap_is_candidate(step->heaps, key) && is_known_cell(step, key, true))
    heap_set_name(step->heap, key, value);
}

/* The address may lead to cells that were not followed until now. */
static void find_cells(const struct heap_step *step, estimate address) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis_of(step)->estimates, address, &count);
  for (size_t i = 0; i < count; i++) {
    uint32_t object =
        parts[i].base < FIRST_OBJECT ? NO_OBJECT : heap_named_object(step->heaps, parts[i].base);
    if (object != NO_OBJECT && !parts[i].step && parts[i].low >= 0 && parts[i].low <= INT32_MAX)
      add_cell(step->heaps, heap_cell_key(object, parts[i].low));
  }
}

static void take_store(struct heap_step *step) {
  const struct edge *edge = step->edge;
  struct edge_access access;
  struct heap_value address =
      heap_address_of(step->heaps, step->place, step->heap, edge->store.address);
  struct heap_value value = {0};
  edge_value_access(edge, &access);
  if (edge->store.size == POINTER_BYTES && edge->store.order == ORDER_PLAIN)
    value = value_of(step, edge->store.value);
  if (is_lent(step, value))
    value = (struct heap_value){0};
  clobber(step, &access);
  if (address.kind == HEAP_BLOCK && !address.is_inside && edge->store.size == POINTER_BYTES)
    heap_write(step->heap, address.base, address.offset, &value);
  else if (address.kind == HEAP_CELL)
    store_cell(step, heap_cell_key(address.base, address.offset), value);
  else if (value.kind == HEAP_BLOCK)
    find_cells(step, estimate_of(step, edge->store.address));
  finish(step);
}

static void take_assign(struct heap_step *step) {
  const struct edge *edge = step->edge;
  enum { MOST_VALUES = 64 };
  struct heap_value values[MOST_VALUES];
  for (uint32_t i = 0; i < edge->assign.count && i < MOST_VALUES; i++)
    values[i] = value_of(step, edge->assign.list[i].value);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    set_register(step, edge->assign.list[i].target,
                 i < MOST_VALUES ? values[i] : (struct heap_value){0});
  finish(step);
}

/* Cells of the object begin anew, and what led to them leads to an older one. */
static void forget_object(struct heap *heap, uint32_t object) {
  heap_forget_cells(heap, object, 0, INT64_MAX);
  for (uint32_t i = heap->name_count; i-- > 0;)
    if (heap->names[i].value.kind == HEAP_CELL && heap->names[i].value.base == object)
      heap_set_name(heap, heap->names[i].key, (struct heap_value){0});
}

static void take_allocate(struct heap_step *step) {
  const struct edge *edge = step->edge;
  struct heaps *heaps = step->heaps;
  uint32_t object = space_known_allocation(&analysis_of(step)->space, step->place->node, edge);
  struct heap_value value = {0};
  if (edge->allocate.replaced) {
    heap_lose_all(heaps, step->place, estimate_of(step, edge->allocate.replaced));
    heap_lose(heaps, step->place, object);
  }
  uint32_t site = object == NO_OBJECT ? NO_OBJECT : kept_site(heaps, object);
  if (site != NO_OBJECT) {
    uint32_t block = heap_add_block(step->heap, site, edge->allocate.zeroed);
    if (block != NO_HEAP_BLOCK)
      value = (struct heap_value){.kind = HEAP_BLOCK, .base = block};
  } else if (object != NO_OBJECT) {
    uint32_t named = heap_named_object(heaps, object);
    forget_object(step->heap, named);
    for (size_t i = 0; edge->allocate.zeroed && i < heaps->cells.count; i++)
      if (heap_key_object(heaps->cells.items[i].key) == named)
        heap_set_name(step->heap, heaps->cells.items[i].key,
                      (struct heap_value){.kind = HEAP_NULL});
  }
  set_register(step, edge->allocate.target, value);
  finish(step);
}

static void take_free(struct heap_step *step) {
  struct heap_value value =
      heap_address_of(step->heaps, step->place, step->heap, step->edge->free.address);
  if (value.kind == HEAP_BLOCK && !step->edge->free.is_slot)
    heap_remove_blocks(step->heap, UINT32_C(1) << value.base);
  else if (value.kind == HEAP_CELL)
    forget_object(step->heap, value.base);
  finish(step);
}

/* Zeros are NULL. */
static void take_fill(struct heap_step *step) {
  const struct edge *edge = step->edge;
  struct edge_access list[MOST_ACCESSES];
  struct range byte, size;
  edge_accesses(edge, list);
  struct heap_value address =
      heap_address_of(step->heaps, step->place, step->heap, edge->fill.target);
  clobber(step, &list[0]);
  size = size_of(step, &list[0]);
  bool is_zero =
      estimate_range(analysis_of(step)->estimates, estimate_of(step, edge->fill.byte), &byte) &&
      !byte.low && !byte.high && size.low == size.high;
  struct heap_value null = {.kind = HEAP_NULL};
  if (is_zero && address.kind == HEAP_BLOCK && !address.is_inside && address.offset >= 0)
    for (int64_t at = (address.offset + 7) / POINTER_BYTES * POINTER_BYTES, words = 0;
         at <= address.offset + size.low - POINTER_BYTES && words < MOST_HEAP_FIELDS;
         at += POINTER_BYTES, words++)
      heap_write(step->heap, address.base, at, &null);
  for (size_t i = 0; is_zero && address.kind == HEAP_CELL && i < step->heaps->cells.count; i++) {
    uint64_t key = step->heaps->cells.items[i].key;
    int64_t offset = heap_key_offset(key);
    if (heap_key_object(key) == address.base && offset >= address.offset &&
        offset + POINTER_BYTES <= address.offset + size.low)
      store_cell(step, key, null);
  }
  finish(step);
}

struct heap *heap_part(const struct heap *heap, uint32_t blocks) {
  struct heap *part = heap_copy(heap);
  part->held = part->shared = 0;
  part->name_count = 0;
  memset(part->names, 0, sizeof part->names);
  heap_remove_blocks(part, ~heap_reach(heap, blocks));
  return part;
}

/* The new thread owns what its arguments lead to, if its creator did. */
static void take_spawn(struct heap_step *step) {
  struct analysis *analysis = analysis_of(step);
  struct heaps *heaps = step->heaps;
  struct heap_value values[2];
  uint32_t given = 0;
  for (unsigned i = 0; i < 2; i++) {
    values[i] = value_of(step, step->edge->spawn.arguments[i]);
    if (values[i].kind == HEAP_BLOCK)
      given |= UINT32_C(1) << values[i].base;
  }
  given = heap_reach(step->heap, given);
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    if (given >> i & 1 && step->heap->blocks[i].lender)
      given = 0;
  heap_split(step->heap, given);
  for (uint32_t i = 1; i < analysis->classes.count; i++) {
    const struct thread_class *class = &analysis->classes.items[i];
    if (class->spawn != step->edge || (class->creator != step->place->node && !class->is_mixed))
      continue;
    const struct function *function = analysis->nodes.items[class->root].function;
    struct heap *first = heap_part(step->heap, given);
    for (uint32_t j = 0; j < 2 && j + 1 < function->parameter_count; j++)
      if (values[j].kind == HEAP_BLOCK && given >> values[j].base & 1)
        heap_set_name(first, heap_register_key(heaps, class->root, function->parameters[j + 1]),
                      values[j]);
    heap_enter(heaps, class->root, first);
  }
  heap_remove_blocks(step->heap, given);
  set_register(step, step->edge->spawn.target, (struct heap_value){0});
  finish(step);
}

static void take_other(struct heap_step *step) {
  struct edge_access list[MOST_ACCESSES];
  for (unsigned i = 0, count = edge_accesses(step->edge, list); i < count; i++)
    if (access_writes(&list[i]))
      clobber(step, &list[i]);
  edge_visit_definitions(step->edge, forget_register, step);
  finish(step);
}

static void take_end(struct heap_step *step) {
  heap_give(step->heaps, step->place, step->heap, UINT64_MAX);
  memory_release(step->heap);
}

static bool is_over(const struct heap_step *step) {
  if (step->edge->op == OPERATION_ASSUME)
    return heap_condition(step->heaps, step->place, step->heap, step->edge->assume.condition) == 0;
  return step->edge->op == OPERATION_UNSUPPORTED || step->edge->op == OPERATION_EXIT;
}

static void take_jump(struct heap_step *step) {
  heaps_give_up(step->heaps, "a jump");
  memory_release(step->heap);
}

/* take_other: the tables of accesses and operands tell the effect. */
static void (*const effects[OPERATION_COUNT])(struct heap_step *step) = {
    [OPERATION_SKIP] = take_other,         [OPERATION_ASSIGN] = take_assign,
    [OPERATION_ASSUME] = take_other,       [OPERATION_CHECK] = take_other,
    [OPERATION_NONDET] = take_other,       [OPERATION_CALL] = take_other,
    [OPERATION_RETURN] = take_other,       [OPERATION_LOAD] = take_load,
    [OPERATION_STORE] = take_store,        [OPERATION_RMW] = take_other,
    [OPERATION_CAS] = take_other,          [OPERATION_FENCE] = take_other,
    [OPERATION_ALLOCATE] = take_allocate,  [OPERATION_FREE] = take_free,
    [OPERATION_BLOCK_SIZE] = take_other,   [OPERATION_COPY] = take_other,
    [OPERATION_FILL] = take_fill,          [OPERATION_SPAWN] = take_spawn,
    [OPERATION_FINISH] = take_end,         [OPERATION_EXIT] = take_other,
    [OPERATION_SELF] = take_other,         [OPERATION_ALONE] = take_other,
    [OPERATION_ATOMIC_BEGIN] = take_other, [OPERATION_ATOMIC_END] = take_other,
    [OPERATION_WAIT] = take_other,         [OPERATION_HOLD] = take_other,
    [OPERATION_SETJMP] = take_jump,        [OPERATION_LONGJMP] = take_jump,
    [OPERATION_PRINT] = take_other,        [OPERATION_PRINTING] = take_other,
    [OPERATION_WATCHING] = take_other,     [OPERATION_REUSED] = take_other,
    [OPERATION_UNSUPPORTED] = take_other,
};

void heap_take(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
               heap_list *out) {
  struct heap_step step = {heaps, place, place->edge, heap, out};
  struct edge_access list[MOST_ACCESSES];
  bool is_over_now = is_over(&step);
  for (unsigned i = 0, count = edge_accesses(place->edge, list); i < count; i++)
    is_over_now |= !check_access(&step, &list[i]);
  if (is_over_now) {
    memory_release(heap);
    return;
  }
  effects[place->edge->op](&step);
}
