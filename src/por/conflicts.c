/* What a thread may do is bounded by its future, and until a certain thread moves also by the
 * guards it has to pass (later.h): those that do not hold in the state and that nobody else can
 * change before are frozen, and what is behind them does not happen. Which are, is the greatest
 * solution: whoever could change one may be behind another himself. */
#include "por/conflicts.h"

#include "por/watched.h"

#include <string.h>

static uint64_t bit(size_t index) { return (uint64_t)1 << index; }

static bool is_active(const struct conflicts *conflicts, size_t index) {
  return readiness_is_active(conflicts->nexts[index].readiness);
}

static unsigned flags_of(const struct conflicts *conflicts, size_t index) {
  return futures_flags(conflicts->futures, conflicts->nexts[index].prospect.all);
}

static bool may_finish(const struct conflicts *conflicts, size_t index) {
  return flags_of(conflicts, index) & (FUTURE_FINISHES | FUTURE_EVERYTHING);
}

/* A thread that has not finished, if possible one that never will but by ending the program. As
 * long as it is there nobody else is alone, so that its end is all that matters to those who ask.
 */
static size_t find_witness(const struct conflicts *conflicts) {
  size_t witness = SIZE_MAX;
  for (size_t i = conflicts->count; i-- > 0;)
    if (conflicts->nexts[i].readiness != FINISHED)
      witness = i;
  for (size_t i = 0; i < conflicts->count; i++)
    if (conflicts->nexts[i].readiness == STOPPED ||
        (conflicts->nexts[i].readiness != FINISHED && !may_finish(conflicts, i)))
      return i;
  return witness;
}

void conflicts_begin(struct conflicts *conflicts, bool trusts) {
  conflicts->witness = trusts ? find_witness(conflicts) : SIZE_MAX;
  conflicts->is_blocked_known = false;
}

static bool others_are_left(const struct conflicts *conflicts, size_t first, size_t second) {
  for (size_t i = 0; i < conflicts->count; i++)
    if (i != first && i != second && conflicts->nexts[i].readiness != FINISHED)
      return true;
  return false;
}

/* The same as `matter_to` of whether threads have finished. */
static bool conflicts_about_ends(const struct conflicts *conflicts, size_t i, size_t j) {
  const struct next *next = &conflicts->nexts[i];
  if (!next->finishes && !next->asks_alone)
    return false;
  if (i != conflicts->witness)
    return j == conflicts->witness && may_finish(conflicts, j);
  unsigned flags = flags_of(conflicts, j);
  return (next->asks_alone && flags & (FUTURE_FINISHES | FUTURE_EVERYTHING)) ||
         (next->finishes && flags & (FUTURE_ASKS_ALONE | FUTURE_EVERYTHING));
}

bool conflicts_now(const struct conflicts *conflicts, size_t i, size_t j) {
  const struct next *a = &conflicts->nexts[i], *b = &conflicts->nexts[j];
  if (a->everything || b->everything)
    return true;
  if (((a->asks_alone && b->finishes) || (a->finishes && b->asks_alone)) &&
      !others_are_left(conflicts, i, j))
    return true;
  for (uint32_t k = 0; k < a->count; k++)
    for (uint32_t l = 0; l < b->count; l++)
      if (accesses_overlap(&a->list[k], &b->list[l]))
        return true;
  return false;
}

/* Does the next step of thread i not commute with something thread j may do, whatever it accesses?
 */
static bool always_conflict(const struct conflicts *conflicts, size_t i, size_t j) {
  return conflicts->nexts[i].everything ||
         (conflicts->checks_leaks && flags_of(conflicts, j) & FUTURE_EXITS) ||
         conflicts_about_ends(conflicts, i, j);
}

static bool touches(const struct conflicts *conflicts, const struct next *next, uint32_t future) {
  for (uint32_t i = 0; i < next->count; i++)
    if (futures_conflict(conflicts->futures, future, &next->list[i]))
      return true;
  return false;
}

uint64_t conflicts_of(const struct conflicts *conflicts, size_t index) {
  uint64_t set = 0;
  for (size_t i = 0; i < conflicts->count; i++)
    if (i != index && is_active(conflicts, i) &&
        (always_conflict(conflicts, index, i) ||
         touches(conflicts, &conflicts->nexts[index], conflicts->nexts[i].prospect.all)))
      set |= bit(i);
  return set;
}

static bool blocks(struct conflicts *conflicts, size_t index, uint32_t guard,
                   struct guard_reads *reads) {
  return guards_block(conflicts->guards, guard, conflicts->later, conflicts->machine,
                      conflicts->state, conflicts->state->threads[index], reads);
}

