/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that are taken together, and heaps. */
#include "engine/static/heap_graph.h"

#include <string.h>

static uint32_t bit(uint32_t block) { return UINT32_C(1) << block; }

/* Either of two lists. What one of them says nothing about is not known. */
static struct heap_targets join_targets(struct heap_targets a, struct heap_targets b) {
  if (a.other || b.other)
    return (struct heap_targets){0, false, true};
  return (struct heap_targets){a.blocks | b.blocks, a.null || b.null, false};
}

/* What a block with the fields of either has. False: there is no room. */
static bool join_fields(struct heap_block *into, const struct heap_block *from) {
  struct heap_block joined = *into;
  uint32_t a = 0, b = 0;
  joined.field_count = 0;
  memset(joined.fields, 0, sizeof joined.fields);
  joined.is_zeroed = into->is_zeroed && from->is_zeroed;
  joined.from_many = into->from_many > from->from_many ? into->from_many : from->from_many;
  joined.degree = into->degree > from->degree ? into->degree : from->degree;
  joined.is_one = into->is_one && from->is_one;
  while (a < into->field_count || b < from->field_count) {
    bool takes_a = a < into->field_count &&
                   (b == from->field_count || into->fields[a].offset <= from->fields[b].offset);
    int64_t offset = takes_a ? into->fields[a].offset : from->fields[b].offset;
    struct heap_targets to = join_targets(heap_read(into, offset), heap_read(from, offset));
    a += a < into->field_count && into->fields[a].offset == offset;
    b += b < from->field_count && from->fields[b].offset == offset;
    if (to.other && !joined.is_zeroed)
      continue;
    if (joined.field_count == MOST_HEAP_FIELDS)
      return false;
    joined.fields[joined.field_count++] = (struct heap_field){offset, to};
  }
  *into = joined;
  return true;
}

/* Replaces blocks in all lists: bit i becomes bit map[i]. */
static void rename_targets(struct heap_block *block, const uint32_t map[MOST_HEAP_BLOCKS]) {
  for (uint32_t i = 0; i < block->field_count; i++) {
    uint32_t old = block->fields[i].to.blocks, fresh = 0;
    for (uint32_t j = 0; j < MOST_HEAP_BLOCKS; j++)
      if (old & bit(j))
        fresh |= bit(map[j]);
    block->fields[i].to.blocks = fresh;
  }
}

static uint32_t named_blocks(const struct heap *heap) {
  uint32_t named = 0;
  for (uint32_t i = 0; i < heap->name_count; i++)
    if (heap->names[i].value.kind == HEAP_BLOCK)
      named |= bit(heap->names[i].value.base);
  return named;
}

static void find_reach(struct heap *heap, uint32_t named) {
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    heap->blocks[i].reach = 0;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    if (!(named & bit(i)))
      continue;
    uint32_t reached = heap_reach(heap, bit(i));
    for (uint32_t j = 0; j < MOST_HEAP_BLOCKS; j++)
      if (reached & bit(j) && heap->blocks[j].is_many)
        heap->blocks[j].reach |= bit(i);
  }
}

static bool are_alike(const struct heap_block *a, const struct heap_block *b) {
  return a->is_many && b->is_many && a->site == b->site && a->lender == b->lender &&
         a->reach == b->reach && (a->degree > 1) == (b->degree > 1);
}

/* There may be more than one of the block from now on. */
static void become_many(struct heap *heap, uint32_t number) {
  struct heap_block *block = &heap->blocks[number];
  for (uint32_t i = 0; block->is_one && i < block->field_count; i++)
    for (uint32_t j = 0; j < MOST_HEAP_BLOCKS; j++)
      if (block->fields[i].to.blocks & bit(j) && heap->blocks[j].from_many < MOST_HEAP_DEGREE)
        heap->blocks[j].from_many++;
  block->is_one = false;
}

