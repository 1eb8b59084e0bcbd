/* SPDX-License-Identifier: Apache-2.0 */
/* Excludes races and deadlocks by the local states of threads alone, without loading the state.
 * This mostly succeeds. */
#include "engine/explicit/step_cache.h"

static bool may_race_with(const struct access *access, const struct situation *other) {
  for (unsigned i = 0; i < other->access_count; i++)
    if (access_conflicts(access, &other->accesses[i]))
      return true;
  return false;
}

bool situations_may_race(struct situation *const *situations, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (situations[i]->is_odd)
      return true;
    for (unsigned j = 0; j < situations[i]->access_count; j++)
      for (size_t k = i + 1; k < count; k++)
        if (may_race_with(&situations[i]->accesses[j], situations[k]))
          return true;
  }
  return false;
}

bool cached_step_may_race(const struct cached_step *step, struct situation *const *situations,
                          size_t count, size_t index) {
  for (size_t i = 0; i < count; i++) {
    if (i == index)
      continue;
    if (situations[i]->is_odd)
      return true;
    for (uint32_t j = 0; j < step->access_count; j++)
      if (may_race_with(&step->accesses[j], situations[i]))
        return true;
  }
  return false;
}

static bool may_hold(const struct situation *situation, uint64_t object) {
  if (situation->is_finished)
    return false;
  if (situation->record == object)
    return true;
  for (uint32_t i = 0; i < situation->held_count; i++)
    if (situation->held[i] == object)
      return true;
  return false;
}

/* Considers threads that wait for something that one of them holds. Removes the others until none
 * is left, or those that are left wait for each other in a cycle. */
static bool may_be_cyclic(struct situation *const *situations, uint64_t blocked) {
  for (uint64_t before = 0; blocked != before;) {
    before = blocked;
    for (uint64_t left = blocked; left; left &= left - 1) {
      unsigned index = (unsigned)__builtin_ctzll(left);
      bool waits_for_one = false;
      for (uint64_t others = blocked; others && !waits_for_one; others &= others - 1)
        waits_for_one = may_hold(situations[__builtin_ctzll(others)], situations[index]->waits_for);
      if (!waits_for_one)
        blocked &= ~((uint64_t)1 << index);
    }
  }
  return blocked;
}

bool situations_may_deadlock(struct situation *const *situations, const enum readiness *readiness,
                             size_t count) {
  uint64_t blocked = 0;
  bool some_go_on = false, some_are_stuck = false;
  for (size_t i = 0; i < count; i++) {
    some_go_on |= readiness[i] == READY || readiness[i] == STOPPED;
    some_are_stuck |= readiness[i] == BLOCKED || readiness[i] == READY_SPURIOUSLY;
    if (readiness[i] == BLOCKED && situations[i]->is_odd)
      return true;
    if (i < 64 && readiness[i] == BLOCKED)
      blocked |= (uint64_t)1 << i;
  }
  return some_are_stuck && (!some_go_on || count > 64 || may_be_cyclic(situations, blocked));
}
