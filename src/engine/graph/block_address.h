/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: allocations that get the address of a freed block. */
#ifndef ENGINE_GRAPH_BLOCK_ADDRESS_H
#define ENGINE_GRAPH_BLOCK_ADDRESS_H

#include "engine/graph/search.h"

/* Call this before the first execution. */
void block_address_prepare(struct graph_search *search);
/* Does the allocation resize a block, so that the only address to choose is the block's own? */
bool block_address_is_resized(const struct graph_search *search, const struct edge *edge,
                              const uint64_t *addresses, size_t count);
/* Notes that a block may be resized in place at this address, which is not supported if other
 * threads see the address. */
void block_address_note_resized(struct graph_search *search, uint64_t address);
/* Notes that the allocation got the address of a freed block. */
void block_address_note_birth(struct graph_search *search, uint32_t slot, uint64_t address);
/* Members of struct overlay. */
uint64_t block_address_reuse(struct overlay *overlay, const struct thread *thread,
                             const struct edge *edge, const uint64_t *addresses, size_t count);
void block_address_miss_slots(struct overlay *overlay, const struct thread *thread,
                              const struct edge *edge, const uint64_t *addresses, size_t count);
void block_address_note_record(struct overlay *overlay, const struct thread *thread, bool creates);

#endif
