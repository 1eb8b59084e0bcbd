/* SPDX-License-Identifier: Apache-2.0 */
/* Stores. One to a single place replaces what was there; all others add to it. */
#include "engine/static/locks.h"
#include "engine/static/static_cells.h"

/* A store: to the bytes from `part` on. */
struct storing {
  struct analysis *analysis;
  struct static_state *state;
  struct estimate_part part;
  int64_t size; /* of each element */
  estimate value;
  bool is_exact; /* of one place, in a single object */
  bool is_raw;   /* `value` may be anywhere in the bytes, in any size */
};

static struct space_object *object_of(const struct storing *store) {
  return &store->analysis->space.objects.items[store->part.base];
}

static void forget_equal(const struct storing *store, uint32_t cell) {
  store->state->equal = radix_remove(store->analysis->arena, store->state->equal, cell);
}

static void put(const struct storing *store, uint32_t cell, estimate value) {
  forget_equal(store, cell);
  store->state->memory = radix_put(store->analysis->arena, store->state->memory, cell, value);
}

/* What a cell of another size may get. */
static estimate scattered(const struct storing *store, uint32_t size) {
  struct range range;
  struct estimates *estimates = store->analysis->estimates;
  if (store->value == ESTIMATE_NONE)
    return ESTIMATE_NONE;
  if (estimate_range(estimates, store->value, &range) && range.low == 0 && range.high == 0)
    return store->value;
  return estimate_scatter(estimates, store->value, size > 8 ? 64 : size * 8);
}

/* How a store meets a cell. */
enum meeting { MISSES, IS_IT, MAY_BE_IT, OVERLAPS };

static enum meeting meet_cell(const struct storing *store, const struct space_cell *cell) {
  const struct estimate_part *part = &store->part;
  int64_t end;
  if (__builtin_add_overflow(part->high, store->size, &end))
    end = INT64_MAX;
  if (cell->offset >= end || part->low >= cell->offset + (int64_t)cell->size)
    return MISSES;
  if (store->is_raw)
    return OVERLAPS;
  if (cell->size == (uint64_t)store->size && cell->offset >= part->low &&
      (!part->step || (uint64_t)(cell->offset - part->low) % part->step == 0))
    return part->step ? MAY_BE_IT : IS_IT;
  if (part->step > (uint64_t)store->size && cell->offset >= part->low) {
    uint64_t inside = (uint64_t)(cell->offset - part->low) % part->step;
    if (inside >= (uint64_t)store->size && inside + cell->size <= part->step)
      return MISSES;
  }
  return OVERLAPS;
}

static void store_own_cell(const struct storing *store, uint32_t cell) {
  struct analysis *analysis = store->analysis;
  struct space_cell known = analysis->space.cells.items[cell];
  enum meeting meeting = meet_cell(store, &known);
  estimate old;
  bool is_there = radix_get(store->state->memory, cell, &old);
  if (meeting == MISSES)
    return;
  if (meeting == IS_IT && store->is_exact) {
    put(store, cell, store->value);
    return;
  }
  estimate value = meeting == OVERLAPS ? scattered(store, known.size) : store->value;
  if (is_there)
    put(store, cell, estimate_join(analysis->estimates, old, value));
  else if (meeting == OVERLAPS || store->is_exact)
    put(store, cell,
        estimate_join(analysis->estimates, static_cells_untouched(analysis, store->state, cell),
                      value));
}

/* What is stored at offsets that are not known is also what cells have that come up later. */
static void smear_own(const struct storing *store) {
  struct analysis *analysis = store->analysis;
  uint32_t smear = space_special(&analysis->space, store->part.base, CELL_SMEAR);
  estimate old = ESTIMATE_NONE;
  radix_get(store->state->memory, smear, &old);
  estimate value = store->is_raw ? scattered(store, 8) : store->value;
  store->state->memory = radix_put(analysis->arena, store->state->memory, smear,
                                   estimate_join(analysis->estimates, old, value));
}

static void store_own(const struct storing *store) {
  struct analysis *analysis = store->analysis;
  bool is_one = !store->part.step && !store->is_raw;
  if (is_one)
    space_cell(&analysis->space, store->part.base, store->part.low, (uint32_t)store->size, NULL);
  for (size_t i = 0; i < object_of(store)->cells.count; i++)
    store_own_cell(store, object_of(store)->cells.items[i]);
  if (!is_one || !store->is_exact)
    smear_own(store);
}

static void protect(struct analysis *analysis, const struct static_state *state, uint32_t cell) {
  struct shared_cell *shared = static_cells_shared(analysis, cell);
  uint64_t left = shared->protectors & state->digest.locks;
  static_cells_depend(analysis, cell);
  if (left == shared->protectors)
    return;
  shared->protectors = left;
  analysis->grew = true;
  for (size_t i = 0; i < shared->readers.count; i++)
    analysis_wait(analysis, shared->readers.items[i]);
}

