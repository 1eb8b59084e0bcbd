/* SPDX-License-Identifier: Apache-2.0 */
/* Where paths meet: the state above two states. */
#include "engine/static/lock_names.h"
#include "engine/static/static_cells.h"

struct joining {
  struct radix_merger merger; /* first: a merger is a joining */
  struct analysis *analysis;
  const struct static_state *states[2];
  const struct function *function;
  bool is_widened;
  VECTOR(uint32_t) ended;  /* copies that only one state has … */
  VECTOR(uint32_t) values; /* … and their values */
};

static estimate join_estimates(const struct joining *joining, estimate a, estimate b,
                               unsigned width) {
  return joining->is_widened ? estimate_widen(joining->analysis->estimates, a, b, width,
                                              &joining->analysis->thresholds)
                             : estimate_join(joining->analysis->estimates, a, b);
}

static bool join_registers(struct radix_merger *merger, uint32_t key, const uint32_t *a,
                           const uint32_t *b, uint32_t *value) {
  struct joining *joining = (struct joining *)merger;
  unsigned width = joining->function ? joining->function->registers[key].width : 64;
  *value = join_estimates(joining, a ? *a : ESTIMATE_NONE, b ? *b : ESTIMATE_NONE, width);
  return true;
}

static bool exists(const struct joining *joining, const struct static_state *state,
                   uint32_t object) {
  uint32_t value;
  const struct space_object *known = &joining->analysis->space.objects.items[object];
  if (known->kind != SPACE_SLOT && known->kind != SPACE_BLOCK)
    return true;
  return radix_get(state->memory, space_special(&joining->analysis->space, object, CELL_EXISTS),
                   &value);
}

static bool is_zeroed(const struct analysis *analysis, uint32_t key) {
  const struct space_cell *cell = &analysis->space.cells.items[key];
  return space_is_special(cell) && cell->size == CELL_ZEROED;
}

/* A cell that is missing in one of the states. */
static bool join_missing(struct joining *joining, uint32_t key, unsigned missing, uint32_t there,
                         uint32_t *value) {
  struct analysis *analysis = joining->analysis;
  struct space_cell cell = analysis->space.cells.items[key];
  const struct static_state *state = joining->states[missing];
  *value = there;
  if (is_zeroed(analysis, key))
    return !exists(joining, state, cell.object);
  const struct space_object *object = &analysis->space.objects.items[cell.object];
  bool is_frame = object->kind == SPACE_FRAME;
  if (is_frame || space_is_special(&cell) || space_is_range(&cell) ||
      (!object->is_public && !exists(joining, state, cell.object)))
    return true;
  if (!static_cells_are_own(analysis, state, cell.object)) {
    vector_push(&joining->ended, key);
    vector_push(&joining->values, there);
    return false;
  }
  estimate other = static_cells_load_own(analysis, state, key);
  *value = missing ? join_estimates(joining, there, other, space_width(&cell))
                   : join_estimates(joining, other, there, space_width(&cell));
  return true;
}

static bool join_cells(struct radix_merger *merger, uint32_t key, const uint32_t *a,
                       const uint32_t *b, uint32_t *value) {
  struct joining *joining = (struct joining *)merger;
  if (!a || !b)
    return join_missing(joining, key, a ? 1 : 0, a ? *a : *b, value);
  *value = join_estimates(joining, *a, *b, space_width(&joining->analysis->space.cells.items[key]));
  return true;
}

static bool join_equal(struct radix_merger *merger, uint32_t key, const uint32_t *a,
                       const uint32_t *b, uint32_t *value) {
  (void)merger, (void)key;
  if (!a || !b || *a != *b)
    return false;
  *value = *a;
  return true;
}

static struct digest join_digests(struct estimates *estimates, const struct digest *a,
                                  const struct digest *b) {
  return (struct digest){.locks = a->locks & b->locks,
                         .shared = (a->shared | a->locks) & (b->shared | b->locks) &
                                   ~(a->locks & b->locks),
                         .may_hold = a->may_hold | b->may_hold,
                         .destroyed = estimate_join(estimates, a->destroyed, b->destroyed),
                         .again = a->again | b->again,
                         .running = a->running | b->running,
                         .created = a->created | b->created,
                         .joinable = a->joinable & b->joinable,
                         .depth = a->depth < b->depth ? a->depth : b->depth,
                         .has_threads = a->has_threads || b->has_threads};
}

bool static_state_same_digest(const struct digest *a, const struct digest *b) {
  return a->locks == b->locks && a->shared == b->shared && a->may_hold == b->may_hold &&
         a->running == b->running && a->created == b->created && a->joinable == b->joinable &&
         a->again == b->again && a->destroyed == b->destroyed && a->depth == b->depth &&
         a->has_threads == b->has_threads;
}

bool static_state_is_same(const struct static_state *a, const struct static_state *b) {
  return radix_is_same(a->registers, b->registers) && radix_is_same(a->memory, b->memory) &&
         radix_is_same(a->equal, b->equal) && a->holding == b->holding &&
         static_state_same_digest(&a->digest, &b->digest);
}

/* The copies that end are what other threads may find. */
static void end_copies(struct joining *joining, struct static_state *joined) {
  struct analysis *analysis = joining->analysis;
  for (size_t i = 0; i < joining->ended.count; i++)
    static_cells_contribute(analysis, joining->ended.items[i],
                            static_state_publish(analysis, joined, joining->values.items[i]), true);
  vector_release(&joining->ended);
  vector_release(&joining->values);
  static_state_release(analysis, joined, 0); /* what is less protected in the joined state */
}

const struct static_state *static_state_join(struct analysis *analysis,
                                             const struct static_state *old,
                                             const struct static_state *fresh,
                                             const struct function *function, bool is_widened) {
  struct static_state *states[2];
  if (!old)
    return fresh;
  for (unsigned i = 0; i < 2; i++) {
    states[i] = arena_copy(analysis->arena, i ? fresh : old, sizeof *fresh);
    if (old->digest.has_threads != fresh->digest.has_threads)
      static_state_begin_threads(analysis, states[i]);
  }
  struct joining joining = {.merger = {join_registers, analysis->arena},
                            .analysis = analysis,
                            .states = {states[0], states[1]},
                            .function = function,
                            .is_widened = is_widened};
  struct static_state *joined = arena_copy(analysis->arena, states[0], sizeof *joined);
  joined->registers = radix_merge(&joining.merger, states[0]->registers, states[1]->registers);
  joining.merger.merge = join_cells;
  joined->memory = radix_merge(&joining.merger, states[0]->memory, states[1]->memory);
  joining.merger.merge = join_equal;
  joined->equal = radix_merge(&joining.merger, states[0]->equal, states[1]->equal);
  joined->holding = lock_names_join(analysis, states[0]->holding, states[1]->holding);
  joined->digest = join_digests(analysis->estimates, &states[0]->digest, &states[1]->digest);
  end_copies(&joining, joined);
  return static_state_is_same(joined, old) ? old : joined;
}