static void find_blocked(struct conflicts *conflicts) {
  struct guard_reads reads;
  conflicts->is_blocked_known = true;
  conflicts->is_some_blocked = false;
  for (size_t i = 0; i < conflicts->count; i++) {
    const struct prospect *prospect = &conflicts->nexts[i].prospect;
    conflicts->blocked[i] = 0;
    conflicts->lead_blocks[i] = false;
    if (!is_active(conflicts, i))
      continue;
    if (prospect->lead != NO_GUARD)
      conflicts->lead_blocks[i] = blocks(conflicts, i, prospect->lead, &reads);
    for (uint32_t j = 0; j < prospect->guard_count; j++)
      if (blocks(conflicts, i, prospect->guards[j], &reads))
        conflicts->blocked[i] |= bit(j);
    conflicts->is_some_blocked |= conflicts->lead_blocks[i] || conflicts->blocked[i];
  }
}

/* Does the thread write, before it passes a frozen guard, what was read to find a guard blocked? */
static bool changes(const struct conflicts *conflicts, size_t index,
                    const struct guard_reads *reads) {
  const struct prospect *prospect = &conflicts->nexts[index].prospect;
  if (conflicts->lead_is_frozen[index])
    return false;
  for (uint32_t i = 0; i < prospect->group_count; i++) {
    if (prospect->groups[i].guards & conflicts->frozen[index])
      continue;
    for (size_t j = 0; j < reads->count; j++)
      if (futures_conflict(conflicts->futures, prospect->groups[i].future, &reads->items[j].access))
        return true;
  }
  return false;
}

/* A thread that finds out that it has to wait reads, and could be found to race then. */
static bool may_race(const struct conflicts *conflicts, size_t mover,
                     const struct guard_reads *reads) {
  const struct next *next = &conflicts->nexts[mover];
  for (uint32_t i = 0; i < next->count && next->is_plain && conflicts->checks_races; i++)
    for (size_t j = 0; j < reads->count; j++)
      if (accesses_overlap(&next->list[i], &reads->items[j].access))
        return true;
  return false;
}

/* Does a guard of thread `of` stay blocked until the thread `mover` moves? */
static bool stays_blocked(struct conflicts *conflicts, size_t mover, size_t of, uint32_t guard) {
  struct guard_reads reads;
  if (!blocks(conflicts, of, guard, &reads) || may_race(conflicts, mover, &reads))
    return false;
  for (size_t i = 0; i < conflicts->count; i++)
    if (i != mover && is_active(conflicts, i) && changes(conflicts, i, &reads))
      return false;
  return true;
}

/* True: something is not frozen after all. */
static bool thaw(struct conflicts *conflicts, size_t mover, size_t index) {
  const struct prospect *prospect = &conflicts->nexts[index].prospect;
  bool changed = false;
  if (conflicts->lead_is_frozen[index] && !stays_blocked(conflicts, mover, index, prospect->lead)) {
    conflicts->lead_is_frozen[index] = false;
    changed = true;
  }
  for (uint64_t left = conflicts->frozen[index]; left; left &= left - 1) {
    uint32_t guard = prospect->guards[__builtin_ctzll(left)];
    if (stays_blocked(conflicts, mover, index, guard))
      continue;
    conflicts->frozen[index] &= ~(left & -left);
    changed = true;
  }
  return changed;
}

static void freeze(struct conflicts *conflicts, size_t mover) {
  memcpy(conflicts->frozen, conflicts->blocked, conflicts->count * sizeof *conflicts->frozen);
  memcpy(conflicts->lead_is_frozen, conflicts->lead_blocks,
         conflicts->count * sizeof *conflicts->lead_is_frozen);
  conflicts->frozen[mover] = 0;
  conflicts->lead_is_frozen[mover] = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < conflicts->count; i++)
      changed |= thaw(conflicts, mover, i);
  }
}

static bool touches_unblocked(const struct conflicts *conflicts, size_t i, size_t j) {
  const struct prospect *prospect = &conflicts->nexts[j].prospect;
  if (conflicts->lead_is_frozen[j])
    return false;
  for (uint32_t k = 0; k < prospect->group_count; k++)
    if (!(prospect->groups[k].guards & conflicts->frozen[j]) &&
        touches(conflicts, &conflicts->nexts[i], prospect->groups[k].future))
      return true;
  return false;
}

uint64_t conflicts_of_unblocked(struct conflicts *conflicts, size_t index) {
  uint64_t set = conflicts_of(conflicts, index), unblocked = 0;
  if (!set)
    return 0;
  if (!conflicts->is_blocked_known)
    find_blocked(conflicts);
  if (!conflicts->is_some_blocked)
    return set;
  freeze(conflicts, index);
  for (uint64_t left = set; left; left &= left - 1) {
    size_t other = (size_t)__builtin_ctzll(left);
    if (always_conflict(conflicts, index, other) || touches_unblocked(conflicts, index, other))
      unblocked |= bit(other);
  }
  return unblocked;
}
