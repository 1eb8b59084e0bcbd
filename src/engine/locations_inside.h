/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/: shared by locations.c, location_threads.c, location_check.c and
 * actions.c. */
#ifndef ENGINE_LOCATIONS_INSIDE_H
#define ENGINE_LOCATIONS_INSIDE_H

#include "engine/action_cache.h"

static inline bool locations_can_be_ready(enum readiness readiness) {
  return readiness == READY || readiness == READY_SPURIOUSLY;
}
/* Can the thread begin a step, as far as it is not about to wait? */
bool locations_is_ready(struct locations *locations, struct thread *thread);
/* Of the step that was taken last: is the thread unable to go on, for what it read and nothing
 * else? That it has moved then makes no difference to others, unless it has written something and
 * only stopped by itself. */
bool locations_is_stuck(const struct locations *locations, uint32_t thread, enum outcome outcome);
/* Adds the actions of the thread with this index to the stand. Nothing that is kept is used. */
void locations_execute(struct locations *locations, uint32_t number, size_t index,
                       struct stand *stand, enum run_kind kind);
/* The same, if the stand is ready; what is known of the thread's actions from elsewhere is used. */
void locations_run_thread(struct locations *locations, uint32_t number, size_t index,
                          struct stand *stand, enum run_kind kind);
/* Does one write what the other accesses? */
bool footprints_conflict(const struct footprint *a, const struct footprint *b);
/* Notes in locations.watched what a thread without a way to go on read to find that. False: it has
 * one. */
bool locations_watch_stuck(struct locations *locations, const struct stand *stand);
void stand_release(struct stand *stand);

#endif