static void store_shared_cell(const struct storing *store, uint32_t cell) {
  struct analysis *analysis = store->analysis;
  struct static_state *state = store->state;
  struct space_cell known = analysis->space.cells.items[cell];
  enum meeting meeting = meet_cell(store, &known);
  estimate old, value = store->value;
  if (meeting == MISSES)
    return;
  if (meeting == OVERLAPS)
    value = scattered(store, known.size);
  protect(analysis, state, cell);
  bool keeps = static_cells_has_copy(analysis, state, cell);
  bool is_held = state->digest.locks & static_cells_protectors(analysis, &known);
  static_cells_contribute(analysis, cell, value, !keeps || !is_held);
  forget_equal(store, cell);
  bool has_copy = radix_get(state->memory, cell, &old);
  if (!keeps)
    state->memory = radix_remove(analysis->arena, state->memory, cell);
  else if (meeting == IS_IT && store->is_exact)
    state->memory = radix_put(analysis->arena, state->memory, cell, value);
  else if (has_copy)
    state->memory = radix_put(analysis->arena, state->memory, cell,
                              estimate_join(analysis->estimates, old, value));
}

static void store_shared(struct storing *store) {
  struct analysis *analysis = store->analysis;
  bool is_one = !store->part.step && !store->is_raw;
  store->value = static_state_publish(analysis, store->state, store->value);
  if (is_one)
    static_cells_add_shared(analysis, store->part.base, store->part.low, (uint32_t)store->size);
  for (size_t i = 0; i < object_of(store)->cells.count; i++)
    store_shared_cell(store, object_of(store)->cells.items[i]);
  if (is_one)
    return;
  uint32_t smear = space_special(&analysis->space, store->part.base, CELL_SMEAR);
  protect(analysis, store->state, smear);
  static_cells_contribute(analysis, smear, store->is_raw ? scattered(store, 8) : store->value,
                          true);
}

/* To the record of the running thread: others see it as that of their class. */
static void store_self(struct storing *store) {
  struct analysis *analysis = store->analysis;
  store_own(store);
  struct storing seen = *store;
  seen.part.base =
      space_own_record(&analysis->space, analysis->nodes.items[analysis->visited.node].class);
  seen.is_exact = false;
  store_shared(&seen);
}

static void store_part(struct storing *store) {
  struct analysis *analysis = store->analysis;
  const struct space_object *object = object_of(store);
  if (!static_cells_clamp(analysis, &store->part, store->is_raw ? 1 : store->size) ||
      object->kind == SPACE_FUNCTION)
    return;
  store->is_exact &=
      !store->part.step && !store->is_raw && static_cells_is_single(analysis, store->part.base);
  locks_break_stored(analysis, store->state, &store->part, store->size);
  if (store->part.base == BASE_SELF)
    store_self(store);
  else if (static_cells_are_own(analysis, store->state, store->part.base))
    store_own(store);
  else
    store_shared(store);
}

static void store_all(struct analysis *analysis, struct static_state *state, estimate address,
                      int64_t size, estimate value, bool is_raw) {
  size_t count;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  if (address == ESTIMATE_ANY) {
    analysis_give_up(analysis, "a store through a pointer that may lead anywhere", NULL);
    return;
  }
  memcpy(list, parts, count * sizeof *list);
  size_t places = 0;
  for (size_t i = 0; i < count; i++)
    places += list[i].base != BASE_NUMBER && list[i].base != BASE_DEAD;
  for (size_t i = 0; i < count; i++) {
    struct storing store = {analysis, state, list[i], size, value, places == 1, is_raw};
    store_part(&store);
  }
}

void static_state_store(struct analysis *analysis, struct static_state *state, estimate address,
                        uint32_t size, estimate value) {
  if (value != ESTIMATE_NONE)
    store_all(analysis, state, address, size, value, false);
}

void static_state_store_range(struct analysis *analysis, struct static_state *state,
                              estimate address, int64_t size, estimate value) {
  if (size > 0 && value != ESTIMATE_NONE)
    store_all(analysis, state, address, size, value, true);
}

bool static_state_find_cell(struct analysis *analysis, estimate address, uint32_t size,
                            uint32_t *cell) {
  size_t count;
  const struct estimate_part *part = estimate_parts(analysis->estimates, address, &count);
  if (count == 2 && part->base == BASE_NUMBER) { /* NULL is an obligation */
    part++;
    count--;
  }
  if (count != 1 || part->step || part->base <= BASE_DEAD ||
      !static_cells_is_single(analysis, part->base))
    return false;
  *cell = static_cells_add_shared(analysis, part->base, part->low, size);
  return true;
}