/* Takes many blocks of one allocation together that are reached from the same names. */
static void fold(struct heap *heap) {
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    for (uint32_t j = i + 1; heap->blocks[i].is_there && j < MOST_HEAP_BLOCKS; j++) {
      if (!heap->blocks[j].is_there || !are_alike(&heap->blocks[i], &heap->blocks[j]))
        continue;
      uint32_t map[MOST_HEAP_BLOCKS];
      for (uint32_t k = 0; k < MOST_HEAP_BLOCKS; k++)
        map[k] = k == j ? i : k;
      become_many(heap, i);
      become_many(heap, j);
      heap->is_full |= !join_fields(&heap->blocks[i], &heap->blocks[j]);
      memset(&heap->blocks[j], 0, sizeof heap->blocks[j]);
      for (uint32_t k = 0; k < MOST_HEAP_BLOCKS; k++)
        rename_targets(&heap->blocks[k], map);
    }
}

/* Named blocks in the order of their names, then the others by allocation, lender and reach. */
static bool comes_before(const struct heap_block *a, const struct heap_block *b) {
  if (a->site != b->site)
    return a->site < b->site;
  if (a->lender != b->lender)
    return a->lender < b->lender;
  return a->reach != b->reach ? a->reach < b->reach : a->degree < b->degree;
}

static uint32_t take_next(const struct heap *heap, uint32_t left) {
  uint32_t best = NO_HEAP_BLOCK;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    if (left & bit(i) &&
        (best == NO_HEAP_BLOCK || comes_before(&heap->blocks[i], &heap->blocks[best])))
      best = i;
  return best;
}

static void put_in_order(struct heap *heap, uint32_t named) {
  struct heap_block ordered[MOST_HEAP_BLOCKS];
  uint32_t map[MOST_HEAP_BLOCKS], count = 0, done = 0;
  memset(ordered, 0, sizeof ordered);
  memset(map, 0, sizeof map);
  for (uint32_t i = 0; i < heap->name_count; i++) {
    uint32_t block = heap->names[i].value.base;
    if (heap->names[i].value.kind != HEAP_BLOCK || done & bit(block))
      continue;
    done |= bit(block);
    map[block] = count;
    ordered[count++] = heap->blocks[block];
  }
  for (uint32_t i = count; i-- > 0;)
    ordered[i].is_many = ordered[i].is_one = false;
  /* The reach of many blocks is in the new numbers, so that it is the same in like heaps. */
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    uint32_t reach = 0;
    for (uint32_t j = 0; j < MOST_HEAP_BLOCKS; j++)
      if (heap->blocks[i].reach & bit(j))
        reach |= bit(map[j]);
    heap->blocks[i].reach = reach;
  }
  uint32_t left = 0;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    if (heap->blocks[i].is_there && !(named & bit(i)))
      left |= bit(i);
  for (uint32_t next; (next = take_next(heap, left)) != NO_HEAP_BLOCK; left &= ~bit(next)) {
    map[next] = count;
    ordered[count++] = heap->blocks[next];
  }
  for (uint32_t i = 0; i < count; i++)
    rename_targets(&ordered[i], map);
  for (uint32_t i = 0; i < heap->name_count; i++)
    if (heap->names[i].value.kind == HEAP_BLOCK)
      heap->names[i].value.base = map[heap->names[i].value.base];
  memcpy(heap->blocks, ordered, sizeof ordered);
}

void heap_normalise(struct heap *heap) {
  uint32_t named = named_blocks(heap), reached = heap_reach(heap, named);
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    if (!(reached & bit(i)))
      memset(&heap->blocks[i], 0, sizeof heap->blocks[i]);
    else if (!(named & bit(i)) && !heap->blocks[i].is_many)
      heap->blocks[i].is_many = heap->blocks[i].is_one = true;
  }
  heap_recount(heap);
  find_reach(heap, named);
  fold(heap);
  put_in_order(heap, named);
}

static bool is_same_value(const struct heap_value *a, const struct heap_value *b) {
  return a->kind == b->kind && a->base == b->base && a->is_inside == b->is_inside &&
         a->offset == b->offset;
}

/* Does the field lead to one place for sure, or to none? Heaps in which that differs are kept
 * apart. */
