/* SPDX-License-Identifier: Apache-2.0 */
/* Slots and blocks begin, end and are copied. */
#include "engine/static/static_cells.h"

static bool has_flag(struct analysis *analysis, const struct static_state *state, uint32_t object,
                     enum special_cell kind) {
  uint32_t value;
  return radix_get(state->memory, space_special(&analysis->space, object, kind), &value) &&
         value != ESTIMATE_NONE;
}

static void set_flag(struct analysis *analysis, struct static_state *state, uint32_t object,
                     enum special_cell kind) {
  state->memory = radix_put(analysis->arena, state->memory,
                            space_special(&analysis->space, object, kind), ESTIMATE_ANY);
}

/* The newest object becomes one of the older ones: whatever either holds, these hold. */
static void age(struct analysis *analysis, struct static_state *state, uint32_t newest) {
  uint32_t old = analysis->space.objects.items[newest].old;
  struct space_object *object = &analysis->space.objects.items[newest];
  struct space_object *older = &analysis->space.objects.items[old];
  older->least = object->least < older->least ? object->least : older->least;
  older->most = object->most > older->most ? object->most : older->most;
  bool had_old = has_flag(analysis, state, old, CELL_EXISTS);
  struct static_state before = *state;
  for (size_t i = 0; i < analysis->space.objects.items[newest].cells.count; i++) {
    struct space_cell cell =
        analysis->space.cells.items[analysis->space.objects.items[newest].cells.items[i]];
    space_cell(&analysis->space, old, cell.offset, cell.size, NULL);
  }
  for (size_t i = 0; i < analysis->space.objects.items[old].cells.count; i++) {
    uint32_t number = analysis->space.objects.items[old].cells.items[i];
    struct space_cell cell = analysis->space.cells.items[number];
    estimate from_new = static_state_load(
        analysis, &before, estimate_make(analysis->estimates, newest, cell.offset, cell.offset, 0),
        cell.size);
    estimate from_old = had_old ? static_state_load(analysis, &before,
                                                    estimate_make(analysis->estimates, old,
                                                                  cell.offset, cell.offset, 0),
                                                    cell.size)
                                : ESTIMATE_NONE;
    estimate both = estimate_join(analysis->estimates, from_new, from_old);
    if (both != ESTIMATE_NONE)
      state->memory = radix_put(analysis->arena, state->memory, number, both);
  }
  estimate smears[2] = {ESTIMATE_NONE, ESTIMATE_NONE};
  uint32_t smear = space_special(&analysis->space, old, CELL_SMEAR);
  radix_get(state->memory, space_special(&analysis->space, newest, CELL_SMEAR), &smears[0]);
  radix_get(state->memory, smear, &smears[1]);
  estimate both = estimate_join(analysis->estimates, smears[0], smears[1]);
  if (both != ESTIMATE_NONE)
    state->memory = radix_put(analysis->arena, state->memory, smear, both);
  if (has_flag(analysis, state, newest, CELL_FREED))
    set_flag(analysis, state, old, CELL_FREED);
  set_flag(analysis, state, old, CELL_EXISTS);
  static_state_forget(analysis, state, newest);
  static_state_rename(analysis, state, newest, old);
}

estimate static_state_allocate(struct analysis *analysis, struct static_state *state,
                               const struct edge *edge, struct range size) {
  uint32_t number = space_allocation(&analysis->space, analysis->visited.node, edge);
  uint32_t public = analysis->space.objects.items[number].public;
  if (has_flag(analysis, state, number, CELL_EXISTS))
    age(analysis, state, number);
  struct space_object *object = &analysis->space.objects.items[number];
  object->is_allocated_again |= has_flag(analysis, state, public, CELL_EXISTS);
  int64_t least = size.low < 0 ? 0 : size.low;
  int64_t most = size.low < 0 ? INT64_MAX : size.high;
  bool grows = (object->least != INT64_MAX && least < object->least) || most > object->most;
  object->least = least < object->least ? least : object->least;
  object->most = most > object->most ? most : object->most;
  if (grows)
    analysis_wait_for_all(analysis);
  /* Of the public object: such an object was allocated. */
  set_flag(analysis, state, public, CELL_EXISTS);
  set_flag(analysis, state, number, CELL_EXISTS);
  return estimate_make(analysis->estimates, number, 0, 0, 0);
}

bool static_state_may_be_freed(struct analysis *analysis, const struct static_state *state,
                               uint32_t number) {
  const struct space_object *object = &analysis->space.objects.items[number];
  if (object->kind != SPACE_BLOCK && object->kind != SPACE_SLOT)
    return false;
  return object->is_public ? object->is_freed : has_flag(analysis, state, number, CELL_FREED);
}

void static_state_free(struct analysis *analysis, struct static_state *state, estimate address,
                       bool ends_slots) {
  size_t count;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    struct space_object *object = &analysis->space.objects.items[list[i].base];
    if (object->kind != SPACE_BLOCK && object->kind != SPACE_SLOT)
      continue;
    if (object->kind == SPACE_SLOT && !ends_slots)
      continue;
    if (!object->is_public) {
      set_flag(analysis, state, list[i].base, CELL_FREED);
    } else if (!object->is_freed) {
      object->is_freed = true;
      analysis_wait_for_all(analysis);
    }
  }
}

