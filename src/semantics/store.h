/* SPDX-License-Identifier: Apache-2.0 */
/* The store of kept states. A state is a tuple of numbers of its components (each thread; the
 * variables in chunks), which are interned packed bytes: a step packs only what it changed, and
 * unchanged components are shared. Equal states have equal numbers. Dead registers are left out, so
 * loading gives a state that behaves the same, not the same state. */
#ifndef SEMANTICS_STORE_H
#define SEMANTICS_STORE_H

#include "semantics/state.h"

struct store;
struct store *store_create(const struct program *program);
void store_destroy(struct store *store);

/* The number of a state: 0, 1, 2, … in the order they were first added. */
uint32_t store_add(struct store *store, struct state *state, bool *added);
/* The number of a state that is remembered already; false: it is not. */
bool store_find(struct store *store, struct state *state, uint32_t *number);
/* Overwrites `state`, which belongs to the same program and domain. */
void store_load(const struct store *store, struct state *state, uint32_t number);

/* The numbers of a remembered state's components, which are as long as the store. Two states are
 * equal if they have equal components. */
const uint32_t *store_components(const struct store *store, uint32_t number, size_t *count);
/* The index of a thread's component among them. */
size_t store_index_of_thread(const struct state *state, size_t index);
/* The indices, from *first up to before *end, of the components that `size` bytes at an address
 * belong to. False: there is no such memory. */
bool store_find_components(const struct state *state, uint64_t address, uint64_t size,
                           size_t *first, size_t *end);
/* The same as store_add for a state of such components. */
uint32_t store_add_components(struct store *store, const uint32_t *components, size_t count,
                              bool *added);

/* One thread of a state as bytes, without registers that are not read any more; and back. */
struct bytes;
struct liveness;
void store_pack_thread(const struct liveness *liveness, const struct state *state,
                       const struct thread *thread, struct bytes *out);
void store_unpack_thread(const struct liveness *liveness, struct state *state,
                         struct thread *thread, const struct bytes *packed);

/* The locations of all threads with their callers, as a number 0, 1, 2, …: equal for two states
 * exactly if these are equal. */
uint32_t store_shape(struct store *store, struct state *state);
/* Is it that remembered state? */
bool store_is(struct store *store, uint32_t number, struct state *state);
/* Does the remembered state, of the same shape and with the same objects, stand for everything that
 * `state` stands for? That takes a domain in which values can cover others. */
bool store_covers(struct store *store, uint32_t number, struct state *state);
/* Clears registers that are not live. Skips threads for which that was done already. */
void store_forget_dead(const struct store *store, struct state *state);

size_t store_count(const struct store *store);
size_t store_memory(const struct store *store); /* bytes */

#endif
