/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and writing cells, those of a thread itself and shared ones. A cell that is missing in
 * the memory of a state has what its object has at first, or what was stored at an offset that is
 * not known (ranges). */
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

bool static_cells_is_alone(const struct analysis *analysis, const struct static_state *state) {
  bool is_alone =
      !state->digest.has_threads || analysis->nodes.items[analysis->visited.node].class == 0;
  for (uint32_t i = 1; i < analysis->classes.count && is_alone; i++)
    is_alone =
        !analysis_runs_beside_main(analysis, state->digest.running, state->digest.created, i);
  return is_alone;
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

/* A cell is read for the first time: who moved bytes there, or made the object public, tells what
 * is there. */
static void meet(struct analysis *analysis, uint32_t cell) {
  struct shared_cell *shared = static_cells_shared(analysis, cell);
  if (shared->is_met)
    return;
  shared->is_met = true;
  const struct space_object *object = object_at(analysis, cell_at(analysis, cell).object);
  if (object->kind == SPACE_GLOBAL)
    vector_each (point, &analysis->starters)
      analysis_wait(analysis, *point);
  vector_each (point, &object->publishers)
    analysis_wait(analysis, *point);
}

uint32_t static_cells_add_shared(struct analysis *analysis, uint32_t object, int64_t offset,
                                 uint32_t size) {
  bool is_new;
  uint32_t cell = space_cell(&analysis->space, object, offset, size, &is_new);
  if (is_new) /* readers of bytes in common do not depend on it yet */
    wake_readers(analysis, space_special(&analysis->space, object, CELL_ANCHOR));
  return cell;
}

uint32_t static_cells_add_shared_range(struct analysis *analysis, const struct estimate_part *part,
                                       uint32_t size) {
  bool is_new;
  uint32_t cell = space_range(&analysis->space, part, size, &is_new);
  if (is_new)
    wake_readers(analysis, space_special(&analysis->space, part->base, CELL_ANCHOR));
  return cell;
}

static unsigned width_of(const struct analysis *analysis, uint32_t cell) {
  return space_width(&analysis->space.cells.items[cell]);
}

enum { GROWTHS = 4, MOST_GROWTHS = 24 };

static bool grow(struct analysis *analysis, uint32_t cell, estimate *into, estimate value) {
  struct shared_cell *shared = static_cells_shared(analysis, cell);
  estimate fresh =
      shared->growth < GROWTHS
          ? estimate_join(analysis->estimates, *into, value)
          : estimate_widen(analysis->estimates, *into, value, width_of(analysis, cell),
                           shared->growth < MOST_GROWTHS ? &analysis->thresholds : NULL);
  bool grows = fresh != *into;
  *into = fresh;
  return grows;
}

/* The addresses of slots in the value are in memory that others can reach. */
static void keep_slots(struct analysis *analysis, estimate value) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, value, &count);
  for (size_t i = 0; i < count; i++) {
    struct space_object *object = &analysis->space.objects.items[parts[i].base];
    object->is_kept |= object->kind == SPACE_SLOT && object->is_public;
  }
}

void static_cells_contribute(struct analysis *analysis, uint32_t cell, estimate value,
                             bool at_rest) {
  struct shared_cell *shared = static_cells_shared(analysis, cell);
  bool grows = grow(analysis, cell, &shared->all, value);
  if (at_rest)
    grows |= grow(analysis, cell, &shared->rest, value);
  if (!grows)
    return;
  keep_slots(analysis, value);
  shared->growth++;
  analysis->grew = true;
  wake_readers(analysis, cell);
}