static uint32_t sort_of(const struct heap *heap, const struct heap_block *block, int64_t offset) {
  struct heap_targets to = heap_read(block, offset);
  if (to.other || !to.blocks)
    return to.other;
  if (to.null || to.blocks & (to.blocks - 1))
    return 2;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    if (to.blocks == bit(i) && (!heap->blocks[i].is_many || heap->blocks[i].is_one))
      return heap->blocks[i].is_many ? 3 : 4 + i;
  return 2;
}

static bool are_fields_alike(const struct heap *a, const struct heap_block *x, const struct heap *b,
                             const struct heap_block *y) {
  for (uint32_t i = 0; i < x->field_count; i++)
    if (sort_of(a, x, x->fields[i].offset) != sort_of(b, y, x->fields[i].offset))
      return false;
  for (uint32_t i = 0; i < y->field_count; i++)
    if (sort_of(a, x, y->fields[i].offset) != sort_of(b, y, y->fields[i].offset))
      return false;
  return true;
}

/* Have they the same names, which lead to the same places? If only the place in a block differs,
 * both get it as not known where `a` says so, or everywhere if it is coarse. */
static bool align_names(struct heap *a, struct heap *b, bool is_coarse) {
  if (a->held != b->held || a->shared != b->shared || a->name_count != b->name_count)
    return false;
  for (uint32_t i = 0; i < a->name_count; i++) {
    struct heap_value *x = &a->names[i].value, *y = &b->names[i].value;
    bool is_near = x->kind == HEAP_BLOCK && y->kind == HEAP_BLOCK && x->base == y->base;
    if (a->names[i].key != b->names[i].key || (!is_near && !is_same_value(x, y)))
      return false;
    if (!is_near)
      continue;
    if (a->blocks[x->base].site != b->blocks[y->base].site ||
        a->blocks[x->base].lender != b->blocks[y->base].lender)
      return false;
    if (is_same_value(x, y))
      continue;
    if (!is_coarse && !x->is_inside)
      return false;
    x->is_inside = y->is_inside = true;
    x->offset = y->offset = 0;
  }
  return true;
}

static bool is_same_block(const struct heap_block *a, const struct heap_block *b) {
  if (a->is_there != b->is_there || a->site != b->site || a->lender != b->lender ||
      a->is_many != b->is_many || a->is_one != b->is_one || a->degree != b->degree ||
      a->from_many != b->from_many || a->is_zeroed != b->is_zeroed ||
      a->field_count != b->field_count || a->reach != b->reach)
    return false;
  for (uint32_t i = 0; i < a->field_count; i++) {
    const struct heap_field *x = &a->fields[i], *y = &b->fields[i];
    if (x->offset != y->offset || x->to.blocks != y->to.blocks || x->to.null != y->to.null ||
        x->to.other != y->to.other)
      return false;
  }
  return true;
}

static bool is_same(const struct heap *a, const struct heap *b) {
  bool same = a->is_full == b->is_full && a->name_count == b->name_count;
  for (uint32_t i = 0; same && i < a->name_count; i++)
    same =
        a->names[i].key == b->names[i].key && is_same_value(&a->names[i].value, &b->names[i].value);
  for (uint32_t i = 0; same && i < MOST_HEAP_BLOCKS; i++)
    same = is_same_block(&a->blocks[i], &b->blocks[i]);
  return same;
}

/* The block of `into` that stands for a block of the other heap; new if there is none. */
static uint32_t find_like(struct heap *into, const struct heap_block *block, uint32_t number) {
  if (!block->is_many)
    return number; /* named blocks have the same numbers in both */
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    if (into->blocks[i].is_there && are_alike(&into->blocks[i], block))
      return i;
  return NO_HEAP_BLOCK;
}

