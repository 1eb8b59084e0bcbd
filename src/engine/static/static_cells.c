/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and writing cells, those of a thread itself and shared ones. A cell that is missing in
 * the memory of a state has what its object has at first, or what was stored at an offset that is
 * not known (CELL_SMEAR). */
#include "engine/static/static_cells.h"

#include "base/hash.h"

static struct space_object *object_at(struct analysis *analysis, uint32_t object) {
  return &analysis->space.objects.items[object];
}

static struct space_cell cell_at(const struct analysis *analysis, uint32_t cell) {
  return analysis->space.cells.items[cell];
}

struct shared_cell *static_cells_shared(struct analysis *analysis, uint32_t cell) {
  size_t known = analysis->shared.count;
  vector_ensure(&analysis->shared, cell);
  for (; known < analysis->shared.count; known++)
    analysis->shared.items[known].protectors = UINT64_MAX;
  return &analysis->shared.items[cell];
}

bool static_cells_are_own(const struct analysis *analysis, const struct static_state *state,
                          uint32_t number) {
  const struct space_object *object = &analysis->space.objects.items[number];
  if (number == BASE_SELF || object->kind == SPACE_FRAME)
    return true;
  if (object->kind == SPACE_SLOT || object->kind == SPACE_BLOCK)
    return !object->is_public;
  if (object->kind != SPACE_GLOBAL)
    return false;
  return !state->digest.has_threads || (analysis->nodes.items[analysis->visited.node].class == 0 &&
                                        !sharing_of_object(analysis->sharing, object->object));
}

/* Does it stand for one object of an execution? */
bool static_cells_is_single(const struct analysis *analysis, uint32_t number) {
  const struct space_object *object = &analysis->space.objects.items[number];
  if (object->kind == SPACE_GLOBAL || object->kind == SPACE_FUNCTION || number == BASE_SELF)
    return true;
  if (object->kind == SPACE_RECORD)
    return !analysis->classes.items[object->class].is_many;
  if (object->kind != SPACE_SLOT && object->kind != SPACE_BLOCK)
    return false;
  if (!object->is_public)
    return object->old != NO_OBJECT;
  const struct node *node = &analysis->nodes.items[object->node];
  return !object->is_allocated_again && !analysis->classes.items[node->class].is_many;
}

/* The point is visited again if the cell grows. */
void static_cells_depend(struct analysis *analysis, uint32_t cell) {
  uint64_t key = hash_combine(analysis->visited.point, cell), known;
  if (map_get(&analysis->dependences, key, &known))
    return;
  map_set(&analysis->dependences, key, 1);
  vector_push(&static_cells_shared(analysis, cell)->readers, analysis->visited.point);
}

static void wake_readers(struct analysis *analysis, uint32_t cell) {
  const struct shared_cell *shared = static_cells_shared(analysis, cell);
  for (size_t i = 0; i < shared->readers.count; i++)
    analysis_wait(analysis, shared->readers.items[i]);
}

/* A cell of a public object is met for the first time: who made it public tells what is there. */
static void meet(struct analysis *analysis, uint32_t cell) {
  struct shared_cell *shared = static_cells_shared(analysis, cell);
  if (shared->is_met)
    return;
  shared->is_met = true;
  const struct space_object *object = object_at(analysis, cell_at(analysis, cell).object);
  if (object->kind == SPACE_GLOBAL) {
    vector_each (point, &analysis->starters)
      analysis_wait(analysis, *point);
    return;
  }
  vector_each (point, &object->publishers)
    analysis_wait(analysis, *point);
}

uint32_t static_cells_add_shared(struct analysis *analysis, uint32_t object, int64_t offset,
                                 uint32_t size) {
  bool is_new;
  uint32_t cell = space_cell(&analysis->space, object, offset, size, &is_new);
  if (is_new) /* readers of bytes in common do not depend on it yet */
    wake_readers(analysis, space_special(&analysis->space, object, CELL_SMEAR));
  return cell;
}

