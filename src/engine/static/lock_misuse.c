/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that certainly holds a lock may release it, one that certainly does not hold it may take
 * it, and a lock that no thread holds may be destroyed, as long as it was not destroyed before. */
#include "engine/static/lock_misuse.h"

#include "engine/static/locks.h"
#include "engine/static/static_cells.h"

static void destroy_for_all(struct analysis *analysis, estimate locks) {
  estimate destroyed = estimate_join(analysis->estimates, analysis->locks.destroyed, locks);
  if (destroyed != analysis->locks.destroyed)
    analysis_wait_for_all(analysis);
  analysis->locks.destroyed = destroyed;
}

/* A lock that is destroyed while no other thread runs is so for this thread alone, until it creates
 * another one. */
void lock_misuse_destroy(struct analysis *analysis, struct static_state *state, estimate address) {
  estimate lock = lock_names_seen(analysis, address);
  if (static_cells_is_alone(analysis, state))
    state->digest.destroyed = estimate_join(analysis->estimates, state->digest.destroyed, lock);
  else
    destroy_for_all(analysis, lock);
}

void lock_misuse_begin_beside(struct analysis *analysis, const struct static_state *state) {
  destroy_for_all(analysis, state->digest.destroyed);
}

static bool may_be_destroyed(struct analysis *analysis, const struct static_state *state,
                             estimate lock) {
  return lock_names_may_be_same(analysis, lock, analysis->locks.destroyed) ||
         lock_names_may_be_same(analysis, lock, state->digest.destroyed);
}

enum lock_judgement lock_misuse_judge(struct analysis *analysis, enum library_effect effect,
                                      struct place_name name, estimate address,
                                      const struct static_state *state) {
  estimate lock = lock_names_seen(analysis, address);
  uint64_t single = locks_find(analysis, address);
  bool is_fine = !lock_names_may_be_same(analysis, lock, lock_names_all(analysis, state->holding));
  if (effect == EFFECT_GIVES || effect == EFFECT_WAITS)
    is_fine = single ? single & (state->digest.locks | state->digest.shared)
                     : lock_names_holds(state->holding, name);
  else if (effect == EFFECT_DESTROYS)
    is_fine &= static_cells_is_alone(analysis, state);
  else if (effect != EFFECT_TAKES && effect != EFFECT_TAKES_SHARED)
    return MAY_BE_MISUSE;
  if (!is_fine || single & analysis->locks.broken || locks_has_no_words(analysis, single) ||
      may_be_destroyed(analysis, state, lock))
    return MAY_BE_MISUSE;
  return single ? NO_MISUSE : NO_MISUSE_IF_INTACT;
}
