/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes that are copied, or get one value.
 *
 * Only cells of the target that something reads matter. So the target's cells ask the source, each
 * for the bytes that it gets, and the point is visited again when the target gets another cell
 * (static_cells_wake_movers). */
#include "engine/static/locks.h"
#include "engine/static/static_cells.h"

#include "base/number.h"

struct byte_move {
  struct analysis *analysis;
  struct static_state *state;
  const struct static_state *before;
  struct estimate_part target;
  bool is_only; /* the target is certainly in this object */
  struct range size;
  bool is_fill;
  estimate source; /* an address; of a fill: the value of all bytes */
};

/* What a cell gets of the move: the bytes from `low` on, up to `high` in steps. */
struct share {
  int64_t low, high; /* from the begin of the source */
  uint64_t step;
  bool is_certain, is_cut; /* all bytes of the cell; not all of them */
};

static estimate part_of_source(const struct byte_move *move, const struct share *share,
                               uint32_t size) {
  struct estimates *estimates = move->analysis->estimates;
  size_t count;
  const struct estimate_part *parts = estimate_parts(estimates, move->source, &count);
  struct estimate_part list[MOST_PARTS];
  estimate address = ESTIMATE_NONE;
  if (move->source == ESTIMATE_ANY)
    return ESTIMATE_ANY;
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    int64_t low, high;
    if (list[i].base <= BASE_DEAD)
      continue;
    if (__builtin_add_overflow(list[i].low, share->low, &low) ||
        __builtin_add_overflow(list[i].high, share->high, &high))
      return ESTIMATE_ANY;
    uint64_t step = number_divisor(list[i].step, share->step);
    address =
        estimate_join(estimates, address, estimate_make(estimates, list[i].base, low, high, step));
  }
  struct static_state seen = *move->before;
  return static_state_load(move->analysis, &seen, address, size);
}

/* Any bytes of the source, in any size. */
static estimate anything(const struct byte_move *move) {
  struct estimates *estimates = move->analysis->estimates;
  struct range range;
  if (move->is_fill)
    return move->source;
  int64_t last = move->size.high > 0 ? move->size.high - 1 : 0;
  struct share all = {0, last < INT64_MAX / 2 ? last : INT64_MAX / 2, 1, false, true};
  estimate value = part_of_source(move, &all, 1);
  if (value == ESTIMATE_NONE || value == ESTIMATE_ANY ||
      (estimate_range(estimates, value, &range) && !range.low && !range.high))
    return value;
  return estimate_scatter(estimates, value, 64);
}

/* Which bytes a place gets; false: none. */
static bool share_of_place(const struct byte_move *move, const struct space_cell *cell,
                           struct share *share) {
  int64_t from = cell->offset - move->target.low, size = cell->size;
  *share = (struct share){from, from, 0, false, false};
  if (move->target.step) {
    if (from < 0 || (uint64_t)move->size.high > move->target.step) {
      share->is_cut = true;
      return true;
    }
    share->low = share->high = from = from % (int64_t)move->target.step;
    if (from >= move->size.high && (uint64_t)(from + size) <= move->target.step)
      return false;
  }
  if (from >= move->size.high || from + size <= 0)
    return false;
  share->is_cut = from < 0 || from + size > move->size.high;
  share->is_certain =
      move->is_only && !move->target.step && from >= 0 && from + size <= move->size.low;
  return true;
}

/* … those of elements of an array. */
static bool share_of_range(const struct byte_move *move, const struct space_cell *cell,
                           struct share *share) {
  int64_t from = cell->offset - move->target.low, size = cell->size;
  *share = (struct share){from, from, cell->step, false, true};
  if (cell->size == CELL_BYTES)
    return true;
  if (move->target.step) {
    if (from < 0 || cell->step % move->target.step != 0 ||
        (uint64_t)move->size.high > move->target.step)
      return true;
    from %= (int64_t)move->target.step;
    if (from >= move->size.high && (uint64_t)(from + size) <= move->target.step)
      return false;
    *share = (struct share){from, from, 0, false, from + size > move->size.high};
    return true;
  }
  /* The elements that lie inside as a whole, and whether one is cut at either end. */
  int64_t step = (int64_t)cell->step, first = from, end = cell->high - move->target.low;
  if (first < 0)
    first += (-first + step - 1) / step * step;
  int64_t last = end > move->size.high - size ? move->size.high - size : end;
  bool is_cut = first > from && first - step + size > 0;
  if (last < first) {
    share->is_cut = is_cut || (first <= end && first < move->size.high);
    return share->is_cut;
  }
  last = first + (last - first) / step * step;
  is_cut |= last <= end - step && last + step < move->size.high;
  *share = (struct share){first, last, (uint64_t)step, false, is_cut};
  share->is_certain =
      !is_cut && move->is_only && first == from && last == end && last + size <= move->size.low;
  return true;
}