static unsigned width_of(const struct analysis *analysis, uint32_t cell) {
  uint32_t size = cell_at(analysis, cell).size;
  return space_is_special(&analysis->space.cells.items[cell]) || size > 8 ? 64 : size * 8;
}

enum { GROWTHS = 4 };

static bool grow(struct analysis *analysis, uint32_t cell, estimate *into, estimate value) {
  struct shared_cell *shared = static_cells_shared(analysis, cell);
  estimate fresh = shared->growth < GROWTHS
                       ? estimate_join(analysis->estimates, *into, value)
                       : estimate_widen(analysis->estimates, *into, value, width_of(analysis, cell),
                                        &analysis->thresholds);
  bool grows = fresh != *into;
  *into = fresh;
  return grows;
}

void static_cells_contribute(struct analysis *analysis, uint32_t cell, estimate value,
                             bool at_rest) {
  struct shared_cell *shared = static_cells_shared(analysis, cell);
  bool grows = grow(analysis, cell, &shared->all, value);
  if (at_rest)
    grows |= grow(analysis, cell, &shared->rest, value);
  if (!grows)
    return;
  shared->growth++;
  analysis->grew = true;
  wake_readers(analysis, cell);
}

static bool overlaps(const struct space_cell *cell, int64_t offset, int64_t end) {
  return cell->offset < end && offset < cell->offset + (int64_t)cell->size;
}

uint64_t static_cells_protectors(struct analysis *analysis, const struct space_cell *wanted) {
  uint32_t smear = space_special(&analysis->space, wanted->object, CELL_SMEAR);
  uint64_t set = static_cells_shared(analysis, smear)->protectors;
  const struct space_object *object = object_at(analysis, wanted->object);
  for (size_t i = 0; i < object->cells.count; i++) {
    struct space_cell cell = cell_at(analysis, object->cells.items[i]);
    if (overlaps(&cell, wanted->offset, wanted->offset + (int64_t)wanted->size))
      set &= static_cells_shared(analysis, object->cells.items[i])->protectors;
  }
  return set;
}

/* Does the thread hold a lock without which no other thread stores there? */
static bool is_protected(struct analysis *analysis, const struct static_state *state,
                         const struct space_cell *cell) {
  return ((state->digest.locks | state->digest.shared) & static_cells_protectors(analysis, cell)) !=
         0;
}

bool static_cells_has_copy(struct analysis *analysis, const struct static_state *state,
                           uint32_t cell) {
  struct space_cell known = cell_at(analysis, cell);
  return static_cells_is_single(analysis, known.object) &&
         (state->digest.depth > 0 || is_protected(analysis, state, &known));
}

/* What bytes of a value are, seen in another size. */
static estimate parts_of(struct analysis *analysis, estimate value, uint32_t size) {
  struct range range;
  if (value == ESTIMATE_NONE)
    return value;
  if (estimate_range(analysis->estimates, value, &range) && range.low == 0 && range.high == 0)
    return value;
  return estimate_scatter(analysis->estimates, value, size > 8 ? 64 : size * 8);
}

static estimate smear_of(struct analysis *analysis, const struct static_state *state,
                         uint32_t object) {
  estimate value;
  uint32_t smear = space_special(&analysis->space, object, CELL_SMEAR);
  return radix_get(state->memory, smear, &value) ? value : ESTIMATE_NONE;
}

estimate static_cells_untouched(struct analysis *analysis, const struct static_state *state,
                                uint32_t cell) {
  struct space_cell known = cell_at(analysis, cell);
  estimate first =
      space_initial(&analysis->space, analysis->estimates, known.object, known.offset, known.size);
  return estimate_join(analysis->estimates, first, smear_of(analysis, state, known.object));
}

