/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: reading and changing states. */
#ifndef ENGINE_STATIC_STATIC_STATE_H
#define ENGINE_STATIC_STATIC_STATE_H

#include "engine/static/analysis.h"

estimate static_state_register(const struct static_state *state, uint32_t number);
void static_state_set_register(struct analysis *analysis, struct static_state *state,
                               uint32_t number, estimate value);
/* Cells that are known to hold what a register holds. is_full: there may be more. */
struct equal_search {
  uint32_t number;
  uint32_t cells[8];
  size_t count;
  bool is_full;
};
struct equal_search static_state_find_equal(const struct static_state *state, uint32_t number);
/* The value of a term. */
estimate static_state_value(struct analysis *analysis, const struct static_state *state,
                            const struct term *term);
/* Narrows the state to where the condition holds. False: it never does. */
bool static_state_assume(struct analysis *analysis, struct static_state *state,
                         const struct function *function, const struct term *condition, bool holds);

/* What is at an address. Parts that lead outside of their object, or to none, do not count: the
 * access is an obligation of its own. */
estimate static_state_load(struct analysis *analysis, struct static_state *state, estimate address,
                           uint32_t size);
void static_state_store(struct analysis *analysis, struct static_state *state, estimate address,
                        uint32_t size, estimate value);
/* Stores anything at any place in the part's bytes. `size`: up to so many bytes from there. */
void static_state_store_range(struct analysis *analysis, struct static_state *state,
                              estimate address, int64_t size, estimate value);
/* Bytes move from one place to another. */
void static_state_copy(struct analysis *analysis, struct static_state *state, estimate target,
                       estimate source, struct range size);
/* All bytes get one value: 0, or any number. */
void static_state_fill(struct analysis *analysis, struct static_state *state, estimate target,
                       struct range size, estimate value);
/* The cell of an address that is certainly one place; false: there is none. */
bool static_state_find_cell(struct analysis *analysis, estimate address, uint32_t size,
                            uint32_t *cell);

/* A new slot or block. */
estimate static_state_allocate(struct analysis *analysis, struct static_state *state,
                               const struct edge *edge, struct range size);
/* Blocks end, or slots whose source block ends. */
void static_state_free(struct analysis *analysis, struct static_state *state, estimate address,
                       bool ends_slots);
/* May the object of the part have been freed? */
bool static_state_may_be_freed(struct analysis *analysis, const struct static_state *state,
                               uint32_t object);
/* The slots of a call that returns end. */
void static_state_end_slots(struct analysis *analysis, struct static_state *state, uint32_t node);

/* Other threads can reach what the value leads to, from now on. Returns the value as they see it.
 */
estimate static_state_publish(struct analysis *analysis, struct static_state *state,
                              estimate value);
/* The only thread that runs creates another one: what it has freed is freed for that one, too. */
void static_state_begin_beside(struct analysis *analysis, struct static_state *state);
/* A second thread may exist from now on. */
void static_state_begin_threads(struct analysis *analysis, struct static_state *state);
/* The thread no longer holds these locks, or has left a section: other threads can find what it
 * stored meanwhile. Copies of cells end that nothing protects any more. */
void static_state_release(struct analysis *analysis, struct static_state *state, uint64_t released);
/* … and what it has stored up to the creation of a thread. */
void static_state_tell_copies(struct analysis *analysis, struct static_state *state);
/* Estimates get another base. */
void static_state_rename(struct analysis *analysis, struct static_state *state, uint32_t from,
                         uint32_t to);
/* The cells of an object are no longer in the state. */
void static_state_forget(struct analysis *analysis, struct static_state *state, uint32_t base);

/* A state above both. `is_widened`: `old` is from the visit before. */
const struct static_state *static_state_join(struct analysis *analysis,
                                             const struct static_state *old,
                                             const struct static_state *fresh,
                                             const struct function *function, bool is_widened);
bool static_state_is_same(const struct static_state *a, const struct static_state *b);
bool static_state_same_digest(const struct digest *a, const struct digest *b);

#endif
