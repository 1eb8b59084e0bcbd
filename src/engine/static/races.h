/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: which places of threads may be reached at the same time. */
#ifndef ENGINE_STATIC_RACES_H
#define ENGINE_STATIC_RACES_H

#include "engine/static/assess.h"

struct teams;

/* Can a thread be at each of them at the same time, as far as creation and joins tell? Of the
 * records, only the places and what the threads know of others count. */
bool assess_may_meet(struct teams *teams, const struct analysis *analysis,
                     const struct access_record *a, const struct access_record *b);

/* Do only owners access blocks of the object? */
typedef bool owner_judge(const void *context, uint32_t object);
/* Leaves the obligations of race open that are not proven. */
void assess_races(struct analysis *analysis, struct teams *teams, owner_judge *owns,
                  const void *context);

#endif
