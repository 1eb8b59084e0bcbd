/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: cells of memory, of a thread itself and shared ones. */
#ifndef ENGINE_STATIC_STATIC_CELLS_H
#define ENGINE_STATIC_STATIC_CELLS_H

#include "engine/static/static_state.h"

/* Can only this thread reach the object, in this state? */
bool static_cells_are_own(const struct analysis *analysis, const struct static_state *state,
                          uint32_t object);
/* Does no other thread run, in this state of the visited node? */
bool static_cells_is_alone(const struct analysis *analysis, const struct static_state *state);
/* Does it stand for one object of an execution? */
bool static_cells_is_single(const struct analysis *analysis, uint32_t object);
/* May the state keep a copy of a shared cell: nothing else stores there meanwhile? */
bool static_cells_has_copy(struct analysis *analysis, const struct static_state *state,
                           uint32_t cell);
/* A new thread of the class knows what its creator does of cells that no other thread changes while
 * it runs. */
void static_cells_inherit(struct analysis *analysis, const struct static_state *creator,
                          uint32_t class, struct static_state *entry);
/* Other threads may find the value in the shared cell. `at_rest`: also while they hold a lock that
 * protects it. */
void static_cells_contribute(struct analysis *analysis, uint32_t cell, estimate value,
                             bool at_rest);
/* What a thread's own cell holds. */
estimate static_cells_load_own(struct analysis *analysis, const struct static_state *state,
                               uint32_t cell);
/* The number of a cell of an object that several threads can reach. */
uint32_t static_cells_add_shared(struct analysis *analysis, uint32_t object, int64_t offset,
                                 uint32_t size);
/* A store of all of a cell, a range included: a range stands for what some of its places hold. */
void static_cells_store(struct analysis *analysis, struct static_state *state, uint32_t cell,
                        estimate value, bool is_certain);
/* The point that is visited moves bytes to cells of the object, and is visited again if more of
 * them are read. */
void static_cells_note_mover(struct analysis *analysis, uint32_t number);
/* … of a range (space_range). */
uint32_t static_cells_add_shared_range(struct analysis *analysis, const struct estimate_part *part,
                                       uint32_t size);
struct shared_cell *static_cells_shared(struct analysis *analysis, uint32_t cell);
/* The point that is visited is visited again if the cell changes. */
void static_cells_depend(struct analysis *analysis, uint32_t cell);
/* The object may be as large as this from now on. */
void static_cells_resize(struct analysis *analysis, uint32_t number, int64_t least, int64_t most);
/* The locks that are held at every store to bytes of the cell. */
uint64_t static_cells_protectors(struct analysis *analysis, const struct space_cell *wanted);
/* Leaves what lies inside of the object. False: nothing does. */
bool static_cells_clamp(const struct analysis *analysis, struct estimate_part *part, int64_t size);

#endif