static void end_slot(struct analysis *analysis, struct static_state *state, uint32_t number) {
  const struct space_object *object = &analysis->space.objects.items[number];
  uint32_t all[3] = {number, object->old, object->public};
  for (unsigned i = 0; i < 2; i++)
    if (has_flag(analysis, state, all[i], CELL_EXISTS)) {
      static_state_forget(analysis, state, all[i]);
      static_state_rename(analysis, state, all[i], BASE_DEAD);
    }
  /* One that others can reach ends while they may still have its address. */
  static_state_rename(analysis, state, all[2], BASE_DEAD);
}

void static_state_end_slots(struct analysis *analysis, struct static_state *state, uint32_t node) {
  const struct function *function = analysis->nodes.items[node].function;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (edge->op == OPERATION_ALLOCATE && !edge->allocate.heap)
      end_slot(analysis, state, space_allocation(&analysis->space, node, edge));
  }
}

/* A copy of cells from one object to another. */
struct copying {
  struct analysis *analysis;
  struct static_state *state;
  struct estimate_part source, target;
  int64_t size;
};

static void copy_cells(const struct copying *copying) {
  struct analysis *analysis = copying->analysis;
  struct static_state before = *copying->state;
  const struct space_object *object = &analysis->space.objects.items[copying->source.base];
  for (size_t i = 0; i < object->cells.count; i++) {
    struct space_cell cell = analysis->space.cells.items[object->cells.items[i]];
    if (cell.offset < copying->source.low ||
        cell.offset + (int64_t)cell.size > copying->source.low + copying->size)
      continue;
    estimate value = static_state_load(
        analysis, &before,
        estimate_make(analysis->estimates, cell.object, cell.offset, cell.offset, 0), cell.size);
    int64_t offset = cell.offset - copying->source.low + copying->target.low;
    static_state_store(analysis, copying->state,
                       estimate_make(analysis->estimates, copying->target.base, offset, offset, 0),
                       cell.size, value);
    object = &analysis->space.objects.items[copying->source.base];
  }
}

/* What any bytes of the source may be, in any size. */
static estimate load_anything(struct analysis *analysis, struct static_state *state,
                              const struct estimate_part *part, int64_t size) {
  struct estimate_part all = *part;
  all.high =
      __builtin_add_overflow(part->high, size > 0 ? size - 1 : 0, &all.high) ? INT64_MAX : all.high;
  all.step = 1;
  if (!static_cells_clamp(analysis, &all, 1))
    return ESTIMATE_NONE;
  estimate value = static_state_load(
      analysis, state, estimate_make(analysis->estimates, all.base, all.low, all.high, 1), 1);
  struct range range;
  if (estimate_range(analysis->estimates, value, &range) && range.low == 0 && range.high == 0)
    return value;
  return estimate_scatter(analysis->estimates, value, 64);
}

void static_state_copy(struct analysis *analysis, struct static_state *state, estimate target,
                       estimate source, struct range size) {
  size_t target_count, source_count;
  const struct estimate_part *to = estimate_parts(analysis->estimates, target, &target_count);
  const struct estimate_part *from = estimate_parts(analysis->estimates, source, &source_count);
  if (source == ESTIMATE_ANY) {
    static_state_store_range(analysis, state, target, size.high, ESTIMATE_ANY);
    return;
  }
  struct copying copying = {.analysis = analysis, .state = state, .size = size.high};
  if (target_count)
    copying.target = *to;
  bool is_exact =
      target_count == 1 && source_count == 1 && !to->step && !from->step && size.low == size.high;
  struct estimate_part list[MOST_PARTS];
  memcpy(list, from, source_count * sizeof *list);
  estimate anything = ESTIMATE_NONE;
  for (size_t i = 0; i < source_count; i++)
    if (list[i].base > BASE_DEAD)
      anything = estimate_join(analysis->estimates, anything,
                               load_anything(analysis, state, &list[i], size.high));
  static_state_store_range(analysis, state, target, size.high, anything);
  if (!is_exact || list[0].base <= BASE_DEAD)
    return;
  copying.source = list[0];
  copy_cells(&copying);
}

/* Filling a whole object of a thread's own with one value is as if it had that at first. */
void static_state_fill(struct analysis *analysis, struct static_state *state, estimate target,
                       struct range size, estimate value) {
  size_t count;
  struct estimate_part part = {0};
  const struct estimate_part *parts = estimate_parts(analysis->estimates, target, &count);
  if (count)
    part = *parts;
  static_state_store_range(analysis, state, target, size.high, value);
  if (count != 1 || part.step || size.low != size.high || part.base <= BASE_DEAD)
    return;
  for (size_t i = 0; i < analysis->space.objects.items[part.base].cells.count; i++) {
    struct space_cell cell =
        analysis->space.cells.items[analysis->space.objects.items[part.base].cells.items[i]];
    struct range all = range_full(cell.size > 8 ? 64 : cell.size * 8);
    if (cell.offset >= part.low && cell.offset + (int64_t)cell.size <= part.low + size.low)
      static_state_store(analysis, state,
                         estimate_make(analysis->estimates, part.base, cell.offset, cell.offset, 0),
                         cell.size, estimate_within(analysis->estimates, value, all));
  }
}