/* One cell of the thread's own. */
static estimate load_own(struct analysis *analysis, const struct static_state *state,
                         uint32_t number, int64_t offset, uint32_t size) {
  uint32_t cell = space_cell(&analysis->space, number, offset, size, NULL);
  estimate value;
  if (radix_get(state->memory, cell, &value))
    return value;
  estimate all = ESTIMATE_NONE;
  const struct space_object *object = object_at(analysis, number);
  for (size_t i = 0; i < object->cells.count; i++) {
    struct space_cell other = cell_at(analysis, object->cells.items[i]);
    if (overlaps(&other, offset, offset + (int64_t)size) &&
        radix_get(state->memory, object->cells.items[i], &value))
      all = estimate_join(analysis->estimates, all, parts_of(analysis, value, size));
  }
  if (all == ESTIMATE_NONE)
    return static_cells_untouched(analysis, state, cell);
  return estimate_join(analysis->estimates, all,
                       parts_of(analysis, static_cells_untouched(analysis, state, cell), size));
}

static bool is_hit(const struct estimate_part *part, const struct space_cell *cell, uint32_t size) {
  return cell->offset < part->high + (int64_t)size &&
         part->low < cell->offset + (int64_t)cell->size;
}

/* Is the cell where an access of this part and size can be exactly? False: it may overlap it. */
static bool is_element(const struct estimate_part *part, const struct space_cell *cell,
                       uint32_t size) {
  return cell->size == size && cell->offset >= part->low && cell->offset <= part->high &&
         (!part->step || (uint64_t)(cell->offset - part->low) % part->step == 0);
}

/* No element of the part can overlap it: it lies between two of them. */
static bool is_between(const struct estimate_part *part, const struct space_cell *cell,
                       uint32_t size) {
  if (part->step <= size || cell->offset < part->low)
    return false;
  uint64_t inside = (uint64_t)(cell->offset - part->low) % part->step;
  return inside >= size && inside + cell->size <= part->step;
}

static estimate load_own_range(struct analysis *analysis, const struct static_state *state,
                               const struct estimate_part *part, uint32_t size) {
  estimate all = estimate_join(
      analysis->estimates,
      space_initial_range(&analysis->space, analysis->estimates, part->base, part, size),
      smear_of(analysis, state, part->base));
  const struct space_object *object = object_at(analysis, part->base);
  for (size_t i = 0; i < object->cells.count; i++) {
    struct space_cell cell = cell_at(analysis, object->cells.items[i]);
    estimate value;
    if (!is_hit(part, &cell, size) || is_between(part, &cell, size) ||
        !radix_get(state->memory, object->cells.items[i], &value))
      continue;
    if (!is_element(part, &cell, size))
      value = parts_of(analysis, value, size);
    all = estimate_join(analysis->estimates, all, value);
  }
  return all;
}

/* What other threads, or any thread, stored to these bytes. */
static estimate load_contributions(struct analysis *analysis, const struct estimate_part *part,
                                   uint32_t size, bool at_rest) {
  uint32_t smear = space_special(&analysis->space, part->base, CELL_SMEAR);
  estimate all = static_cells_shared(analysis, smear)->all;
  static_cells_depend(analysis, smear);
  for (size_t i = 0; i < object_at(analysis, part->base)->cells.count; i++) {
    uint32_t number = object_at(analysis, part->base)->cells.items[i];
    struct space_cell cell = cell_at(analysis, number);
    if (!is_hit(part, &cell, size) || is_between(part, &cell, size))
      continue;
    static_cells_depend(analysis, number);
    const struct shared_cell *shared = static_cells_shared(analysis, number);
    estimate value = at_rest ? shared->rest : shared->all;
    if (!is_element(part, &cell, size))
      value = parts_of(analysis, value, size);
    all = estimate_join(analysis->estimates, all, value);
  }
  return all;
}

