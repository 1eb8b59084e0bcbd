/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: allocations that get the address of a freed block. */
#ifndef ENGINE_GRAPH_BLOCK_ADDRESS_H
#define ENGINE_GRAPH_BLOCK_ADDRESS_H

#include "engine/graph/search.h"

/* Call this before the first execution. */
void block_address_prepare(struct graph_search *search);
/* Does the allocation resize the block at the only address? */
bool block_address_is_resized(const struct graph_search *search, const struct edge *edge,
                              const uint64_t *addresses, size_t count);
/* The address to which a block is resized in place is not followed if other threads see it. */
void block_address_note_resized(struct graph_search *search, uint64_t address);
/* The allocation got the address of a freed block. */
void block_address_note_birth(struct graph_search *search, uint32_t slot, uint64_t address);
/* Members of struct overlay. */
uint64_t block_address_reuse(struct overlay *overlay, const struct thread *thread,
                             const struct edge *edge, const uint64_t *addresses, size_t count);
void block_address_miss_slots(struct overlay *overlay, const struct thread *thread,
                              const struct edge *edge, const uint64_t *addresses, size_t count);
void block_address_note_record(struct overlay *overlay, const struct thread *thread, bool creates);

#endif
