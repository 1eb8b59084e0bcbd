/* SPDX-License-Identifier: Apache-2.0 */
/* The threads to step from a state, as far as that follows from their conflicts alone. */
#ifndef POR_STEP_SET_H
#define POR_STEP_SET_H

#include "por/conflicts.h"

/* Could another thread end the program, where it matters whether this step comes before? */
bool step_set_ends_matter(const struct conflicts *threads, size_t index);
/* Does no other thread notice the next step? That holds, too, for a thread that begins to wait: it
 * changes nothing but where it stands, and what it does when the condition holds is the same from
 * there. But while it stands before, it could be found to race with an access to what the condition
 * reads. */
bool step_set_is_local(const struct conflicts *threads, size_t index);
/* One thread whose next step is local, or all that are enabled. */
uint64_t step_set_local(const struct conflicts *threads, uint64_t enabled);
/* A persistent set that has a thread that is ready for good: one that could only wake up spuriously
 * does not keep a deadlock from being one. */
uint64_t step_set_persistent(const struct conflicts *threads, uint64_t enabled);
/* The sleeping threads that must wake up: a race between a step in an atomic section and the next
 * access of another thread is found when the section is executed. */
uint64_t step_set_awake(const struct conflicts *threads, uint64_t sleep);
/* Does the next step of the current thread commute with those of all others? */
bool step_set_is_clear(const struct conflicts *threads, size_t current);
/* The current thread has a next step that conflicts with a set of threads. Is it the only one of a
 * closed set that can move? */
bool step_set_is_closed(const struct conflicts *threads, size_t current, uint64_t conflicting);

#endif
