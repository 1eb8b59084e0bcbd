/* SPDX-License-Identifier: Apache-2.0 */
/* What only one thread could reach becomes reachable for others, and copies of shared cells end. */
#include "engine/static/locks.h"
#include "engine/static/static_cells.h"

/* A change of all estimates of a state. */
struct base_renaming {
  struct analysis *analysis;
  struct static_state *state;
  uint32_t from, to;
  const struct radix_tree *renamed;
};

static void rename_estimate(void *context, uint32_t key, uint32_t value) {
  struct base_renaming *renaming = context;
  estimate fresh =
      estimate_rename(renaming->analysis->estimates, value, renaming->from, renaming->to);
  if (fresh != value)
    renaming->renamed = radix_put(renaming->analysis->arena, renaming->renamed, key, fresh);
}

void static_state_rename(struct analysis *analysis, struct static_state *state, uint32_t from,
                         uint32_t to) {
  struct base_renaming renaming = {analysis, state, from, to, state->registers};
  radix_visit(state->registers, rename_estimate, &renaming);
  state->registers = renaming.renamed;
  renaming.renamed = state->memory;
  radix_visit(state->memory, rename_estimate, &renaming);
  state->memory = renaming.renamed;
}

/* The public object of a slot or block that still is the thread's own. */
static uint32_t public_of(const struct analysis *analysis, uint32_t base) {
  const struct space_object *object = &analysis->space.objects.items[base];
  bool is_memory = object->kind == SPACE_SLOT || object->kind == SPACE_BLOCK;
  return is_memory && !object->is_public ? object->public : NO_OBJECT;
}

static void publish_object(struct analysis *analysis, struct static_state *state, uint32_t base);

static estimate publish(struct analysis *analysis, struct static_state *state, estimate value) {
  size_t count;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, value, &count);
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    uint32_t public = public_of(analysis, list[i].base);
    if (public != NO_OBJECT) {
      publish_object(analysis, state, list[i].base);
      value = estimate_rename(analysis->estimates, value, list[i].base, public);
    }
  }
  return value;
}

/* The value of a cell as others see it. */
static void tell(struct analysis *analysis, struct static_state *state, uint32_t cell,
                 estimate value, bool at_rest) {
  value = publish(analysis, state, value);
  uint32_t record =
      space_record(&analysis->space, analysis->nodes.items[analysis->visited.node].class);
  value = estimate_rename(analysis->estimates, value, BASE_SELF, record);
  static_cells_contribute(analysis, cell, value, at_rest);
}

/* What the object has at the place of another one's cell. */
static estimate load_as(struct analysis *analysis, struct static_state *state, uint32_t from,
                        const struct space_cell *cell) {
  struct estimate_part part = space_part(cell);
  bool is_bytes = cell->size == CELL_BYTES;
  uint32_t size = is_bytes ? 1 : cell->size;
  part.base = from;
  if (!static_cells_clamp(analysis, &part, size))
    return ESTIMATE_NONE;
  estimate value = static_state_load(
      analysis, state, estimate_make(analysis->estimates, from, part.low, part.high, part.step),
      size);
  struct range range;
  if (!is_bytes || value == ESTIMATE_NONE ||
      (estimate_range(analysis->estimates, value, &range) && !range.low && !range.high))
    return value;
  return estimate_scatter(analysis->estimates, value, 64);
}

/* Contributes what the object `from`, which only this thread could reach, holds to the cells of
 * `to`. */
static void tell_contents(struct analysis *analysis, struct static_state *state, uint32_t from,
                          uint32_t to) {
  const struct radix_tree *memory = state->memory; /* as it was before anything of it was removed */
  struct static_state seen = *state;
  estimate value;
  uint32_t initial = space_special(&analysis->space, to, CELL_INITIAL);
  for (size_t i = 0; i < analysis->space.objects.items[from].cells.count; i++) {
    uint32_t own = analysis->space.objects.items[from].cells.items[i];
    struct space_cell cell = analysis->space.cells.items[own];
    struct estimate_part part = space_part(&cell);
    part.base = to;
    if (!radix_get(memory, own, &value))
      continue;
    if (space_is_range(&cell))
      static_cells_add_shared_range(analysis, &part, cell.size);
    else
      static_cells_add_shared(analysis, to, cell.offset, cell.size);
  }
  for (size_t i = 0; i < analysis->space.objects.items[to].cells.count; i++) {
    uint32_t number = analysis->space.objects.items[to].cells.items[i];
    struct space_cell cell = analysis->space.cells.items[number];
    if (!static_cells_shared(analysis, number)->is_met)
      continue; /* nothing reads it: the point is visited again when something does */
    seen.memory = memory;
    tell(analysis, state, number, load_as(analysis, &seen, from, &cell), true);
  }
  bool is_global = analysis->space.objects.items[from].kind == SPACE_GLOBAL;
  estimate first = is_global ? space_initial_words(&analysis->space, analysis->estimates, from)
                             : space_initial(&analysis->space, analysis->estimates, from, 0, 8);
  if (static_cells_shared(analysis, initial)->is_met)
    tell(analysis, state, initial, first, true);
}