static estimate value_for(const struct byte_move *move, const struct space_cell *cell,
                          const struct share *share) {
  struct estimates *estimates = move->analysis->estimates;
  struct range range;
  if (!share->is_cut && !move->is_fill)
    return part_of_source(move, share, cell->size);
  estimate value = anything(move);
  if (value == ESTIMATE_NONE || value == ESTIMATE_ANY ||
      (estimate_range(estimates, value, &range) && !range.low && !range.high))
    return value;
  return estimate_scatter(estimates, value, space_width(cell));
}

static void move_to_cell(const struct byte_move *move, uint32_t number) {
  struct space_cell cell = move->analysis->space.cells.items[number];
  struct estimate_part area = move->target;
  struct share share;
  area.high =
      area.high > INT64_MAX - move->size.high ? INT64_MAX - 1 : area.high + move->size.high - 1;
  area.step = 1;
  if (space_meet(&cell, &area, CELL_BYTES) == MEETS_NOT ||
      !(space_is_range(&cell) ? share_of_range(move, &cell, &share)
                              : share_of_place(move, &cell, &share)))
    return;
  estimate value = value_for(move, &cell, &share);
  if (value != ESTIMATE_NONE)
    static_cells_store(move->analysis, move->state, number, value, share.is_certain);
}

/* A whole object of the thread's own becomes zero. */
static bool zeroes_all(const struct byte_move *move) {
  const struct space_object *object = &move->analysis->space.objects.items[move->target.base];
  struct range range;
  return move->is_fill && move->is_only && !move->target.step && !move->target.low &&
         move->size.low == object->most && object->least == object->most &&
         static_cells_is_single(move->analysis, move->target.base) &&
         move->target.base != BASE_SELF &&
         static_cells_are_own(move->analysis, move->state, move->target.base) &&
         estimate_range(move->analysis->estimates, move->source, &range) && !range.low &&
         !range.high;
}

static void zero_all(const struct byte_move *move) {
  struct analysis *analysis = move->analysis;
  const struct space_object *object = &analysis->space.objects.items[move->target.base];
  for (size_t i = 0; i < object->cells.count; i++) {
    uint32_t cell = object->cells.items[i];
    move->state->memory = radix_remove(analysis->arena, move->state->memory, cell);
    move->state->equal = radix_remove(analysis->arena, move->state->equal, cell);
  }
  move->state->memory =
      radix_put(analysis->arena, move->state->memory,
                space_special(&analysis->space, move->target.base, CELL_ZEROED), ESTIMATE_ANY);
}

static void move_to_object(struct byte_move *move) {
  struct analysis *analysis = move->analysis;
  const struct space_object *object = &analysis->space.objects.items[move->target.base];
  if (object->kind == SPACE_FUNCTION || !static_cells_clamp(analysis, &move->target, 1))
    return;
  locks_break_stored(analysis, move->state, &move->target, move->size.high);
  if (zeroes_all(move)) {
    zero_all(move);
    return;
  }
  struct static_state before = *move->state;
  move->before = &before;
  if (object->kind == SPACE_RECORD) {
    static_state_store_range(analysis, move->state,
                             estimate_make(analysis->estimates, move->target.base, move->target.low,
                                           move->target.high, move->target.step),
                             move->size.high, anything(move));
    return;
  }
  static_cells_note_mover(analysis, move->target.base);
  for (size_t i = 0; i < analysis->space.objects.items[move->target.base].cells.count; i++)
    move_to_cell(move, analysis->space.objects.items[move->target.base].cells.items[i]);
}

static void move_bytes(struct byte_move *move, estimate target) {
  size_t count, places = 0;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(move->analysis->estimates, target, &count);
  if (target == ESTIMATE_ANY) {
    analysis_give_up(move->analysis, "a store through a pointer that may lead anywhere", NULL);
    return;
  }
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++)
    places += list[i].base > BASE_DEAD;
  for (size_t i = 0; i < count && move->size.high > 0; i++)
    if (list[i].base > BASE_DEAD) {
      move->target = list[i];
      move->is_only = places == 1 && !list[i].step;
      move_to_object(move);
    }
}

void static_state_copy(struct analysis *analysis, struct static_state *state, estimate target,
                       estimate source, struct range size) {
  struct byte_move move = {.analysis = analysis, .state = state, .size = size, .source = source};
  move_bytes(&move, target);
}

void static_state_fill(struct analysis *analysis, struct static_state *state, estimate target,
                       struct range size, estimate value) {
  struct byte_move move = {
      .analysis = analysis, .state = state, .size = size, .is_fill = true, .source = value};
  move_bytes(&move, target);
}
