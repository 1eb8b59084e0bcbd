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

/* The cell that a store adds to if it is not one place. */
static uint32_t range_size(const struct storing *store) {
  return store->is_raw ? CELL_BYTES : (uint32_t)store->size;
}

/* The bytes of a store without a known element size, as a part. */
static struct estimate_part whole_part(const struct storing *store) {
  struct estimate_part part = store->part;
  if (!store->is_raw)
    return part;
  int64_t more = store->size - 1;
  part.high = part.high > INT64_MAX - 1 - more ? INT64_MAX - 1 : part.high + more;
  part.step = 1;
  return part;
}

/* A cell of an object of the thread's own that has a value: others have what ranges tell. */
static void store_own_cell(const struct storing *store, uint32_t cell) {
  struct analysis *analysis = store->analysis;
  struct space_cell known = analysis->space.cells.items[cell];
  struct estimate_part part = whole_part(store);
  enum meeting meeting = space_meet(&known, &part, range_size(store));
  estimate old;
  if (meeting == MEETS_NOT || space_is_range(&known) ||
      !radix_get(store->state->memory, cell, &old))
    return;
  estimate value = meeting == MEETS_PART ? scattered(store, known.size) : store->value;
  put(store, cell, estimate_join(analysis->estimates, old, value));
}

static void store_own(const struct storing *store) {
  struct analysis *analysis = store->analysis;
  bool is_one = !store->part.step && !store->is_raw;
  struct estimate_part part = whole_part(store);
  uint32_t cell;
  estimate old = ESTIMATE_NONE;
  if (is_one) {
    cell = space_cell(&analysis->space, part.base, part.low, (uint32_t)store->size, NULL);
    old = store->is_exact ? ESTIMATE_NONE : static_cells_load_own(analysis, store->state, cell);
  } else {
    cell = space_range(&analysis->space, &part, range_size(store), NULL);
    radix_get(store->state->memory, cell, &old);
  }
  for (size_t i = 0; i < object_of(store)->cells.count; i++)
    if (object_of(store)->cells.items[i] != cell)
      store_own_cell(store, object_of(store)->cells.items[i]);
  bool is_scattered = analysis->space.cells.items[cell].size == CELL_BYTES;
  put(store, cell,
      estimate_join(analysis->estimates, old, is_scattered ? scattered(store, 8) : store->value));
}

/* Of which classes may another thread run while the visited one stores? */
static uint64_t find_beside(const struct analysis *analysis, const struct static_state *state) {
  uint32_t class = analysis->nodes.items[analysis->visited.node].class;
  uint64_t beside = 0;
  if (class != 0)
    return analysis->classes.items[class].is_many ? UINT64_MAX : ~(UINT64_C(1) << class);
  for (uint32_t i = 1; i < analysis->classes.count; i++)
    if (analysis_runs_beside_main(analysis, state->digest.running, state->digest.created, i))
      beside |= UINT64_C(1) << i;
  return beside;
}

static void protect(struct analysis *analysis, const struct static_state *state, uint32_t cell) {
  struct shared_cell *shared = static_cells_shared(analysis, cell);
  uint32_t class = analysis->nodes.items[analysis->visited.node].class;
  uint64_t left = shared->protectors & state->digest.locks;
  uint64_t writers = shared->writers | UINT64_C(1) << class;
  uint64_t beside = shared->beside | find_beside(analysis, state);
  static_cells_depend(analysis, cell);
  if (left == shared->protectors && writers == shared->writers && beside == shared->beside)
    return;
  shared->protectors = left;
  shared->beside = beside;
  shared->writers = writers;
  analysis->grew = true;
  for (size_t i = 0; i < shared->readers.count; i++)
    analysis_wait(analysis, shared->readers.items[i]);
}

/* `own`: the cell of the store itself. */
static void store_shared_cell(const struct storing *store, uint32_t cell, uint32_t own) {
  struct analysis *analysis = store->analysis;
  struct static_state *state = store->state;
  struct space_cell known = analysis->space.cells.items[cell];
  struct estimate_part part = whole_part(store);
  enum meeting meeting = space_meet(&known, &part, range_size(store));
  bool is_range = space_is_range(&known);
  estimate old, value = store->value;
  if (meeting == MEETS_NOT || (is_range && cell != own))
    return;
  if (is_range ? known.size == CELL_BYTES : meeting == MEETS_PART)
    value = scattered(store, is_range ? 8 : known.size);
  bool is_alone = static_cells_is_alone(analysis, state);
  if (!is_alone)
    protect(analysis, state, cell);
  bool keeps = static_cells_has_copy(analysis, state, cell);
  bool is_held = state->digest.locks & static_cells_protectors(analysis, &known);
  bool has_copy = radix_get(state->memory, cell, &old);
  bool is_exact = meeting == MEETS_SAME && store->is_exact;
  bool is_kept = keeps && !is_range && (is_exact || has_copy); /* told when the copy ends */
  if (!is_kept || !is_alone)
    static_cells_contribute(analysis, cell, value, !is_kept || !is_held);
  forget_equal(store, cell);
  if (is_range)
    return;
  if (!keeps)
    state->memory = radix_remove(analysis->arena, state->memory, cell);
  else if (is_exact)
    state->memory = radix_put(analysis->arena, state->memory, cell, value);
  else if (has_copy)
    state->memory = radix_put(analysis->arena, state->memory, cell,
                              estimate_join(analysis->estimates, old, value));
}

static void store_shared(struct storing *store) {
  struct analysis *analysis = store->analysis;
  bool is_one = !store->part.step && !store->is_raw;
  struct estimate_part part = whole_part(store);
  store->value = static_state_publish(analysis, store->state, store->value);
  uint32_t own = is_one
                     ? static_cells_add_shared(analysis, part.base, part.low, (uint32_t)store->size)
                     : static_cells_add_shared_range(analysis, &part, range_size(store));
  for (size_t i = 0; i < object_of(store)->cells.count; i++)
    store_shared_cell(store, object_of(store)->cells.items[i], own);
}

void static_cells_store(struct analysis *analysis, struct static_state *state, uint32_t cell,
                        estimate value, bool is_certain) {
  struct space_cell known = analysis->space.cells.items[cell];
  bool is_exact = is_certain && static_cells_is_single(analysis, known.object);
  struct storing store = {analysis, state, space_part(&known), known.size, value, is_exact, false};
  if (!static_cells_are_own(analysis, state, known.object)) {
    store.value = static_state_publish(analysis, state, value);
    store_shared_cell(&store, cell, cell);
    return;
  }
  estimate old = ESTIMATE_NONE;
  if (!is_exact && space_is_range(&known))
    radix_get(state->memory, cell, &old);
  else if (!is_exact)
    old = static_cells_load_own(analysis, state, cell);
  put(&store, cell, estimate_join(analysis->estimates, old, value));
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
