/* SPDX-License-Identifier: Apache-2.0 */
/* Conflicts between threads, from their next steps and their futures. */
#include "por/conflicts.h"

static bool is_active(const struct conflicts *conflicts, size_t index) {
  return readiness_is_active(conflicts->nexts[index].readiness);
}

static unsigned flags_of(const struct conflicts *conflicts, size_t index) {
  return futures_flags(conflicts->futures, conflicts->nexts[index].future);
}

static bool may_finish(const struct conflicts *conflicts, size_t index) {
  return flags_of(conflicts, index) & (FUTURE_FINISHES | FUTURE_EVERYTHING);
}

/* A thread that has not finished, if possible one that never will except by ending the program.
 * While it exists no other thread is alone, so only its end matters to threads that ask.
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

void conflicts_begin(struct conflicts *conflicts) {
  conflicts->witness = conflicts->trusts ? find_witness(conflicts) : SIZE_MAX;
}

static bool others_are_left(const struct conflicts *conflicts, size_t first, size_t second) {
  for (size_t i = 0; i < conflicts->count; i++)
    if (i != first && i != second && conflicts->nexts[i].readiness != FINISHED)
      return true;
  return false;
}

/* Does the step depend on thread j because one of them ends and the other asks whether it is alone?
 */
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

/* Does the next step of thread i fail to commute with something that thread j may do, whatever j
 * accesses?
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
         touches(conflicts, &conflicts->nexts[index], conflicts->nexts[i].future)))
      set |= thread_bit(i);
  return set;
}
