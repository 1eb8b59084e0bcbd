/* SPDX-License-Identifier: Apache-2.0 */
/* Slots and blocks begin and end. */
#include "engine/static/assess.h"
#include "engine/static/locks.h"
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

void static_cells_resize(struct analysis *analysis, uint32_t number, int64_t least, int64_t most) {
  struct space_object *object = &analysis->space.objects.items[number];
  bool is_new = object->least == INT64_MAX;
  bool grows = least < object->least || most > object->most;
  object->least = least < object->least ? least : object->least;
  object->most = most > object->most ? most : object->most;
  if (grows && !is_new)
    analysis_wait_for_all(analysis);
  else if (grows)
    analysis->grew = true;
}

/* The cell of an object that is at the place of another one's. */
static uint32_t same_cell(struct analysis *analysis, const struct space_cell *cell,
                          uint32_t object) {
  struct estimate_part part = space_part(cell);
  part.base = object;
  return space_is_range(cell)
             ? space_range(&analysis->space, &part, cell->size, NULL)
             : space_cell(&analysis->space, object, cell->offset, cell->size, NULL);
}

/* What a cell holds in either of two objects. `had_old`: the second one exists. */
static void merge_cell(struct analysis *analysis, struct static_state *state,
                       const struct static_state *before, uint32_t cells[2], bool had_old) {
  estimate values[2] = {ESTIMATE_NONE, ESTIMATE_NONE};
  bool is_there = radix_get(before->memory, cells[0], &values[0]);
  is_there |= radix_get(before->memory, cells[1], &values[1]);
  if (!is_there)
    return;
  if (!space_is_range(&analysis->space.cells.items[cells[0]]))
    for (unsigned i = 0; i < 1u + had_old; i++)
      values[i] = static_cells_load_own(analysis, before, cells[i]);
  state->memory = radix_put(analysis->arena, state->memory, cells[1],
                            estimate_join(analysis->estimates, values[0], values[1]));
}

/* The newest object becomes one of the older ones: whatever either holds, these hold. */
static void age(struct analysis *analysis, struct static_state *state, uint32_t newest) {
  struct space *space = &analysis->space;
  uint32_t old = space->objects.items[newest].old;
  static_cells_resize(analysis, old, space->objects.items[newest].least,
                      space->objects.items[newest].most);
  bool had_old = has_flag(analysis, state, old, CELL_EXISTS);
  struct static_state before = *state;
  for (size_t i = 0; i < space->objects.items[newest].cells.count; i++) {
    struct space_cell cell = space->cells.items[space->objects.items[newest].cells.items[i]];
    same_cell(analysis, &cell, old);
  }
  for (size_t i = 0; i < space->objects.items[old].cells.count; i++) {
    uint32_t number = space->objects.items[old].cells.items[i];
    struct space_cell cell = space->cells.items[number];
    merge_cell(analysis, state, &before, (uint32_t[]){same_cell(analysis, &cell, newest), number},
               had_old);
  }
  if (has_flag(analysis, state, newest, CELL_FREED))
    set_flag(analysis, state, old, CELL_FREED);
  bool is_zeroed = has_flag(analysis, state, newest, CELL_ZEROED);
  uint32_t zeroed = space_special(space, old, CELL_ZEROED);
  if (is_zeroed && !had_old)
    set_flag(analysis, state, old, CELL_ZEROED);
  else if (!is_zeroed)
    state->memory = radix_remove(analysis->arena, state->memory, zeroed);
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
  static_cells_resize(analysis, number, least, most);
  if (!object->is_zeroed)
    locks_break_allocated(analysis, state, number);
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
  if (has_flag(analysis, state, number, CELL_FREED))
    return true;
  return object->is_public && (object->is_freed || (object->is_kept && object->has_ended));
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
    if (!object->is_public || static_cells_is_alone(analysis, state)) {
      set_flag(analysis, state, list[i].base, CELL_FREED);
    } else if (!object->is_freed) {
      object->is_freed = true;
      analysis_wait_for_all(analysis);
    }
  }
}

void static_state_begin_beside(struct analysis *analysis, struct static_state *state) {
  for (uint32_t i = FIRST_OBJECT; i < analysis->space.objects.count; i++) {
    struct space_object *object = &analysis->space.objects.items[i];
    if (!object->is_public || object->is_freed || !has_flag(analysis, state, i, CELL_FREED))
      continue;
    object->is_freed = true;
    analysis_wait_for_all(analysis);
  }
}

/* Others may have the address of a slot that they can reach: while they run, or in memory. */
static void note_end(struct analysis *analysis, const struct static_state *state, uint32_t node,
                     uint32_t public) {
  struct space_object *object = &analysis->space.objects.items[public];
  bool is_freed = object->is_freed || !static_cells_is_alone(analysis, state);
  bool has_ended = object->has_ended || node != analysis->classes.items[0].root;
  analysis->grew |= is_freed != object->is_freed || has_ended != object->has_ended;
  object->is_freed = is_freed;
  object->has_ended = has_ended;
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

static void end_node(struct analysis *analysis, struct static_state *state, uint32_t node) {
  const struct function *function = analysis->nodes.items[node].function;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (edge->op != OPERATION_ALLOCATE || edge->allocate.heap)
      continue;
    uint32_t slot = space_known_allocation(&analysis->space, node, edge);
    if (slot == NO_OBJECT)
      continue;
    end_slot(analysis, state, slot);
    note_end(analysis, state, node, analysis->space.objects.items[slot].public);
  }
}

void static_state_end_slots(struct analysis *analysis, struct static_state *state, uint32_t node) {
  while (analysis->nodes.items[node].turn)
    node = analysis->nodes.items[node].base;
  end_node(analysis, state, node);
  for (size_t i = 0; i < analysis->nodes.items[node].turns.count; i++)
    end_node(analysis, state, analysis->nodes.items[node].turns.items[i]);
}