/* Above both, which have the same names. */
static void join(struct heap *into, struct heap *from) {
  uint32_t map[MOST_HEAP_BLOCKS] = {0};
  bool is_new[MOST_HEAP_BLOCKS] = {false};
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    if (!from->blocks[i].is_there)
      continue;
    map[i] = find_like(into, &from->blocks[i], i);
    if (map[i] != NO_HEAP_BLOCK)
      continue;
    map[i] = heap_add_block(into, from->blocks[i].site, false);
    is_new[i] = true;
    if (map[i] == NO_HEAP_BLOCK)
      return;
  }
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    if (!from->blocks[i].is_there || is_new[i] ||
        from->blocks[i].is_one == into->blocks[map[i]].is_one)
      continue;
    become_many(into, map[i]);
    become_many(from, i);
  }
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    struct heap_block block = from->blocks[i];
    if (!block.is_there)
      continue;
    rename_targets(&block, map);
    if (is_new[i])
      into->blocks[map[i]] = block;
    else
      into->is_full |= !join_fields(&into->blocks[map[i]], &block);
  }
  into->is_full |= from->is_full;
  heap_normalise(into);
}

/* … and fields of named blocks of the same sorts? */
static bool are_heaps_alike(const struct heap *a, const struct heap *b) {
  for (uint32_t i = 0; i < a->name_count; i++) {
    const struct heap_value *x = &a->names[i].value, *y = &b->names[i].value;
    if (x->kind == HEAP_BLOCK && !are_fields_alike(a, &a->blocks[x->base], b, &b->blocks[y->base]))
      return false;
  }
  return true;
}

/* A heap above both, whose names differ in nothing or, if it is coarse, in places in blocks; NULL:
 * they differ in more. */
static struct heap *joined(const struct heap *a, const struct heap *b, bool is_coarse) {
  struct heap *into = heap_copy(a), *from = heap_copy(b);
  bool is_possible = align_names(into, from, is_coarse);
  if (is_possible)
    join(into, from);
  memory_release(from);
  if (is_possible)
    return into;
  memory_release(into);
  return NULL;
}

/* The heap of the list with which the other one is taken together; the count: there is none. With
 * many of the same names, fields of different sorts are taken together as well, and with many in
 * all, names that differ in a place. */
static size_t find_partner(const heap_list *list, const struct heap *heap) {
  enum { MOST_SORTS = 7, MANY = 40 };
  size_t last = list->count, near = list->count, count = 0;
  for (size_t i = 0; i < list->count; i++) {
    struct heap *above = joined(list->items[i], heap, false);
    struct heap *coarse = above ? NULL : joined(list->items[i], heap, true);
    if (above && are_heaps_alike(list->items[i], heap))
      near = last = i;
    count += above != NULL;
    if (above && count >= MOST_SORTS && last == list->count)
      last = i;
    if (coarse && near == list->count)
      near = i;
    memory_release(above);
    memory_release(coarse);
  }
  if (last < list->count)
    return last;
  return list->count >= MANY ? near : list->count;
}

bool heap_list_add(heap_list *list, struct heap *heap) {
  for (size_t i = 0; i < list->count; i++) {
    struct heap *above = joined(list->items[i], heap, false);
    bool is_known = above && is_same(above, list->items[i]);
    memory_release(above);
    if (is_known) {
      memory_release(heap);
      return false;
    }
  }
  size_t partner = find_partner(list, heap);
  if (partner == list->count) {
    vector_push(list, heap);
    return true;
  }
  struct heap *above = joined(list->items[partner], heap, true);
  memory_release(heap);
  memory_release(list->items[partner]);
  list->items[partner] = above;
  return true;
}

void heap_unite(struct heap *heap, const struct heap *more, uint64_t lender) {
  uint32_t map[MOST_HEAP_BLOCKS] = {0};
  heap->is_full |= more->is_full;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    if (!more->blocks[i].is_there)
      continue;
    map[i] = heap_add_block(heap, more->blocks[i].site, false);
    if (map[i] == NO_HEAP_BLOCK)
      return;
  }
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++) {
    if (!more->blocks[i].is_there)
      continue;
    struct heap_block block = more->blocks[i];
    rename_targets(&block, map);
    block.lender |= lender;
    heap->blocks[map[i]] = block;
  }
  for (uint32_t i = 0; i < more->name_count; i++) {
    struct heap_value value = more->names[i].value;
    if (value.kind == HEAP_BLOCK)
      value.base = map[value.base];
    heap_set_name(heap, more->names[i].key, value);
  }
}
