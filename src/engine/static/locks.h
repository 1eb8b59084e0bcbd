/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: what functions do with locks (enum library_effect). */
#ifndef ENGINE_STATIC_LOCKS_H
#define ENGINE_STATIC_LOCKS_H

#include "engine/static/static_state.h"

/* The lock at an address as a set of one bit; 0: it is not known which one it is. */
uint64_t locks_find(struct analysis *analysis, estimate address);
/* Before the function is entered: locks that it releases. `is_held`: it is certain that the thread
 * holds the lock. */
void locks_enter(struct analysis *analysis, const struct function *callee,
                 const estimate *arguments, size_t count, struct static_state *state, bool is_held);
/* After it has returned: locks that it has acquired; `result` is what it returned. */
void locks_leave(struct analysis *analysis, const struct function *callee,
                 const estimate *arguments, size_t count, struct static_state *state,
                 bool has_succeeded);
/* A store to these bytes of an object. Locks there do not count any more if it is made by other
 * code than that of locks, while a thread may hold them. */
void locks_break_stored(struct analysis *analysis, const struct static_state *state,
                        const struct estimate_part *part, int64_t size);
/* The first thread is created. Locks that are not free do not count any more, unless the creator
 * holds them. */
void locks_begin_threads(struct analysis *analysis, const struct static_state *state);
/* Such an object is allocated, and holds anything. Other threads may wait for locks there. */
void locks_break_allocated(struct analysis *analysis, const struct static_state *state,
                           uint32_t object);
/* Is the node inside of a function of the library that does something with a lock? */
bool locks_are_inside(const struct analysis *analysis, uint32_t node);
/* Has the library stored nothing to take it? Then it cannot have been free. */
bool locks_has_no_words(const struct analysis *analysis, uint64_t lock);
/* Does the function only try, so that its result tells? */
bool locks_tries(const struct function *callee);
#endif