uint64_t static_cells_protectors(struct analysis *analysis, const struct space_cell *wanted) {
  struct estimate_part part = space_part(wanted);
  uint64_t set = UINT64_MAX;
  const struct space_object *object = object_at(analysis, wanted->object);
  for (size_t i = 0; i < object->cells.count; i++) {
    struct space_cell cell = cell_at(analysis, object->cells.items[i]);
    if (space_meet(&cell, &part, wanted->size) != MEETS_NOT)
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

/* Which threads store to the bytes, and which run meanwhile. */
static struct shared_cell find_stores(struct analysis *analysis, const struct space_cell *wanted) {
  struct estimate_part part = space_part(wanted);
  struct shared_cell all = {0};
  const struct space_object *object = object_at(analysis, wanted->object);
  for (size_t i = 0; i < object->cells.count; i++) {
    struct space_cell cell = cell_at(analysis, object->cells.items[i]);
    if (space_meet(&cell, &part, wanted->size) == MEETS_NOT)
      continue;
    all.writers |= static_cells_shared(analysis, object->cells.items[i])->writers;
    all.beside |= static_cells_shared(analysis, object->cells.items[i])->beside;
  }
  return all;
}

/* Does no other thread store there while the only one of this class runs? Either only this one
 * stores, and what it has stored last is there, though others may read it; or all stores of others
 * come before it is created or after it has ended. */
static bool is_undisturbed(struct analysis *analysis, const struct space_cell *cell,
                           uint32_t class) {
  const struct space_object *object = object_at(analysis, cell->object);
  uint64_t bit = UINT64_C(1) << class;
  if (object->kind == SPACE_RECORD || analysis->classes.items[class].is_many)
    return false;
  struct shared_cell stores = find_stores(analysis, cell);
  return !(stores.writers & ~bit) || !(stores.beside & bit);
}

bool static_cells_has_copy(struct analysis *analysis, const struct static_state *state,
                           uint32_t cell) {
  struct space_cell known = cell_at(analysis, cell);
  return static_cells_is_single(analysis, known.object) &&
         (state->digest.depth > 0 || is_protected(analysis, state, &known) ||
          static_cells_is_alone(analysis, state) ||
          is_undisturbed(analysis, &known, analysis->nodes.items[analysis->visited.node].class));
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

/* What an object of the thread's own has at these places before anything was stored there. */
static estimate initial_of(struct analysis *analysis, const struct static_state *state,
                           const struct estimate_part *part, uint32_t size) {
  uint32_t value;
  if (radix_get(state->memory, space_special(&analysis->space, part->base, CELL_ZEROED), &value))
    return estimate_constant(analysis->estimates, 64, 0);
  if (part->step)
    return space_initial_range(&analysis->space, analysis->estimates, part->base, part, size);
  return space_initial(&analysis->space, analysis->estimates, part->base, part->low, size);
}

/* The number that the bytes of cells with a known number make together, such as two halves that are
 * copied at once. Each cell is right by itself, so one for each byte is enough. */
static bool assemble(struct analysis *analysis, const struct static_state *state,
                     const struct estimate_part *part, uint32_t size, uint64_t *bits) {
  uint64_t known = 0;
  const struct space_object *object = object_at(analysis, part->base);
  *bits = 0;
  for (size_t i = 0; i < object->cells.count && size <= 8; i++) {
    struct space_cell cell = cell_at(analysis, object->cells.items[i]);
    struct range range;
    estimate value;
    if (space_is_range(&cell) || cell.size > 8 || space_meet(&cell, part, size) == MEETS_NOT ||
        !radix_get(state->memory, object->cells.items[i], &value) ||
        !estimate_range(analysis->estimates, value, &range) || range.low != range.high)
      continue;
    for (uint32_t byte = 0; byte < size; byte++) {
      int64_t at = part->low + byte - cell.offset;
      if (at < 0 || at >= (int64_t)cell.size)
        continue;
      known |= UINT64_C(0xff) << 8 * byte;
      *bits &= ~(UINT64_C(0xff) << 8 * byte);
      *bits |= ((uint64_t)range.low >> 8 * at & 0xff) << 8 * byte;
    }
  }
  return size <= 8 && known == width_mask(size * 8);
}

/* The bytes of an object of the thread's own: what they had at first, and what was stored to cells
 * that have bytes in common with them. Bytes of several values together may be any number. */
static estimate load_own(struct analysis *analysis, const struct static_state *state,
                         const struct estimate_part *part, uint32_t size) {
  estimate all = initial_of(analysis, state, part, size), value;
  bool is_mixed = false;
  const struct space_object *object = object_at(analysis, part->base);
  for (size_t i = 0; i < object->cells.count; i++) {
    struct space_cell cell = cell_at(analysis, object->cells.items[i]);
    enum meeting meeting = space_meet(&cell, part, size);
    if (meeting == MEETS_NOT || !radix_get(state->memory, object->cells.items[i], &value))
      continue;
    if (meeting == MEETS_SAME && !part->step && !space_is_range(&cell))
      return value;
    all = estimate_join(analysis->estimates, all, value);
    is_mixed |= meeting == MEETS_PART;
  }
  uint64_t bits;
  if (is_mixed && !part->step && assemble(analysis, state, part, size, &bits))
    return estimate_constant(analysis->estimates, size * 8, bits);
  return is_mixed ? parts_of(analysis, all, size) : all;
}

estimate static_cells_load_own(struct analysis *analysis, const struct static_state *state,
                               uint32_t cell) {
  struct space_cell known = cell_at(analysis, cell);
  struct estimate_part part = space_part(&known);
  return load_own(analysis, state, &part, known.size);
}

static void meet_own(struct analysis *analysis, const struct estimate_part *part, uint32_t size) {
  uint32_t cell = part->step ? space_range(&analysis->space, part, size, NULL)
                             : space_cell(&analysis->space, part->base, part->low, size, NULL);
  meet(analysis, cell);
}

void static_cells_note_mover(struct analysis *analysis, uint32_t number) {
  struct space_object *object = object_at(analysis, number);
  for (size_t i = 0; i < object->publishers.count; i++)
    if (object->publishers.items[i] == analysis->visited.point)
      return;
  vector_push(&object->publishers, analysis->visited.point);
}

/* What other threads, or any thread, stored to these bytes. */
static estimate load_contributions(struct analysis *analysis, const struct estimate_part *part,
                                   uint32_t size, bool at_rest) {
  estimate all = ESTIMATE_NONE;
  bool is_mixed = false;
  static_cells_depend(analysis, space_special(&analysis->space, part->base, CELL_ANCHOR));
  for (size_t i = 0; i < object_at(analysis, part->base)->cells.count; i++) {
    uint32_t number = object_at(analysis, part->base)->cells.items[i];
    struct space_cell cell = cell_at(analysis, number);
    enum meeting meeting = space_meet(&cell, part, size);
    if (meeting == MEETS_NOT)
      continue;
    static_cells_depend(analysis, number);
    const struct shared_cell *shared = static_cells_shared(analysis, number);
    estimate value = at_rest ? shared->rest : shared->all;
    is_mixed |= meeting == MEETS_PART && value != ESTIMATE_NONE;
    all = estimate_join(analysis->estimates, all, value);
  }
  return is_mixed ? parts_of(analysis, all, size) : all;
}

/* Elements of an object that several threads can reach. */
static estimate load_shared_range(struct analysis *analysis, const struct estimate_part *part,
                                  uint32_t size) {
  uint32_t cell = static_cells_add_shared_range(analysis, part, size);
  meet(analysis, cell);
  estimate all = load_contributions(analysis, part, size, false);
  if (cell_at(analysis, cell).size == size)
    return all;
  uint32_t initial = space_special(&analysis->space, part->base, CELL_INITIAL);
  meet(analysis, initial);
  static_cells_depend(analysis, initial);
  return estimate_join(analysis->estimates, static_cells_shared(analysis, initial)->all, all);
}

static estimate load_shared(struct analysis *analysis, struct static_state *state,
                            const struct estimate_part *part, uint32_t size) {
  const struct space_object *object = object_at(analysis, part->base);
  estimate value;
  if (object->kind == SPACE_GLOBAL && object->object->is_constant)
    return space_initial_range(&analysis->space, analysis->estimates, part->base, part, size);
  if (part->step)
    return load_shared_range(analysis, part, size);
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
  meet_own(analysis, part, size);
  estimate own = load_own(analysis, state, part, size);
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

/* What a new thread takes along of its creator's copies: the values of cells that no other thread
 * changes while it runs. */
struct inheritance {
  struct analysis *analysis;
  const struct static_state *creator;
  struct static_state *entry;
  uint32_t class;
};

static void inherit_cell(void *context, uint32_t cell, uint32_t value) {
  struct inheritance *heir = context;
  struct analysis *analysis = heir->analysis;
  struct space_cell known = cell_at(analysis, cell);
  if (space_is_special(&known) || space_is_range(&known) || known.object == BASE_SELF ||
      static_cells_are_own(analysis, heir->creator, known.object) ||
      !static_cells_is_single(analysis, known.object))
    return;
  struct estimate_part part = space_part(&known);
  static_cells_depend(analysis, space_special(&analysis->space, known.object, CELL_ANCHOR));
  for (size_t i = 0; i < object_at(analysis, known.object)->cells.count; i++) {
    struct space_cell other = cell_at(analysis, object_at(analysis, known.object)->cells.items[i]);
    if (space_meet(&other, &part, known.size) != MEETS_NOT)
      static_cells_depend(analysis, object_at(analysis, known.object)->cells.items[i]);
  }
  if (!is_undisturbed(analysis, &known, heir->class))
    return;
  uint32_t record =
      space_record(&analysis->space, analysis->nodes.items[analysis->visited.node].class);
  heir->entry->memory = radix_put(analysis->arena, heir->entry->memory, cell,
                                  estimate_rename(analysis->estimates, value, BASE_SELF, record));
}

void static_cells_inherit(struct analysis *analysis, const struct static_state *creator,
                          uint32_t class, struct static_state *entry) {
  struct inheritance heir = {analysis, creator, entry, class};
  radix_visit(creator->memory, inherit_cell, &heir);
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
    else {
      meet_own(analysis, &list[i], size);
      value = load_own(analysis, state, &list[i], size);
    }
    all = estimate_join(analysis->estimates, all, value);
  }
  return all;
}
