/* SPDX-License-Identifier: Apache-2.0 */
/* What locks own. While no thread holds a lock, its blocks are as in one of the heaps of its
 * invariant: the cells that it protects, and all that fields lead to from there. Who takes the lock
 * gets these blocks. Who releases it gives back what the cells lead to then, and keeps the rest.
 * Threads that share the lock all see the same blocks, which none of them changes. */
#include "engine/static/heap.h"

#include "engine/static/static_cells.h"

static uint32_t bit(uint32_t block) { return UINT32_C(1) << block; }

/* Is it a cell that the lock protects, and that others can reach? */
static bool is_of_lock(const struct heaps *heaps, const struct heap_place *place, uint64_t key,
                       uint64_t lock) {
  return heap_key_is_cell(key) && heap_cell_lock(heaps, key) == lock &&
         !heap_cell_is_own(heaps, place, key);
}

/* Is it the same cell for all threads? */
static bool is_same_for_all(const struct heaps *heaps, uint32_t object) {
  return static_cells_is_single(heaps->analysis, object);
}

static void add_to_invariant(struct heaps *heaps, unsigned number, struct heap *part) {
  heap_normalise(part);
  if (part->is_full)
    heaps_give_up(heaps, "too many blocks");
  if (!heap_list_add(&heaps->flow.invariants[number], part))
    return;
  heaps->grew = true;
  for (size_t i = 0; i < heaps->flow.takers[number].count; i++)
    heap_flow_wait(heaps, heaps->flow.takers[number].items[i]);
}

static void give_one(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
                     unsigned number) {
  uint64_t lock = UINT64_C(1) << number;
  uint32_t given = 0;
  for (uint32_t i = 0; i < heap->name_count; i++)
    if (heap->names[i].value.kind == HEAP_BLOCK &&
        is_of_lock(heaps, place, heap->names[i].key, lock))
      given |= bit(heap->names[i].value.base);
  given = heap_reach(heap, given);
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    if ((given & bit(i)) && heap->blocks[i].lender)
      heaps_give_up(heaps, "a block of a lock that is shared");
  heap_split(heap, given);
  struct heap *part = heap_part(heap, given);
  for (uint32_t i = heap->name_count; i-- > 0;) {
    struct heap_name name = heap->names[i];
    if (!is_of_lock(heaps, place, name.key, lock))
      continue;
    if (name.value.kind != HEAP_CELL || is_same_for_all(heaps, name.value.base))
      heap_set_name(part, name.key, name.value);
    heap_set_name(heap, name.key, (struct heap_value){0});
  }
  heap_remove_blocks(heap, given);
  heap->held &= ~lock;
  add_to_invariant(heaps, number, part);
}

void heap_give(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
               uint64_t locks) {
  for (unsigned i = 0; i < MOST_LOCKS; i++)
    if (locks & heap->held & heaps->locks & UINT64_C(1) << i)
      give_one(heaps, place, heap, i);
}

/* The thread no longer sees the blocks of locks that it shared. */
static void return_shared(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
                          uint64_t locks) {
  uint32_t lent = 0;
  for (uint32_t i = 0; i < MOST_HEAP_BLOCKS; i++)
    if (heap->blocks[i].lender & locks)
      lent |= bit(i);
  heap_remove_blocks(heap, lent);
  for (uint32_t i = heap->name_count; i-- > 0;) {
    uint64_t key = heap->names[i].key;
    if (heap_key_is_cell(key) && heap_cell_lock(heaps, key) & locks &&
        !heap_cell_is_own(heaps, place, key))
      heap_set_name(heap, key, (struct heap_value){0});
  }
  heap->shared &= ~locks;
}

static void note_taker(struct heaps *heaps, unsigned number) {
  uint64_t point = heaps->analysis->visited.point;
  for (size_t i = heaps->flow.takers[number].count; i-- > 0;)
    if (heaps->flow.takers[number].items[i] == point)
      return;
  vector_push(&heaps->flow.takers[number], point);
}

static void take_one(struct heaps *heaps, const struct heap_place *place, unsigned number,
                     bool is_shared, heap_list *list) {
  uint64_t lock = UINT64_C(1) << number;
  heap_list old = *list;
  *list = (heap_list){0};
  note_taker(heaps, number);
  for (size_t i = 0; i < old.count; i++)
    for (size_t j = 0; j < heaps->flow.invariants[number].count; j++) {
      struct heap *heap = heap_copy(old.items[i]);
      for (uint32_t k = heap->name_count; k-- > 0;)
        if (is_of_lock(heaps, place, heap->names[k].key, lock))
          heap_set_name(heap, heap->names[k].key, (struct heap_value){0});
      heap_unite(heap, heaps->flow.invariants[number].items[j], is_shared ? lock : 0);
      if (heap->is_full)
        heaps_give_up(heaps, "too many blocks");
      if (is_shared)
        heap->shared |= lock;
      else
        heap->held |= lock;
      vector_push(list, heap);
    }
  heap_list_release(&old);
}

static void take_locks(struct heaps *heaps, const struct heap_place *place, uint64_t locks,
                       bool is_shared, heap_list *list) {
  for (unsigned i = 0; i < MOST_LOCKS; i++)
    if (locks & heaps->locks & UINT64_C(1) << i)
      take_one(heaps, place, i, is_shared, list);
}

static void move_to(heap_list *from, heap_list *out) {
  vector_append(out, from->items, from->count);
  vector_release(from);
}

void heap_yield(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
                heap_list *out) {
  heap_list list = {0};
  uint64_t held = heap->held;
  heap_give(heaps, place, heap, held);
  vector_push(&list, heap);
  take_locks(heaps, place, held, false, &list);
  move_to(&list, out);
}

/* Cells that others can reach, and that the thread may not look at now. Returns locks whose cells
 * were the thread's own until now. */
static uint64_t leave_cells(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
                            uint64_t held) {
  uint64_t published = 0;
  for (uint32_t i = heap->name_count; i-- > 0;) {
    uint64_t key = heap->names[i].key;
    if (!heap_key_is_cell(key) || place->is_alone || heap_cell_is_own(heaps, place, key))
      continue;
    uint64_t lock = heap_cell_lock(heaps, key);
    if (!lock)
      heap_set_name(heap, key, (struct heap_value){0});
    else if (!(lock & (held | heap->held | heap->shared)))
      published |= lock;
  }
  return published;
}

void heap_settle(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
                 heap_list *out) {
  const struct digest *digest = &place->state->digest;
  uint64_t held = (place->is_alone ? UINT64_MAX : digest->locks) & heaps->locks;
  uint64_t shared = (place->is_alone ? 0 : digest->shared) & heaps->locks & ~held;
  heap_list list = {0};
  return_shared(heaps, place, heap, heap->shared & ~shared);
  uint64_t published = leave_cells(heaps, place, heap, held);
  heap->held |= published;
  heap_give(heaps, place, heap, (heap->held & ~held) | published);
  uint64_t missing = held & ~heap->held, more = shared & ~heap->shared;
  vector_push(&list, heap);
  if (missing)
    take_locks(heaps, place, missing, false, &list);
  if (more)
    take_locks(heaps, place, more, true, &list);
  move_to(&list, out);
}