/* Other threads can reach it, and what it leads to. */
static void publish_object(struct analysis *analysis, struct static_state *state, uint32_t base) {
  uint32_t public = public_of(analysis, base), is_there;
  if (!radix_get(state->memory, space_special(&analysis->space, base, CELL_EXISTS), &is_there))
    return; /* it is public already */
  struct space_object *object = &analysis->space.objects.items[base];
  struct space_object *seen = &analysis->space.objects.items[public];
  static_cells_resize(analysis, public, object->least, object->most);
  if (static_state_may_be_freed(analysis, state, base))
    seen->is_freed = true;
  seen->is_allocated_again |= object->is_allocated_again;
  static_cells_note_mover(analysis, public);
  static_state_rename(analysis, state, base, public);
  tell_contents(analysis, state, base, public);
  static_state_forget(analysis, state, base);
}

void static_state_forget(struct analysis *analysis, struct static_state *state, uint32_t base) {
  const struct space_object *object = &analysis->space.objects.items[base];
  for (size_t i = 0; i < object->cells.count; i++) {
    state->memory = radix_remove(analysis->arena, state->memory, object->cells.items[i]);
    state->equal = radix_remove(analysis->arena, state->equal, object->cells.items[i]);
  }
  for (enum special_cell kind = CELL_ANCHOR; kind <= CELL_INITIAL; kind++)
    state->memory =
        radix_remove(analysis->arena, state->memory, space_special(&analysis->space, base, kind));
}

estimate static_state_publish(struct analysis *analysis, struct static_state *state,
                              estimate value) {
  uint32_t record =
      space_record(&analysis->space, analysis->nodes.items[analysis->visited.node].class);
  value = publish(analysis, state, value);
  return estimate_rename(analysis->estimates, value, BASE_SELF, record);
}

void static_state_begin_threads(struct analysis *analysis, struct static_state *state) {
  if (state->digest.has_threads)
    return;
  bool is_known = false;
  vector_each (point, &analysis->starters)
    is_known |= *point == analysis->visited.point;
  if (!is_known)
    vector_push(&analysis->starters, analysis->visited.point);
  locks_begin_threads(analysis, state);
  for (uint32_t i = FIRST_OBJECT; i < analysis->space.objects.count; i++) {
    const struct space_object *object = &analysis->space.objects.items[i];
    if (object->kind != SPACE_GLOBAL || object->object->is_constant ||
        !sharing_of_object(analysis->sharing, object->object))
      continue;
    tell_contents(analysis, state, i, i);
    static_state_forget(analysis, state, i);
  }
  state->digest.has_threads = true;
}

/* Copies of shared cells in a state. */
struct copies {
  struct analysis *analysis;
  const struct static_state *state;
  uint64_t released; /* locks */
  VECTOR(uint32_t) cells;
};

static void note_copy(void *context, uint32_t cell, uint32_t value) {
  struct copies *copies = context;
  struct space_cell known = copies->analysis->space.cells.items[cell];
  (void)value;
  if (space_is_special(&known) || known.object == BASE_SELF ||
      static_cells_are_own(copies->analysis, copies->state, known.object))
    return;
  vector_push(&copies->cells, cell);
}

/* A thread is created: it may read all that this one stored, also while no other thread ran and
 * nothing was told. What lies under a lock that is held still is not there at rest. */
void static_state_tell_copies(struct analysis *analysis, struct static_state *state) {
  struct copies copies = {.analysis = analysis, .state = state};
  radix_visit(state->memory, note_copy, &copies);
  for (size_t i = 0; i < copies.cells.count; i++) {
    struct space_cell known = analysis->space.cells.items[copies.cells.items[i]];
    bool is_held = state->digest.locks & static_cells_protectors(analysis, &known);
    estimate value = ESTIMATE_NONE;
    radix_get(state->memory, copies.cells.items[i], &value);
    tell(analysis, state, copies.cells.items[i], value, !is_held);
  }
  vector_release(&copies.cells);
}

void static_state_release(struct analysis *analysis, struct static_state *state,
                          uint64_t released) {
  struct copies copies = {.analysis = analysis, .state = state};
  state->digest.locks &= ~released;
  state->digest.shared &= ~released;
  radix_visit(state->memory, note_copy, &copies);
  for (size_t i = 0; i < copies.cells.count; i++) {
    uint32_t cell = copies.cells.items[i];
    struct space_cell known = analysis->space.cells.items[cell];
    estimate value = ESTIMATE_NONE;
    radix_get(state->memory, cell, &value);
    bool is_kept = static_cells_has_copy(analysis, state, cell);
    if (!is_kept || static_cells_protectors(analysis, &known) & released)
      tell(analysis, state, cell, value, true);
    if (is_kept)
      continue;
    state->memory = radix_remove(analysis->arena, state->memory, cell);
    state->equal = radix_remove(analysis->arena, state->equal, cell);
  }
  vector_release(&copies.cells);
}
