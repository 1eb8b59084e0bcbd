/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to abstract/: shared by locations.c, location_threads.c and location_check.c. */
#ifndef ABSTRACT_LOCATIONS_INSIDE_H
#define ABSTRACT_LOCATIONS_INSIDE_H

#include "abstract/action_cache.h"

struct locations;
struct stand;

static inline bool locations_can_be_ready(enum readiness readiness) {
  return readiness == READY || readiness == READY_SPURIOUSLY;
}
/* Can the thread begin a step? It may find then that it has to wait. */
bool locations_is_ready(struct locations *locations, struct thread *thread);
/* Did the last step show that the thread cannot move, because of values it read and nothing else?
 * Then others cannot notice the step, unless it wrote something before it stopped. */
bool locations_is_stuck(const struct locations *locations, uint32_t thread, enum outcome outcome);
/* Executes the actions of the thread with this index and adds them to the stand, without the
 * cache. */
void locations_execute(struct locations *locations, uint32_t number, size_t index,
                       struct stand *stand, enum run_kind kind);
/* The same with the cache, if the stand is ready. */
void locations_run_thread(struct locations *locations, uint32_t number, size_t index,
                          struct stand *stand, enum run_kind kind);
/* Notes in locations.watched the accesses of a stuck thread. False: it is not stuck. */
bool locations_watch_stuck(struct locations *locations, const struct stand *stand);
void stand_release(struct stand *stand);

#endif