static estimate load_shared(struct analysis *analysis, struct static_state *state,
                            const struct estimate_part *part, uint32_t size) {
  const struct space_object *object = object_at(analysis, part->base);
  estimate value;
  if (object->kind == SPACE_GLOBAL && object->object->is_constant)
    return space_initial_range(&analysis->space, analysis->estimates, part->base, part, size);
  if (part->step) {
    uint32_t initial = space_special(&analysis->space, part->base, CELL_INITIAL);
    meet(analysis, initial);
    static_cells_depend(analysis, initial);
    return estimate_join(analysis->estimates, static_cells_shared(analysis, initial)->all,
                         load_contributions(analysis, part, size, false));
  }
  uint32_t cell = static_cells_add_shared(analysis, part->base, part->low, size);
  if (radix_get(state->memory, cell, &value))
    return value;
  meet(analysis, cell);
  struct space_cell known = cell_at(analysis, cell);
  bool is_at_rest = is_protected(analysis, state, &known);
  value = load_contributions(analysis, part, size, is_at_rest);
  if (static_cells_has_copy(analysis, state, cell))
    state->memory = radix_put(analysis->arena, state->memory, cell, value);
  return value;
}

/* The record of the thread: what it stored itself, and what others store there. */
static estimate load_self(struct analysis *analysis, const struct static_state *state,
                          const struct estimate_part *part, uint32_t size) {
  struct estimate_part seen = *part;
  estimate own = part->step ? load_own_range(analysis, state, part, size)
                            : load_own(analysis, state, part->base, part->low, size);
  seen.base = space_record(&analysis->space, analysis->nodes.items[analysis->visited.node].class);
  return estimate_join(analysis->estimates, own, load_contributions(analysis, &seen, size, false));
}

/* The record of another thread: what that thread stored itself, or others. */
static estimate load_record(struct analysis *analysis, const struct estimate_part *part,
                            uint32_t size) {
  struct estimate_part own = *part;
  own.base = space_own_record(&analysis->space, object_at(analysis, part->base)->class);
  estimate value =
      space_initial_range(&analysis->space, analysis->estimates, part->base, part, size);
  value =
      estimate_join(analysis->estimates, value, load_contributions(analysis, part, size, false));
  return estimate_join(analysis->estimates, value, load_contributions(analysis, &own, size, false));
}

bool static_cells_clamp(const struct analysis *analysis, struct estimate_part *part, int64_t size) {
  const struct space_object *object = &analysis->space.objects.items[part->base];
  if (part->base == BASE_NUMBER || part->base == BASE_DEAD || object->most < size)
    return false;
  int64_t most = object->most - size;
  if (part->low > most || part->high < 0)
    return false;
  if (part->low < 0) {
    int64_t step = part->step ? (int64_t)part->step : 1;
    part->low += (-part->low + step - 1) / step * step;
  }
  if (part->high > most)
    part->high = most;
  if (part->low > part->high)
    return false;
  if (part->step > 1)
    part->high = part->low + (part->high - part->low) / (int64_t)part->step * (int64_t)part->step;
  if (part->low == part->high)
    part->step = 0;
  return true;
}

estimate static_state_load(struct analysis *analysis, struct static_state *state, estimate address,
                           uint32_t size) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  struct estimate_part list[MOST_PARTS];
  estimate all = ESTIMATE_NONE;
  if (address == ESTIMATE_ANY)
    return ESTIMATE_ANY;
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    if (!static_cells_clamp(analysis, &list[i], size))
      continue;
    estimate value;
    const struct space_object *object = object_at(analysis, list[i].base);
    if (list[i].base == BASE_SELF)
      value = load_self(analysis, state, &list[i], size);
    else if (object->kind == SPACE_RECORD)
      value = load_record(analysis, &list[i], size);
    else if (object->kind == SPACE_FUNCTION)
      value = ESTIMATE_ANY;
    else if (!static_cells_are_own(analysis, state, list[i].base))
      value = load_shared(analysis, state, &list[i], size);
    else if (list[i].step)
      value = load_own_range(analysis, state, &list[i], size);
    else
      value = load_own(analysis, state, list[i].base, list[i].low, size);
    all = estimate_join(analysis->estimates, all, value);
  }
  return all;
}
